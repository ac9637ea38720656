import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';
import { serviceCredential } from '../../sandbox/engine/serviceCredential';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { CLEARED } from '../../sandbox/service/vendorFields';
import { sampleVendors } from '../../sandbox/service/vendorSamples';
import type { OperationPlan } from './runs';
import { operationPlans } from './runs';

/** What came out of an operation, or out of a node without operations. */
export interface Observation {
	/** Folder of the node in the sources. */
	nodeDir: string;
	resource?: string;
	operation?: string;
	items: IDataObject[];
}

const SIGNING_SECRET = 'whsec_schemas';

/**
 * Runs every operation on n8n's engine against the reference service, and lets every event of the
 * catalog reach the trigger. Needs the built package.
 *
 * Paged HTTP is not run: its items are whatever an API sends.
 */
export async function observe(): Promise<Observation[]> {
	const engine = await Engine.load();
	const { nodes } = engine.packages.project.known;
	const nodeDir = (node: string) =>
		path.relative('dist', path.dirname(nodes[node]?.sourcePath ?? ''));
	const observations: Observation[] = [];
	for (const operationPlan of operationPlans()) {
		const { node, resource, operation } = operationPlan;
		const items = await withService(
			engine,
			async (service) => await runOperation(engine, service, operationPlan),
		);
		observations.push({ nodeDir: nodeDir(node), resource, operation, items });
	}
	const events = await withService(engine, async (service) => await receiveEvents(engine, service));
	return [...observations, { nodeDir: nodeDir('tprmVendorTrigger'), items: events }];
}

/** Each operation meets the sample data as it is at the start, with one vendor that is all empty. */
async function withService(
	engine: Engine,
	work: (service: Service) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const [first, ...others] = sampleVendors();
	const vendors = first ? [{ ...first, ...CLEARED }, ...others] : [];
	const service = await startService({ vendors });
	try {
		engine.setCredential(CREDENTIAL_ID, {
			...serviceCredential(service),
			webhookSigningSecret: SIGNING_SECRET,
		});
		return await work(service);
	} finally {
		await service.close();
	}
}

async function runOperation(
	engine: Engine,
	service: Service,
	{ node: type, resource, operation, plan }: OperationPlan,
): Promise<IDataObject[]> {
	const seen: IDataObject[] = [];
	for (const { parameters, items = [{}] } of plan(service)) {
		const node = { type, parameters: { resource, operation, ...parameters } };
		const result = await engine.run(singleNode(node, items));
		if (result.error) throw result.error;
		seen.push(...result.json(NODE));
	}
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
