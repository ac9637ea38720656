import type { IncomingHttpHeaders } from 'node:http';

import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { ServedRequest } from '../../sandbox/designs';
import { DesignServer } from '../../sandbox/designs';
import type { Engine, WorkflowFile } from '../../sandbox/engine/engine';
import { PollingWorkflow } from '../../sandbox/engine/polling';
import { TRIGGER_TYPE } from '../../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { LoggedRequest } from '../../sandbox/service/requestLog';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import type { Delivery } from '../../sandbox/service/webhooks/delivery';
import { SAVED_DESIGNS } from './designs';
import type { Outcome, Output, SavedCredentials } from './folder';
import { ADDRESS } from './folder';
import { Masks } from './masks';

/** Id of the workflow that gets batches. */
export const BATCHES_WORKFLOW = 'batches';

/** The signing secret of the saved credential. */
export const SIGNING_SECRET = 'whsec_saved';

const POLLED_TYPE = 'n8n-nodes-grc-tprm.pagedHttpTrigger';

/**
 * Runs a saved workflow on n8n's engine against a reference service of its own.
 *
 * @returns what a user and the service see, with what differs from run to run masked
 * @throws Error when the workflow fails
 */
export async function replay(
	engine: Engine,
	saved: WorkflowFile,
	credentials: SavedCredentials,
): Promise<Outcome> {
	const service = await startService();
	assignOne(service);
	const found = SAVED_DESIGNS.find(({ address }) => isNamedIn(saved, credentials, address));
	const api = found && (await DesignServer.start(found.design));
	try {
		const addresses = { [ADDRESS]: service.url, ...(api && { [found.address]: api.origin }) };
		const masks = new Masks(service, Object.values(addresses));
		const file = atAddresses(saved, addresses);
		for (const [id, { data }] of Object.entries(atAddresses(credentials, addresses))) {
			engine.setCredential(id, data);
		}
		const [first] = file.nodes;
		const run = RUNS[first?.type ?? ''] ?? runByHand;
		const outputs = await run(engine, file, service);
		const requests = [...service.log.requests.map(logged), ...(api?.requests ?? []).map(served)];
		const deliveries = service.webhooks.deliveries.map(describeDelivery);
		const masked = masks.apply({ requests: requests.sort(), deliveries, outputs });
		return { parameters: filledIn(engine, saved), ...masked };
	} finally {
		await Promise.all([service.close(), api?.stop()]);
	}
}

/** In the sample data no control is assigned to a scope. */
function assignOne({ organization }: Service): void {
	const [control = ''] = organization.controls.keys();
	const scopes = organization.listScopes('active').map(({ id }) => id);
	organization.assign(control, scopes.slice(0, 2));
}

/** @returns whether a workflow or the credential of one of its nodes is about an address */
function isNamedIn({ nodes }: WorkflowFile, credentials: SavedCredentials, address: string) {
	const ids = nodes.flatMap((node) => Object.values(node.credentials ?? {}).map(({ id }) => id));
	const used = ids.map((id) => credentials[id ?? '']);
	return JSON.stringify([nodes, used]).includes(address);
}

function atAddresses<T>(saved: T, addresses: Record<string, string>): T {
	const text = Object.entries(addresses).reduce(
		(before, [address, url]) => before.replaceAll(address, url),
		JSON.stringify(saved),
	);
	return JSON.parse(text) as T;
}

/** @returns what the editor shows in the nodes of ours: what was saved, and defaults */
function filledIn(engine: Engine, { nodes }: WorkflowFile): Outcome['parameters'] {
	const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-grc-tprm.'));
	return Object.fromEntries(
		ours.map((node) => {
			const { description } = engine.nodeType(node.type);
			const fields = description.properties.filter(({ type }) => type !== 'notice');
			const values = node.parameters;
			const all = NodeHelpers.getNodeParameters(fields, values, true, false, node, description);
			return [node.name, all ?? {}];
		}),
	);
}

type Run = (engine: Engine, file: WorkflowFile, service: Service) => Promise<Output[]>;

/** How workflows that no person starts are run, by the type of their first node. */
const RUNS: Record<string, Run> = { [TRIGGER_TYPE]: receive, [POLLED_TYPE]: poll };

