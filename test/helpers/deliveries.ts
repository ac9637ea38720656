import { request } from 'node:http';

import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import type { Engine, WorkflowFile } from '../../sandbox/engine/engine';
import type { N8nLine } from '../../sandbox/engine/webhook';
import { WebhookServer } from '../../sandbox/engine/webhook';
import { signedHeaders } from '../unit/webhook/sign';
import { CREDENTIAL_ID } from './harness';

export const TRIGGER_TYPE = 'n8n-nodes-grc-tprm.tprmVendorTrigger';

/** What came back for a delivery. */
export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: string;
}

/** A delivery as a test wants it: by default signed with the credential's secret, just now. */
export interface Outgoing {
	body?: string | Buffer | IDataObject;
	secrets?: string[];
	/** Unix seconds, or any text. */
	timestamp?: number | string;
	/** Added to the signed ones, or in their place; `undefined` takes one away. */
	headers?: Record<string, string | undefined>;
	/** Sent instead of the body that was signed. */
	sent?: Buffer;
}

let events = 0;

/** @returns an envelope with ids of its own */
export function event(changes: IDataObject = {}): IDataObject {
	const id = String(++events).padStart(6, '0');
	return {
		id: `evt_${id}`,
		type: 'vendor.created',
		api_version: 'v1',
		occurred_at: '2026-01-05T09:30:00+01:00',
		source: 'ui',
		data: { vendor_id: 'vnd_1' },
		delivery_id: `whd_${id}`,
		...changes,
	};
}

/** Sends a delivery; settles with what came back, or status 0 when the connection broke. */
export async function deliver(url: string, outgoing: Outgoing = {}): Promise<Reply> {
	const { body = event(), secrets = [SECRET], timestamp = nowSeconds() } = outgoing;
	const signed =
		typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
	const bytes = outgoing.sent ?? Buffer.from(signed);
	const headers = {
		'content-type': 'application/json',
		...signedHeaders(signed, { secrets, timestamp: String(timestamp) }),
		...outgoing.headers,
		'content-length': String(bytes.length),
	};
	const present = Object.entries(headers).filter(([, value]) => value !== undefined);
	return await new Promise((resolve) => {
		const outgoingRequest = request(
			url,
			{
				method: 'POST',
				agent: false,
				headers: Object.fromEntries(present) as Record<string, string>,
			},
			(response) => {
				const parts: Buffer[] = [];
				response.on('data', (part: Buffer) => parts.push(part));
				response.on('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: Buffer.concat(parts).toString(),
					}),
				);
				response.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
			},
		);
		outgoingRequest.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
		outgoingRequest.end(bytes);
	});
}

export const SECRET = 'whsec_current';

export function nowSeconds(): number {
	return Math.floor(Date.now() / 1000);
}

/** A workflow that starts with the trigger and hands its items to one more node. */
export function triggerWorkflow(
	parameters: IDataObject = {},
	{ name = 'Events', next }: { name?: string; next?: Partial<INode> } = {},
): WorkflowFile {
	const trigger: INode = {
		id: 'trigger',
		name: 'TPRM Trigger',
		type: TRIGGER_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { events: ['*'], acknowledge: 'onReceived', options: {}, ...parameters } as never,
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC' } },
	};
	const last: INode = {
		id: 'next',
		name: 'Next',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, 0],
		parameters: {},
		...next,
	};
	return {
		name,
		nodes: [trigger, last],
		connections: { 'TPRM Trigger': { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	};
}

/** The engine with a webhook receiver and a credential that knows the secret of the tests. */
export async function startReceiver(
	engine: Engine,
	credential: IDataObject = {},
	line: N8nLine = '2.x',
): Promise<WebhookServer> {
	engine.setCredential(CREDENTIAL_ID, {
		baseUrl: 'http://127.0.0.1:9',
		clientId: 'id',
		clientSecret: 'secret',
		webhookSigningSecret: SECRET,
		...(credential as Record<string, string>),
	});
	return await WebhookServer.start(engine, line);
}

/**
 * Loads the trigger as a new process would: with a memory of its own. n8n-workflow stays the one
 * that the engine uses.
 */
export function freshTrigger(): Record<string, INodeType> {
	let Trigger: (new () => INodeType) | undefined;
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const loaded = require('n8n-workflow') as unknown;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => loaded);
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const module =
			require('../../dist/nodes/TprmVendorTrigger/TprmVendorTrigger.node.js') as Record<
				string,
				new () => INodeType
			>;
		Trigger = module['TprmVendorTrigger'];
	});
	jest.dontMock('n8n-workflow');
	if (!Trigger) throw new Error('The trigger is not built');
	return { [TRIGGER_TYPE]: new Trigger() };
}

/** Collects what is logged as a warning until `stop` is called. */
export function watchLog(server: WebhookServer): { warnings: string[]; stop: () => void } {
	const warnings: string[] = [];
	const spy = jest
		.spyOn(server.logger, 'warn')
		.mockImplementation((message: string) => void warnings.push(message));
	return { warnings, stop: () => spy.mockRestore() };
}
