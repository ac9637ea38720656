import path from 'node:path';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';
import { serviceCredential } from '../../sandbox/engine/serviceCredential';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service, ServiceOptions } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { CLEARED } from '../../sandbox/service/vendorFields';
import { sampleVendors } from '../../sandbox/service/vendorSamples';
import { defaultRun } from './defaultRun';
import { inGroups } from './optionGroups';
import type { Operation } from './operations';
import { listOperations } from './operations';
import type { NodeRun, Plans } from './plans';
import { PLANS } from './plans';

/** What came out of an operation, or out of a node without operations. */
export interface Observation {
	/** Folder of the node in the sources. */
	nodeDir: string;
	resource?: string;
	operation?: string;
	/** The operation as `PLANS` names it. */
	name?: string;
	items: IDataObject[];
	/** Method and path of each different request to the service, those for a token apart. */
	requests: string[];
	/** Parameters of each execution, as the editor saves them. */
	saved: IDataObject[];
	/** Why the operation could not be run, and what to do about it. */
	problem?: string;
}

interface Settings {
	service?: ServiceOptions;
	credential?: ICredentialDataDecryptedObject;
}

/** What a node did in the executions of a plan. */
interface Outcome {
	parameters: IDataObject[];
	items: IDataObject[];
	requests: string[];
}

const SIGNING_SECRET = 'whsec_schemas';

const TOKEN_REQUEST = 'POST /tprm-api/oauth/token';

/** Ids in a path: UUIDs, and words with a prefix. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:vnd|doc)_[0-9a-f-]+/g;

/**
 * Runs every operation on n8n's engine against the reference service, for its outputs and with all of its
 * options, and lets every event of the catalog reach the trigger. Needs the built package.
 *
 * Paged HTTP is not run: its items are whatever an API sends.
 *
 * @param settings of the service, and fields of the credential that differ from those of a good one
 */
export async function observe(settings: Settings = {}): Promise<Observation[]> {
	const engine = await Engine.load();
	const { nodes } = engine.packages.project.known;
	const nodeDir = (node: string) =>
		path.relative('dist', path.dirname(nodes[node]?.sourcePath ?? ''));
	const observations: Observation[] = [];
	for (const operation of listOperations(engine)) {
		const { node, resource, operation: name } = operation;
		const place = {
			...{ nodeDir: nodeDir(node), resource, operation: name },
			name: nameOf(operation),
		};
		try {
			const run = async (plan: (service: Service) => Promise<NodeRun[]>) =>
				await withService(
					engine,
					settings,
					async (service) => await runOperation(engine, service, operation, await plan(service)),
				);
			const plans = plansOf(operation);
			const outputs = await run(
				async (service) => plans.outputs?.(service) ?? [await defaultRun(engine, operation)],
			);
			if (outputs.items.length === 0) throw new Error('It returned no items');
			const options = await run(async (service) => plans.options(assignOne(service)));
			observations.push({
				...place,
				items: outputs.items,
				requests: [...new Set([...outputs.requests, ...options.requests])].sort(),
				saved: [...outputs.parameters, ...options.parameters],
			});
		} catch (error) {
			const problem = describeProblem(operation, error);
			observations.push({ ...place, items: [], requests: [], saved: [], problem });
		}
	}
	const events = await withService(
		engine,
		settings,
		async (service) => await receiveEvents(engine, service),
	);
	return [
		...observations,
		{ nodeDir: nodeDir('tprmVendorTrigger'), items: events, requests: [], saved: [] },
	];
}

/** Names an operation as `PLANS` does. */
function nameOf({ node, resource, operation }: Operation): string {
	return `${node} ${resource} ${operation}`;
}

function plansOf(operation: Operation): Plans {
	const plans = PLANS[nameOf(operation)];
	if (plans) return plans;
	throw new Error('It has no plan');
}

function describeProblem(operation: Operation, error: unknown): string {
	const { message } = error as Error;
	return `"${nameOf(operation)}" cannot be run: ${message}. See scripts/schemas/plans.ts`;
}

/** In the sample data no control is assigned to a scope. */
function assignOne(service: Service): Service {
	const { organization } = service;
	const [control = ''] = organization.controls.keys();
	const scopes = organization.listScopes('active').map(({ id }) => id);
	organization.assign(control, scopes.slice(0, 2));
	return service;
}

/**
 * Each operation gets the sample data as it is at the start, but that the oldest vendor and the first
 * by name have empty fields only.
 */
async function withService<T>(
	engine: Engine,
	{ service: options, credential }: Settings,
	work: (service: Service) => Promise<T>,
): Promise<T> {
	const sample = sampleVendors();
	const [firstName] = sample.map(({ name }) => name).sort();
	const vendors = sample.map((vendor, index) =>
		index === 0 || vendor.name === firstName ? { ...vendor, ...CLEARED } : vendor,
	);
	const service = await startService({ vendors, ...options });
	try {
		engine.setCredential(CREDENTIAL_ID, {
			...serviceCredential(service),
			webhookSigningSecret: SIGNING_SECRET,
			...credential,
		});
		return await work(service);
	} finally {
		await service.close();
	}
}

async function runOperation(
	engine: Engine,
	{ log }: Service,
	{ node: type, resource, operation: name, description }: Operation,
	runs: NodeRun[],
): Promise<Outcome> {
	const seen: Outcome = { parameters: [], items: [], requests: [] };
	// Not those of the lists that the plan was made with.
	log.clear();
	for (const { parameters: planned, items = [{}] } of runs) {
		const parameters = inGroups({ resource, operation: name, ...planned }, description.properties);
		const result = await engine.run(singleNode({ type, parameters }, items));
		if (result.error) throw result.error;
		seen.parameters.push(parameters);
		seen.items.push(...result.json(NODE));
	}
	const requests = log.requests.map(({ method, path }) => `${method} ${path.replace(ID, '{id}')}`);
	seen.requests = [...new Set(requests)].filter((request) => request !== TOKEN_REQUEST);
	return seen;
}

/** @returns what the trigger hands to a workflow, once for each event of the catalog */
async function receiveEvents(engine: Engine, { webhooks }: Service): Promise<IDataObject[]> {
	const server = await WebhookServer.start(engine);
	try {
		const url = await server.activate(triggerWorkflow());
		webhooks.register({ url, events: webhooks.eventNames, secret: SIGNING_SECRET });
		for (const name of webhooks.eventNames) webhooks.emit(name);
		await webhooks.idle();
		return server.executions.list.flatMap(({ input }) => input);
	} finally {
		await server.stop();
	}
}
