import {
	type IExecuteFunctions,
	type INode,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { keyOfIds } from '../../nodes/shared/webhook/deliveryKey';
import type { N8nLine } from '../../sandbox/engine/deliveryFault';
import { Engine } from '../../sandbox/engine/engine';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import type { WebhookServer } from '../../sandbox/engine/webhook';
import { deliver, event, freshTrigger, startReceiver } from '../helpers/deliveries';

const COUNTER = 'test.counter';

/** What is stored of events that are kept for some time: the hour of the tests, and their keys. */
const marked = (keys: string) => `@${Math.floor(now / 3_600_000).toString(36)} ${keys}`;

/** Counts its runs in the static data of the workflow, as a Code node may do. */
class Counter implements INodeType {
	/** Settles when the run may continue, after the number was read. */
	static pause: () => Promise<void> = async () => undefined;

	description: INodeType['description'] = {
		displayName: 'Counter',
		name: 'counter',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Counter' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions) {
		const data = this.getWorkflowStaticData('global');
		data['count'] = Number(data['count'] ?? 0) + 1;
		await Counter.pause();
		return [this.getInputData()];
	}
}

let engine: Engine;
let server: WebhookServer;
let names = 0;
let now = 1_790_000_000_000;

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await server.stop();
});

async function listen(line: N8nLine, acknowledge = 'onReceived', next: Partial<INode> = {}) {
	server = await startReceiver(engine, {}, line);
	server.loadTypes = () => ({ ...freshTrigger(), [COUNTER]: new Counter() });
	server.restart();
	const name = `Restarted ${++names}`;
	const url = await server.activate(triggerWorkflow({ acknowledge }, { name, next }), {
		by: 'init',
	});
	const stored = () => JSON.parse(server.database.get(name) ?? '{}') as Record<string, object>;
	const send = async (bodies: ReturnType<typeof event>[]) => {
		for (const body of bodies) {
			expect((await deliver(url, { body })).status).toBe(200);
			await server.idle();
			await server.executions.finished();
		}
	};
	const runs = () => server.executions.list.map(({ input }) => input[0]?.['id']);
	return { url, name, stored, send, runs };
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

it('keeps ids as one text, and survives what others put there', async () => {
	const { url, name, stored, runs } = await listen('2.x');
	const [known, next] = ['evt_known', 'evt_next'].map((id) => keyOfIds({ id }));
	const before = { handledEvents: `other ${known}` };
	server.database.set(
		name,
		JSON.stringify({ 'node:TPRM Trigger': before, 'node:Other': { a: 1 } }),
	);
	await deliver(url, { body: event({ id: 'evt_known' }) });
	await deliver(url, { body: event({ id: 'evt_next' }) });
	expect(runs()).toEqual(['evt_next']);
	expect(stored()).toEqual({
		'node:TPRM Trigger': { handledEvents: marked(`other ${known} ${next}`) },
		'node:Other': { a: 1 },
	});
	for (const handledEvents of ['', ['evt_known', 7, null], { a: 1 }]) {
		server.database.set(name, JSON.stringify({ 'node:TPRM Trigger': { handledEvents } }));
		expect((await deliver(url)).status).toBe(200);
	}
	expect(server.executions.list).toHaveLength(4);
});

const fourEvents = () => Array.from({ length: 4 }, () => event());
const idsOf = (bodies: ReturnType<typeof event>[]) => bodies.map(({ id }) => id);
const storedOf = (bodies: ReturnType<typeof event>[]) => ({
	handledEvents: marked(bodies.map((body) => keyOfIds(body)).join(' ')),
});

describe.each<N8nLine>(['2.x', '1.x'])('n8n %s', (line) => {
	it('Immediately: what runs write stays, and so do the ids, after a restart too', async () => {
		const { send, runs, stored } = await listen(line, 'onReceived', { type: COUNTER });
		const bodies = fourEvents();
		await send(bodies);
		expect(stored()).toEqual({
			global: { count: 4 },
			'node:TPRM Trigger': storedOf(bodies),
		});
		server.restart();
		await send(bodies);
		expect(runs()).toEqual(idsOf(bodies));
	});

	it('When Last Node Finishes: the same, once the run has succeeded', async () => {
		const { send, runs, stored } = await listen(line, 'lastNode', { type: COUNTER });
		const bodies = fourEvents();
		await send(bodies);
		expect(stored()).toEqual({
			global: { count: 4 },
			'node:TPRM Trigger': storedOf(bodies),
		});
		server.restart();
		await send(bodies);
		expect(runs()).toEqual(idsOf(bodies));
	});

	it('When Last Node Finishes, and no node writes static data: the ids are stored all the same', async () => {
		const { send, runs, stored } = await listen(line, 'lastNode');
		const bodies = fourEvents();
		await send([...bodies, ...bodies]);
		expect(stored()).toEqual({ 'node:TPRM Trigger': storedOf(bodies) });
		server.restart();
		await send(bodies);
		expect(runs()).toEqual(idsOf(bodies));
	});

	it('When Last Node Finishes: an event whose run failed runs again, also after a restart', async () => {
		const { url, send, runs } = await listen(line, 'lastNode', { type: COUNTER });
		const [failing = event(), other = event()] = fourEvents();
		Counter.pause = async () => await Promise.reject(new Error('The target is down'));
		expect((await deliver(url, { body: failing })).status).toBe(500);
		Counter.pause = async () => undefined;
		await send([other]);
		server.restart();
		await send([failing, failing, other]);
		expect(runs()).toEqual(idsOf([failing, other, failing]));
	});

	it('a run that ends late stores the events that were handled in the meantime', async () => {
		const { url, runs, stored } = await listen(line, 'onReceived', { type: COUNTER });
		const bodies = fourEvents();
		const open: Array<() => void> = [];
		Counter.pause = async () => await new Promise((resolve) => open.push(resolve));
		for (const body of bodies) expect((await deliver(url, { body })).status).toBe(200);
		await server.idle();
		await new Promise((resolve) => setImmediate(resolve));
		Counter.pause = async () => undefined;
		// The first run ends last.
		for (const next of open.splice(0).reverse()) next();
		await server.executions.finished();
		expect(stored()['node:TPRM Trigger']).toEqual(storedOf(bodies));
		server.restart();
		for (const body of bodies) expect((await deliver(url, { body })).status).toBe(200);
		expect(runs()).toEqual(idsOf(bodies));
	});
});

const HOUR_MS = 3_600_000;

it.each(['onReceived', 'lastNode'])(
	'%s: stores what the service may still send again, and the last 100 events of 30 days',
	async (acknowledge) => {
		const { send, runs, stored } = await listen('2.x', acknowledge, { type: COUNTER });
		const sizes: number[] = [];
		const sent: ReturnType<typeof event>[] = [];
		for (let hour = 0; hour < 30; hour++) {
			const bodies = fourEvents();
			sent.push(...bodies);
			await send(bodies);
			now += HOUR_MS;
			sizes.push(JSON.stringify(stored()['node:TPRM Trigger']).length);
		}
		expect(Math.max(...sizes)).toBeLessThan(1_500);
		// Someone sends them again by hand.
		now += 27 * 24 * HOUR_MS;
		server.restart();
		const before = runs().length;
		await send(sent.slice(-90));
		expect(runs()).toHaveLength(before);
		await send(sent.slice(0, 1));
		expect(runs()).toHaveLength(before + 1);
	},
);

it('events that overlap are stored with the next one: a stop in between lets them run again', async () => {
	const { url, runs } = await listen('2.x');
	const bodies = Array.from({ length: 10 }, () => event());
	const together = async () =>
		await Promise.all(bodies.map(async (body) => await deliver(url, { body })));
	await together();
	await started(10);
	server.restart();
	await together();
	await server.idle();
	const again = runs().length - 10;
	expect(again).toBeGreaterThan(0);

	expect((await deliver(url)).status).toBe(200);
	await server.idle();
	server.restart();
	const before = runs().length;
	await together();
	await server.idle();
	expect(runs()).toHaveLength(before);
});
