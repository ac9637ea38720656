import { request } from 'node:http';
import path from 'node:path';

import type { IDataObject, INodeType } from 'n8n-workflow';

import type { N8nLine } from '../../sandbox/engine/deliveryFault';
import type { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { TRIGGER_TYPE } from '../../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../../sandbox/engine/webhook';
import { signedHeaders } from '../unit/webhook/sign';

const BUILT_NODES = path.resolve(__dirname, '../../dist/nodes');

/** The response to a delivery. */
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

/** @returns the response, with status 0 when the connection was lost */
export async function deliver(url: string, outgoing: Outgoing = {}): Promise<Reply> {
	const { body = event(), secrets = [SECRET], timestamp = nowSeconds() } = outgoing;
	const signed =
		typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
	return await post(url, outgoing.sent ?? Buffer.from(signed), {
		'content-type': 'application/json',
		...signedHeaders(signed, { secrets, timestamp: String(timestamp) }),
		...outgoing.headers,
	});
}

/** Sends a request as it is. @returns the response, with status 0 when the connection was lost */
export async function post(
	url: string,
	bytes: Buffer,
	outgoing: Record<string, string | undefined>,
): Promise<Reply> {
	const headers = { ...outgoing, 'content-length': String(bytes.length) };
	const present = Object.entries(headers).filter(([, value]) => value !== undefined);
	return await new Promise((resolve) => {
		const outgoingRequest = request(
			url,
			{
				method: 'POST',
				agent: false,
				headers: Object.fromEntries(present),
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

/** Loads a trigger as a new process would: with a memory of its own. */
export function freshTrigger(type = TRIGGER_TYPE): Record<string, INodeType> {
	forgetBuiltPackage();
	const [, name = ''] = type.split('.');
	const className = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
	const file = path.join(BUILT_NODES, className, `${className}.node.js`);
	const classes = loadOutsideJest(file) as Record<string, new () => INodeType>;
	const trigger = classes[className];
	return trigger ? { [type]: new trigger() } : {};
}

/** Collects what is logged as a warning until `stop` is called. */
export function watchLog(server: WebhookServer): { warnings: string[]; stop: () => void } {
	const warnings: string[] = [];
	const spy = jest
		.spyOn(server.logger, 'warn')
		.mockImplementation((message: string) => void warnings.push(message));
	return { warnings, stop: () => spy.mockRestore() };
}
