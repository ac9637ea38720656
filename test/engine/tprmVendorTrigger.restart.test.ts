import { keyOfIds } from '../../nodes/shared/webhook/deliveryKey';
import type { N8nLine } from '../../sandbox/engine/deliveryFault';
import { Engine } from '../../sandbox/engine/engine';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import type { WebhookServer } from '../../sandbox/engine/webhook';
import { deliver, event, freshTrigger, startReceiver } from '../helpers/deliveries';

let engine: Engine;
let server: WebhookServer;
let names = 0;

beforeAll(async () => {
	engine = await Engine.load();
});
afterEach(async () => await server.stop());

async function listen(line: N8nLine, acknowledge = 'onReceived') {
	server = await startReceiver(engine, {}, line);
	server.loadTypes = freshTrigger;
	const file = triggerWorkflow({ acknowledge }, { name: `Restarted ${++names}` });
	return { url: await server.activate(file, { by: 'init' }), name: file.name };
}

/** Waits until every delivery is done with, and finds that so many runs were started. */
async function started(count: number): Promise<void> {
	await server.idle();
	expect(server.executions.list).toHaveLength(count);
}

const lines: N8nLine[] = ['2.x', '1.x'];

it.each(lines)('n8n %s: every event handled before a restart is known after it', async (line) => {
	const { url } = await listen(line);
	const bodies = Array.from({ length: 5 }, () => event());
	for (const body of bodies) expect((await deliver(url, { body })).status).toBe(200);
	await started(5);
	server.restart();
	for (const body of bodies) expect((await deliver(url, { body })).status).toBe(200);
	await started(5);
});

it('n8n 1.x answers before it starts the run: a crash in between loses the event', async () => {
	const { url } = await listen('1.x');
	let hasStored = () => {};
	server.executions.store = async () => await new Promise((resolve) => (hasStored = resolve));
	const body = event();
	expect((await deliver(url, { body })).status).toBe(200);
	server.restart();
	expect((await deliver(url, { body })).status).toBe(200);
	hasStored();
	await started(0);
});

it('a lost answer after a run does not start a second one, nor does a restart in between', async () => {
	const { url } = await listen('2.x');
	const body = event();
	server.fault = () => 'answerLost';
	expect((await deliver(url, { body })).status).toBe(0);
	server.fault = () => 'none';
	server.restart();
	expect((await deliver(url, { body })).status).toBe(200);
	expect(server.executions.list).toHaveLength(1);
});

it('a run that could not be started is not taken for handled, after a restart neither', async () => {
	const { url } = await listen('2.x');
	await deliver(url);
	const body = event();
	server.fault = () => 'startFails';
	expect((await deliver(url, { body })).status).toBe(500);
	server.fault = () => 'none';
	server.restart();
	expect((await deliver(url, { body })).status).toBe(200);
	expect(server.executions.list).toHaveLength(2);
});

it('keeps ids as one text, and survives what others put there', async () => {
	const { url, name } = await listen('2.x');
	const [known, next] = ['evt_known', 'evt_next'].map((id) => keyOfIds({ id }));
	const stored = { handledEvents: `other ${known}` };
	server.database.set(
		name,
		JSON.stringify({ 'node:TPRM Trigger': stored, 'node:Other': { a: 1 } }),
	);
	await deliver(url, { body: event({ id: 'evt_known' }) });
	await deliver(url, { body: event({ id: 'evt_next' }) });
	expect(server.executions.list.map(({ input }) => input[0]?.['id'])).toEqual(['evt_next']);
	expect(JSON.parse(server.database.get(name) ?? '')).toEqual({
		'node:TPRM Trigger': { handledEvents: `other ${known} ${next}` },
		'node:Other': { a: 1 },
	});
	for (const handledEvents of ['', ['evt_known', 7, null], { a: 1 }]) {
		server.database.set(name, JSON.stringify({ 'node:TPRM Trigger': { handledEvents } }));
		expect((await deliver(url)).status).toBe(200);
	}
	expect(server.executions.list).toHaveLength(4);
});
