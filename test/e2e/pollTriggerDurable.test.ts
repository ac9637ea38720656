import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { publish } from '../../sandbox/server/activation';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary, WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { Listeners } from '../helpers/listen';
import type { ListRecord, PolledList } from '../helpers/polledList';
import { EVERY_10_S, readsList, record, startList } from '../helpers/polledList';
import { listExecutions } from './executions';
import { line } from './line';

/** What makes n8n store a poll's state and its execution together. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_POLL_TIMEOUT: '30',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	// As text, the log leaves out what it knows of a poll that failed.
	N8N_LOG_FORMAT: 'json',
};

const SOME_MINUTES = 240_000;
/** Records whose keys, with what is kept of each, fill the 5,000,000 characters that are allowed. */
const MANY = 99_000;

const NODE = 'Paged HTTP Trigger';
type Name = 'killed' | 'large' | 'slow';
const idOf = (name: Name) => `durable-${name}`;

const listeners = new Listeners();
const lists = {} as Record<Name, PolledList>;
let instance: TemporaryInstance;
/** Called when a run has begun. */
let onRun: () => void = () => {};

beforeAll(async () => {
	for (const name of ['killed', 'large', 'slow'] as const) lists[name] = await startList(listeners);
	const target = await listeners.http((_, response) => {
		onRun();
		response.end('{}');
	});
	const page = { schemeType: 'onePage' };
	const workflows = [
		pollingWorkflow('killed', target),
		pollingWorkflow('large', target, page),
		pollingWorkflow('slow', target, page),
	];
	instance = await startTemporary(line, workflows, {
		environment: { ...WITHOUT_EDITOR, ...DURABLE },
	});
});
afterAll(async () => {
	listeners.close();
	await instance?.stop();
});

function pollingWorkflow(name: Name, target: string, more: IDataObject = {}) {
	const id = idOf(name);
	const nodes = [
		{
			name: NODE,
			type: 'n8n-nodes-grc-tprm.pagedHttpTrigger',
			typeVersion: 1,
			parameters: { ...readsList(lists[name], more), pollTimes: { item: EVERY_10_S } },
		},
		{
			name: 'Target',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: target, options: {} },
		},
	];
	return {
		...{ id, name: id, active: false, settings: { executionOrder: 'v1' } },
		nodes: nodes.map((node, index) => ({ id: `${id}-${index}`, position: [0, 0], ...node })),
		connections: { [NODE]: { main: [[{ node: 'Target', type: 'main', index: 0 }]] } },
	};
}

/** @returns what n8n stored of each execution, as text: of one that was killed it is in another place */
async function executions(name: Name): Promise<string[]> {
	const all = await listExecutions(instance.rest, idOf(name));
	return await Promise.all(
		all.map(async ({ id }) =>
			JSON.stringify(await instance.rest.call('GET', `/rest/executions/${id}`)),
		),
	);
}

/** @returns how many executions each of the texts is in, once none is in none */
async function startsOf(name: Name, texts: string[]): Promise<number[]> {
	return await until(
		async () => {
			const stored = await executions(name);
			const seen = texts.map((text) => stored.filter((run) => run.includes(text)).length);
			return { is: !seen.includes(0), seen };
		},
		`runs of ${name} with ${texts.join(', ')}`,
		SOME_MINUTES,
	);
}

/** Waits for polls that begin from now on. */
async function untilPolled({ asked }: PolledList, times = 1): Promise<void> {
	const before = asked.length;
	const isFirst = (url: string) => !url.includes('page=') || url.includes('page=1');
	await until(
		async () => {
			const seen = asked.slice(before).filter(isFirst).length;
			// The one after them shows that they have ended.
			return { is: seen > times, seen };
		},
		`${times} polls`,
		SOME_MINUTES,
	);
}

/** A change of the list that shows where it is. */
const changed = (id: number): ListRecord => record(id, `Changed ${randomUUID()}`);

it(`starts exactly one run for each change on n8n ${line.version}, killed around its start`, async () => {
	const list = lists.killed;
	await publish(instance, idOf('killed'), true);
	await untilPolled(list, 2);
	/** When to kill: milliseconds after the request of the last page, or in the run. */
	const moments = [{ after: 0 }, { after: 30 }, { run: true }];
	const names: string[] = [];
	for (const { after, run } of moments) {
		let kill: Promise<void> | undefined;
		const end = () => void (kill ??= instance.server.kill());
		list.beforeAnswer = ({ searchParams }) => {
			if (searchParams.get('page') === '3' && after !== undefined) setTimeout(end, after);
			return 200;
		};
		onRun = run ? end : () => {};
		const one = changed(2);
		names.push(one.name);
		list.records[1] = one;
		await until(async () => ({ is: kill !== undefined, seen: names }), 'the kill', SOME_MINUTES);
		list.beforeAnswer = () => 200;
		onRun = () => {};
		await kill;
		await instance.server.start();
		await instance.rest.enter();
		await startsOf('killed', [one.name]);
	}
	await untilPolled(list, 2);
	expect(await startsOf('killed', names)).toEqual(names.map(() => 1));
	await publish(instance, idOf('killed'), false);
});

it('keeps a state of nearly 5,000,000 characters', async () => {
	const list = lists.large;
	const items = Array.from({ length: MANY }, () => ({ ...record(1), id: String(randomUUID()) }));
	list.body = { items };
	await publish(instance, idOf('large'), true);
	await untilPolled(list, 2);
	const one = { ...changed(1), id: String(items[0]?.id) };
	items[0] = one;
	expect(await startsOf('large', [one.name])).toEqual([1]);
	await untilPolled(list, 1);
	expect(await startsOf('large', [one.name])).toEqual([1]);
	expect(await executions('large')).toHaveLength(1);
	await publish(instance, idOf('large'), false);
});

it('a poll over its time limit is a failed run that says what to do; the next one returns the change', async () => {
	const list = lists.slow;
	await publish(instance, idOf('slow'), true);
	await untilPolled(list, 2);
	const one = changed(2);
	list.records[1] = one;
	list.beforeAnswer = async () => await new Promise<number>(() => {});
	await startsOf('slow', ['could not be read within 24 seconds']);
	list.beforeAnswer = () => 200;
	expect(await startsOf('slow', [one.name])).toEqual([1]);
});

it('n8n waits as long as a server says that limits its rate', async () => {
	const list = lists.slow;
	list.headers = { 'Retry-After': '600' };
	list.beforeAnswer = () => 429;
	const log = () => readFileSync(instance.server.logFile, 'utf8');
	const said = /Poll failed; backing off.*rate-limited.*600000/;
	await until(async () => ({ is: said.test(log()), seen: '' }), 'the wait', SOME_MINUTES);
});
