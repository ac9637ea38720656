import { gzipSync } from 'node:zlib';

import { Engine } from '../../sandbox/engine/engine';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import type { WebhookServer } from '../../sandbox/engine/webhook';
import { deliver, event, startReceiver, watchLog } from '../helpers/deliveries';

let engine: Engine;
let server: WebhookServer;

beforeAll(async () => {
	engine = await Engine.load();
	server = await startReceiver(engine);
	watchLog(server);
});
afterAll(async () => await server.stop());

const activate = async (name: string, options = {}) =>
	await server.activate(triggerWorkflow({ options }, { name }), { by: 'init' });
const outputs = () => server.executions.list;

describe('a body that n8n has read as a form', () => {
	const type = 'multipart/form-data; boundary=x';
	it.each<[string, Record<string, string>, Buffer]>([
		['empty and said to be gzip', { 'content-encoding': 'gzip' }, Buffer.alloc(0)],
		['empty and said to be deflate', { 'content-encoding': 'deflate' }, Buffer.alloc(0)],
		['gzip', { 'content-encoding': 'gzip' }, gzipSync('--x--')],
		['plain', {}, Buffer.from('--x\r\n\r\n\r\n--x--')],
	])('%s is answered 401, and nothing goes wrong afterwards', async (_, headers, sent) => {
		const url = await activate('Form');
		const reply = await deliver(url, { sent, headers: { 'content-type': type, ...headers } });
		expect([400, 401, 422]).toContain(reply.status);
		// An error event without a listener would end the process about now.
		for (let round = 0; round < 20; round++) await new Promise((done) => setImmediate(done));
		expect((await deliver(url)).status).toBe(200);
	});
});

it.each([[{ a: 1 }], ['text'], [[1, 2]]])(
	'an event with a member "json" of %j comes out as it was sent',
	async (json) => {
		const url = await activate('Json');
		const before = outputs().length;
		const sent = event({ json, binary: { x: 1 }, pairedItem: 3 });
		expect((await deliver(url, { body: sent })).status).toBe(200);
		await server.executions.finished();
		const run = outputs().slice(before).at(-1);
		expect(JSON.stringify(run)).toContain(JSON.stringify(sent).slice(1, -1));
	},
);

it.each([0, -5, 'soon', null])(
	'a tolerance of %j is the recommended one',
	async (toleranceSeconds) => {
		const url = await activate('Tolerance', { toleranceSeconds });
		expect((await deliver(url, { timestamp: Math.floor(Date.now() / 1000) - 200 })).status).toBe(
			200,
		);
		expect((await deliver(url, { timestamp: Math.floor(Date.now() / 1000) - 400 })).status).toBe(
			503,
		);
	},
);