/** A workflow that remembers what it read runs twice. */
async function runByHand(engine: Engine, file: WorkflowFile): Promise<Output[]> {
	const seen: Output[] = [];
	engine.subWorkflows.set(BATCHES_WORKFLOW, BATCHES, ({ items }) => {
		seen.push(output('Batch', items));
	});
	const remembers = file.nodes.some(({ parameters }) => parameters['readMode'] === 'changes');
	let staticData: IDataObject = {};
	for (const run of remembers ? ['1st run, ', '2nd run, '] : ['']) {
		const result = await engine.run(file, { mode: 'trigger', staticData });
		if (result.error) throw result.error;
		({ staticData } = result);
		for (const { name } of file.nodes.slice(1)) {
			const outputs = result.run.data.resultData.runData[name]?.at(-1)?.data?.main ?? [];
			for (const [index, items] of outputs.entries()) {
				const which = outputs.length > 1 ? `, output ${index + 1}` : '';
				seen.push(output(`${run}${name}${which}`, items ?? []));
			}
		}
	}
	return seen;
}

const BATCHES: WorkflowFile = {
	name: 'Batches',
	nodes: [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { inputSource: 'passthrough' },
		},
	],
	connections: {},
};

/** All events, one of them twice, and one whose clock differs by less and by more than the tolerance. */
async function receive(engine: Engine, file: WorkflowFile, { webhooks, clock }: Service) {
	const server = await WebhookServer.start(engine);
	try {
		const url = await server.activate(file);
		const { eventNames: events } = webhooks;
		webhooks.register({ url, events: [...events], secret: SIGNING_SECRET });
		webhooks.timeScale = 0;
		const emit = async (name: string) => {
			webhooks.emit(name);
			await webhooks.idle();
		};
		for (const name of events) await emit(name);
		const [started] = server.executions.list;
		const again = webhooks.deliveries.find(({ event }) => event.id === started?.input[0]?.['id']);
		if (!again) throw new Error('No event started the workflow');
		webhooks.redeliver(again);
		await webhooks.idle();
		for (const seconds of [240, 240]) {
			clock.advance(seconds * 1000);
			await emit(again.event.type);
		}
		await server.executions.finished();
		const items = server.executions.list.flatMap(({ input }) => input);
		return [output(file.nodes[0]?.name ?? '', toItems(items))];
	} finally {
		await server.stop();
	}
}

/** A poll before, and one after a scope was created and one was changed. */
async function poll(engine: Engine, file: WorkflowFile, { organization }: Service) {
	const workflow = new PollingWorkflow(engine, file);
	const name = file.nodes[0]?.name ?? '';
	const before = await workflow.activate();
	const [changed = ''] = organization.listScopes('active').map(({ id }) => id);
	organization.createScope({ name: 'Nordics', owner: 'user-1' });
	organization.patchScopes([changed], { description: 'Changed' });
	const after = await workflow.poll();
	return [
		output(`1st poll, ${name}`, toItems(before)),
		output(`2nd poll, ${name}`, toItems(after)),
	];
}

function toItems(items: IDataObject[]): INodeExecutionData[] {
	return items.map((json) => ({ json }));
}

/** Headers that say how a request was sent, not what it asks for. */
const TRANSPORT = [
	...['accept', 'accept-encoding', 'connection', 'content-length', 'host', 'transfer-encoding'],
	'user-agent',
];

function logged({ method, path, query, headers, body }: LoggedRequest): string {
	const search = new URLSearchParams(query as Record<string, string>).toString();
	return describeRequest(method, search === '' ? path : `${path}?${search}`, headers, body);
}

function served({ method, target, headers, body }: ServedRequest): string {
	return describeRequest(method, target, headers, body);
}

function describeRequest(
	method: string,
	target: string,
	headers: IncomingHttpHeaders,
	body: unknown,
): string {
	const shown = Object.entries(headers)
		.filter(([name]) => !TRANSPORT.includes(name))
		.map(([name, value]) => `${name}: ${String(value)}`);
	const sent = JSON.stringify(body) ?? '{}';
	return [`${method} ${target}`, ...(sent === '{}' ? [] : [sent]), ...shown].join(' | ');
}

function describeDelivery({ event, attempts }: Delivery): string {
	return `${event.type}: ${attempts.map(({ status }) => status).join(', ')}`;
}

function output(of: string, items: INodeExecutionData[]): Output {
	const [first] = items;
	return {
		of,
		items: items.length,
		...(first && { first: withoutSentences(first.json) }),
		...(first?.binary && { files: filesOf(first.binary) }),
	};
}

/** Of the summary of a read: its figures, without the sentences that explain them. */
function withoutSentences(json: IDataObject): IDataObject {
	if (!('stopReason' in json)) return json;
	const { pages, requests, items, total, stopReason } = json;
	return { pages, requests, items, total, stopReason };
}

function filesOf(binary: IBinaryKeyData): IDataObject {
	return Object.fromEntries(
		Object.entries(binary).map(([name, { fileName, mimeType, fileSize }]) => [
			name,
			{ fileName, mimeType, fileSize },
		]),
	);
}
