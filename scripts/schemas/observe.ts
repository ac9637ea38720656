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
import type { Operation } from './operations';
import { listOperations } from './operations';
import { PLANS } from './plans';

/** What came out of an operation, or out of a node without operations. */
export interface Observation {
	/** Folder of the node in the sources. */
	nodeDir: string;
	resource?: string;
	operation?: string;
	items: IDataObject[];
	/** Why the operation could not be run, and what to do about it. */
	problem?: string;
}

interface Settings {
	service?: ServiceOptions;
	credential?: ICredentialDataDecryptedObject;
}

const SIGNING_SECRET = 'whsec_schemas';

/**
 * Runs every operation on n8n's engine against the reference service, and lets every event of the
 * catalog reach the trigger. Needs the built package.
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
		const place = { nodeDir: nodeDir(node), resource, operation: name };
		try {
			const items = await withService(
				engine,
				settings,
				async (service) => await runOperation(engine, service, operation),
			);
			observations.push({ ...place, items });
		} catch (error) {
			observations.push({ ...place, items: [], problem: describeProblem(operation, error) });
		}
	}
	const events = await withService(
		engine,
		settings,
		async (service) => await receiveEvents(engine, service),
	);
	return [...observations, { nodeDir: nodeDir('tprmVendorTrigger'), items: events }];
}

/** Names an operation as `PLANS` does. */
function nameOf({ node, resource, operation }: Operation): string {
	return `${node} ${resource} ${operation}`;
}

function describeProblem(operation: Operation, error: unknown): string {
	const name = nameOf(operation);
	const { message } = error as Error;
	if (name in PLANS) return `The plan for "${name}" failed: ${message}`;
	return `"${name}" cannot be run with its defaults: ${message}. Add a plan to scripts/schemas/plans.ts`;
}

/**
 * Each operation gets the sample data as it is at the start, but that the oldest vendor and the first
 * by name have empty fields only.
 */
async function withService(
	engine: Engine,
	{ service: options, credential }: Settings,
	work: (service: Service) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
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
	service: Service,
	operation: Operation,
): Promise<IDataObject[]> {
	const { node: type, resource, operation: name } = operation;
	const plan = PLANS[nameOf(operation)];
	const runs = plan ? plan(service) : [await defaultRun(engine, operation)];
	const seen: IDataObject[] = [];
	for (const { parameters, items = [{}] } of runs) {
		const node = { type, parameters: { resource, operation: name, ...parameters } };
		const result = await engine.run(singleNode(node, items));
		if (result.error) throw result.error;
		seen.push(...result.json(NODE));
	}
	if (seen.length === 0) throw new Error('It returned no items');
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
