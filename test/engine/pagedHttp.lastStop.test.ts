import type { IDataObject } from 'n8n-workflow';

import { binaryStorage } from '../../sandbox/engine/binaryStorage';
import type { WorkflowResult } from '../../sandbox/engine/engine';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import type { SubRun } from '../../sandbox/engine/subWorkflows';
import { nextRound, withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { nextToken, pagedHttp } from '../helpers/pagedHttp';
import { type Rows, rowsOf, serveRows } from '../helpers/pagedRows';

const harness = harnessForAll();
const listeners = new Listeners();
const batches: SubRun[] = [];
/** Each test has a workflow of its own, since a process remembers what its nodes have left. */
let workflow = 0;
let execution = 0;

beforeEach(() => {
	workflow++;
	batches.length = 0;
	harness.engine.subWorkflows.set('sub', SUB, (run) => void batches.push(run));
});
afterEach(() => {
	listeners.close();
	jest.restoreAllMocks();
});

const SUB = {
	name: 'Sub',
	nodes: [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			position: [0, 0] as [number, number],
			parameters: { inputSource: 'passthrough' },
		},
	],
	connections: {},
};

const FROM_LAST_STOP = { resumption: { settings: { resumeFrom: 'lastStop' } } };
const BATCHES = { output: 'batches', workflowId: { __rl: true, mode: 'list', value: 'sub' } };

type RunOptions = Parameters<typeof harness.run>[2] & { items?: IDataObject[]; id?: string };

async function run(node: NodeUnderTest, { items = [{}], id, ...options }: RunOptions = {}) {
	const file = { ...singleNode(node, items), name: id ?? `Stops ${workflow}` };
	const executionId = String(++execution);
	const result = await withFakeClock(
		async () => await harness.engine.run(file, { executionId, ...options }),
	);
	return { ...seen(result), executionId };
}

/** What a person sees of a run. */
function seen(result: WorkflowResult) {
	return {
		result,
		ids: result.json(NODE).map(({ id }) => id),
		summary: result.json(NODE, 1)[0] ?? {},
		hints: result.hints(NODE).map(({ message }) => message),
	};
}

/** Serves rows, and stops the run of `signal` when a page is asked for the first time. */
async function stoppedAt(page: number, list: Partial<Rows> = {}) {
	const stop = new AbortController();
	const rows = list.rows ?? rowsOf(1, 55);
	const before = (asked: number) => asked === page && stop.abort();
	return { ...(await serveRows(listeners, { ...list, rows, before })), signal: stop.signal };
}

const idsOf = (from: number, to: number) => rowsOf(from, to).map(({ id }) => id);
const idsIn = (runs: SubRun[]) => runs.flatMap(({ items }) => items.map(({ json }) => json.id));

const lastStop = (dataset: unknown, options: IDataObject = {}, more: IDataObject = {}) =>
	pagedHttp(dataset, { ...FROM_LAST_STOP, ...options }, more);

describe('Resume From: Last Stop', () => {
	it.each(['numbered', 'linked'] as const)(
		'returns the records of a run that was stopped in the editor, with the others: %s',
		async (kind) => {
			const { [kind]: dataset, signal, requests } = await stoppedAt(4);
			// The option was not on yet.
			const stopped = await run(pagedHttp(dataset), { signal });
			expect(stopped.result.status).toBe('canceled');
			requests.length = 0;
			const { ids, summary, hints } = await run(lastStop(dataset));
			expect(ids).toEqual(idsOf(1, 55));
			expect(requests[0]).toBe(4);
			expect(summary).toMatchObject({
				...{ items: 55, resume: null },
				resumed: { execution: stopped.executionId, pages: 3, items: 30, recordsReturned: true },
			});
			expect(hints[0]).toContain(
				`Continued at page 4 of execution ${stopped.executionId}, with its 30 records.`,
			);
			// What was continued is done with.
			expect((await run(lastStop(dataset))).summary.resumed).toBeUndefined();
		},
	);

	it('continues a run that was stopped again and again', async () => {
		const stops = [2, 4, 5].map((page) => ({ page, stop: new AbortController() }));
		const { numbered } = await serveRows(listeners, {
			rows: rowsOf(1, 55),
			before: (page) => stops.find((each) => each.page === page)?.stop.abort(),
		});
		for (const { stop } of stops) await run(lastStop(numbered), { signal: stop.signal });
		const { ids, summary } = await run(lastStop(numbered));
		expect(ids).toEqual(idsOf(1, 55));
		expect(summary.resumed).toMatchObject({ pages: 4, items: 40 });
	});

	it('continues also where n8n keeps files in memory, and stores none with the workflow', async () => {
		const storage = binaryStorage() as unknown as { mode: string };
		const { mode } = storage;
		storage.mode = 'default';
		try {
			const { numbered, signal } = await stoppedAt(4);
			const { result } = await run(lastStop(numbered), { mode: 'trigger', signal });
			expect(JSON.stringify(result.staticData)).not.toContain('lastStops');
			expect((await run(lastStop(numbered), { mode: 'trigger' })).ids).toEqual(idsOf(1, 55));
		} finally {
			storage.mode = mode;
		}
	});

	it('keeps to Limit over both runs', async () => {
		const { numbered, signal } = await stoppedAt(3);
		const node = lastStop(numbered, {}, { returnAll: false, limit: 33 });
		await run(node, { signal });
		expect((await run(node)).ids).toEqual(idsOf(1, 33));
	});

	it('keeps to Limit over both runs also with batches', async () => {
		const { numbered, signal } = await stoppedAt(4);
		const node = lastStop(numbered, { batchSize: 10 }, { ...BATCHES, returnAll: false, limit: 40 });
		await run(node, { signal });
		await run(node);
		expect(idsIn(batches)).toEqual(idsOf(1, 40));
	});

	it.each([7, 10])(
		'never says that all were read of a list that has grown by %d',
		async (grown) => {
			const rows = rowsOf(1, 55);
			const { numbered, signal } = await stoppedAt(4, { rows });
			await run(pagedHttp(numbered), { signal });
			rows.unshift(...rowsOf(101, 100 + grown));
			const { summary } = await run(lastStop(numbered));
			expect(summary.stopMessage).not.toMatch(/^All/);
			// A page that was read before the break is no end of the list.
			if (grown === 10) expect(summary.incomplete).not.toEqual([]);
		},
	);

	it('loses no records that On Error: Keep returned to a node that failed for another item', async () => {
		let isDown = true;
		const { numbered } = await serveRows(listeners, {
			rows: rowsOf(1, 55),
			status: (page) => (isDown && page === 4 ? 403 : 200),
		});
		const node = lastStop(numbered, { onError: 'keep' });
		expect((await run(node)).ids).toEqual(idsOf(1, 30));
		isDown = false;
		expect((await run(node)).ids).toEqual(idsOf(1, 55));
	});

	it.each([
		['csv', 'id\r\n1\r\n2\r\n'],
		['json', '[\n{"id":1},\n{"id":2}\n]\n'],
		['ndjson', '{"id":1}\n{"id":2}\n'],
	])('begins a file of which nothing was written: %s', async (fileFormat, expected) => {
		const stop = new AbortController();
		// The first page is empty, and has a token all the same.
		const url = await listeners.http((request, response) => {
			const isFirst = !request.url?.includes('after');
			if (!isFirst) stop.abort();
			const answer = isFirst ? { items: [], next: 'b' } : { items: [{ id: 1 }, { id: 2 }] };
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(answer));
		});
		const dataset = nextToken(`${url}/list`, 'token', 'next', { tokenParameter: 'after' });
		const node = lastStop(dataset, {}, { output: 'file', fileFormat });
		expect((await run(node, { signal: stop.signal })).result.status).toBe('canceled');
		const { result, summary } = await run(node);
		expect(summary).toMatchObject({ resumed: { pages: 1, items: 0 } });
		const binary = result.items(NODE)[0]?.binary?.data;
		if (!binary) throw new Error('no file');
		expect(String(await binaryStorage().getAsBuffer(binary))).toBe(expected);
	});

	it.each(['csv', 'json', 'ndjson'])(
		'continues the file of a run that was stopped: %s',
		async (fileFormat) => {
			const { numbered, signal } = await stoppedAt(4);
			const toFile = { output: 'file', fileFormat };
			await run(pagedHttp(numbered, {}, toFile), { signal });
			const textOf = async (node: NodeUnderTest, id?: string) => {
				const { result } = await run(node, { ...(id !== undefined && { id }) });
				const [item] = result.items(NODE);
				const binary = item?.binary?.data;
				if (!binary) throw new Error('no file');
				return { json: item.json, text: String(await binaryStorage().getAsBuffer(binary)) };
			};
			const continued = await textOf(lastStop(numbered, {}, toFile));
			const whole = await textOf(pagedHttp(numbered, {}, toFile), 'Another');
			expect(continued).toEqual(whole);
			expect(continued.json.records).toBe(55);
		},
	);

	it('hands on each record once, also those of a batch that was in progress', async () => {
		const stop = new AbortController();
		harness.engine.subWorkflows.set('sub', SUB, (each) => {
			batches.push(each);
			if (batches.length === 2) stop.abort();
		});
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 95) });
		const first = await run(pagedHttp(linked, { batchSize: 20 }, BATCHES), { signal: stop.signal });
		expect(batches).toHaveLength(2);
		const { summary, hints } = await run(lastStop(linked, { batchSize: 30 }, BATCHES));
		expect(idsIn(batches)).toEqual(idsOf(1, 95));
		expect(summary).toMatchObject({ items: 55, resumed: { batches: 2, items: 40 } });
		// Those of both runs, as a person counts them.
		expect(summary.stopMessage).toBe('95 records read over several runs');
		expect(hints[0]).toContain(
			`Continued at page 5 of execution ${first.executionId}, after its 2 batches.`,
		);
	});

	it('of several lists hands on only what is left', async () => {
		const other = await serveRows(listeners, { rows: rowsOf(101, 130) });
		const { url, signal } = await stoppedAt(4);
		const dataset = { ...other.numbered, url: '={{ $json.url }}' };
		const node = (options: IDataObject) => {
			const { parameters, ...rest } = pagedHttp({}, { batchSize: 10, ...options }, BATCHES);
			const text = `=${JSON.stringify(dataset).replace('"={{ $json.url }}"', '"{{ $json.url }}"')}`;
			return { ...rest, parameters: { ...parameters, dataset: text } };
		};
		const items = [{ url: `${other.url}/numbered` }, { url: `${url}/numbered` }];
		await run(node({}), { items, signal });
		expect(idsIn(batches)).toEqual([...idsOf(101, 130), ...idsOf(1, 30)]);
		const { result } = await run(node(FROM_LAST_STOP), { items });
		expect(idsIn(batches)).toEqual([...idsOf(101, 130), ...idsOf(1, 55)]);
		expect(result.json(NODE, 1)).toMatchObject([
			{ items: 0, resumed: { items: 30, batches: 3 } },
			{ items: 25, resumed: { items: 30, batches: 3 } },
		]);
		// All of it is done now.
		await run(node(FROM_LAST_STOP), { items });
		expect(idsIn(batches)).toHaveLength(2 * 85);
	});

	it.each([
		['a batch size that cannot be', { batchSize: 0 }, BATCHES],
		['a file size that is none', { maxFileSize: 'x' }, { output: 'file', fileFormat: 'ndjson' }],
	])('is still there after a run that could not begin: %s', async (_, wrong, output) => {
		const { numbered, signal } = await stoppedAt(4);
		const options = { batchSize: 10 };
		await run(lastStop(numbered, options, output), { signal });
		const failed = await run(lastStop(numbered, wrong, output));
		expect(failed.result.error).toBeDefined();
		const { summary } = await run(lastStop(numbered, options, output));
		expect(summary.resumed).toMatchObject({ items: 30 });
		if (output === BATCHES) expect(idsIn(batches)).toEqual(idsOf(1, 55));
	});

	it.each(['linked', 'numbered'] as const)(
		'hands on nothing twice when it is stopped in the last batch: %s',
		async (kind) => {
			const stop = new AbortController();
			harness.engine.subWorkflows.set('sub', SUB, (each) => {
				batches.push(each);
				if (batches.length === 4) stop.abort();
			});
			const { [kind]: dataset } = await serveRows(listeners, { rows: rowsOf(1, 40) });
			const node = lastStop(dataset, { batchSize: 10 }, BATCHES);
			const first = await run(node, { signal: stop.signal });
			expect(first.result.status).toBe('canceled');
			const { summary } = await run(node);
			expect(idsIn(batches)).toEqual(idsOf(1, 40));
			expect(summary).toMatchObject({ items: 0, resumed: { batches: 4, items: 40 } });
			// That run has succeeded: the next one reads the list anew.
			await run(node);
			expect(idsIn(batches)).toEqual([...idsOf(1, 40), ...idsOf(1, 40)]);
		},
	);

	it('does not continue with the key of another account in the same credential', async () => {
		const { numbered, signal } = await stoppedAt(4);
		const useKey = (bearerToken: string) =>
			harness.engine.setCredential('key', {
				...{ baseUrl: new URL(numbered.url).origin, authentication: 'bearer', bearerToken },
			});
		const node = {
			...lastStop(numbered, {}, { authentication: 'pagedHttpApi' }),
			settings: { credentials: { pagedHttpApi: { id: 'key', name: 'Key' } } },
		};
		useKey('of-account-a');
		const first = await run(node, { signal });
		expect(first.result.status).toBe('canceled');
		useKey('of-account-b');
		const { ids, hints } = await run(node);
		expect(ids).toEqual(idsOf(1, 55));
		expect(hints[0]).toContain('Not resumed: Credential has changed since execution');
	});

	it('is over after a run of the whole list without the option', async () => {
		const { numbered, signal } = await stoppedAt(4);
		const mode = 'trigger';
		const whole = pagedHttp(numbered, { batchSize: 10 }, BATCHES);
		const continuing = lastStop(numbered, { batchSize: 10 }, BATCHES);
		await run(continuing, { mode, signal });
		await run(whole, { mode });
		batches.length = 0;
		await run(continuing, { mode });
		expect(idsIn(batches)).toEqual(idsOf(1, 55));
	});

	it('is over after a retry that has read the whole list', async () => {
		let isDown = true;
		const { numbered } = await serveRows(listeners, {
			rows: rowsOf(1, 55),
			status: (page) => {
				if (page !== 4 || !isDown) return 200;
				isDown = false;
				return 403;
			},
		});
		const retrying = {
			...pagedHttp(numbered, { batchSize: 10 }, BATCHES),
			settings: { retryOnFail: true },
		};
		const first = await run(retrying);
		expect(first.result.error).toBeUndefined();
		batches.length = 0;
		await run(lastStop(numbered, { batchSize: 10 }, BATCHES));
		expect(idsIn(batches)).toEqual(idsOf(1, 55));
	});

	it('of two items with the same list continues each for itself', async () => {
		let asked = 0;
		const { numbered } = await serveRows(listeners, {
			rows: rowsOf(1, 55),
			status: (page) => (page === 4 && ++asked === 2 ? 403 : 200),
		});
		const node = lastStop(numbered, { batchSize: 10 }, BATCHES);
		const failed = await run(node, { items: [{}, {}] });
		expect(failed.result.error).toBeDefined();
		await run(node, { items: [{}, {}] });
		expect(idsIn(batches)).toEqual([...idsOf(1, 55), ...idsOf(1, 55)]);
	});

	it('continues a published run that failed, also after n8n was restarted', async () => {
		let isDown = true;
		const { numbered, requests } = await serveRows(listeners, {
			rows: rowsOf(1, 55),
			status: (page) => (isDown && page === 4 ? 403 : 200),
		});
		const mode = 'trigger';
		const failed = await run(lastStop(numbered), { mode });
		expect(failed.result.error?.description).toContain('The next run continues there.');
		isDown = false;
		requests.length = 0;
		// As another process sees it: by what n8n has stored.
		const stored = JSON.parse(JSON.stringify(failed.result.staticData)) as IDataObject;
		const { ids, result } = await run(lastStop(numbered), {
			...{ mode, id: `Restarted ${workflow}`, staticData: stored },
		});
		expect(ids).toEqual(idsOf(1, 55));
		expect(requests[0]).toBe(4);
		// A process that still knows of the stop sees that it is done.
		expect(JSON.stringify(result.staticData)).toContain('"stops":[]');
	});

	it('is told in the error of a run in the editor that failed', async () => {
		let isDown = true;
		const { numbered } = await serveRows(listeners, {
			rows: rowsOf(1, 55),
			status: (page) => (isDown && page === 4 ? 403 : 200),
		});
		const failed = await run(pagedHttp(numbered));
		expect(failed.result.error?.description).toContain(
			'To continue there, set Resume From to Last Stop under Options > Resume.',
		);
		isDown = false;
		expect((await run(lastStop(numbered))).ids).toEqual(idsOf(1, 55));
	});

	it('keeps nothing of a published run without the option', async () => {
		const { numbered, signal } = await stoppedAt(4);
		const stopped = await run(pagedHttp(numbered), { mode: 'trigger', signal });
		expect(stopped.result.staticData).toEqual({});
		expect((await run(lastStop(numbered), { mode: 'trigger' })).summary.resumed).toBeUndefined();
	});

	it('of a published run continues none of the editor', async () => {
		const { numbered, signal } = await stoppedAt(4);
		await run(lastStop(numbered), { signal });
		const { ids, summary } = await run(lastStop(numbered), { mode: 'trigger' });
		expect(ids).toEqual(idsOf(1, 55));
		expect(summary.resumed).toBeUndefined();
	});

	it('does not continue where the list is another one, and says so', async () => {
		const { numbered, signal, requests } = await stoppedAt(4);
		const { executionId } = await run(lastStop(numbered), { signal });
		requests.length = 0;
		const filtered = { ...numbered, url: `${numbered.url}?tier=1` };
		const { ids, hints } = await run(lastStop(filtered));
		expect(ids).toEqual(idsOf(1, 55));
		expect(requests[0]).toBe(1);
		expect(hints[0]).toContain(
			`Not resumed: URL has changed since execution ${executionId} stopped. Reading started from the beginning.`,
		);
	});

	it('does not continue without the records, and says so', async () => {
		const { numbered, signal } = await stoppedAt(4);
		const { executionId } = await run(lastStop(numbered), { signal });
		await binaryStorage().deleteMany([
			{ type: 'execution', workflowId: `Stops ${workflow}`, executionId },
		]);
		const { ids, hints } = await run(lastStop(numbered));
		expect(ids).toEqual(idsOf(1, 55));
		expect(hints[0]).toContain(
			`Not resumed: n8n has deleted what execution ${executionId} had read.`,
		);
	});

	it('starts over after the API has refused to continue', async () => {
		let isGone = false;
		const { linked, signal } = await stoppedAt(4, {
			status: (page) => (isGone && page === 4 ? 410 : 200),
		});
		await run(lastStop(linked), { signal });
		isGone = true;
		const refused = await run(lastStop(linked));
		expect(refused.result.error?.description).toContain('The next run starts from the beginning.');
		isGone = false;
		const { ids, summary } = await run(lastStop(linked));
		expect(ids).toEqual(idsOf(1, 55));
		expect(summary.resumed).toBeUndefined();
	});

	it('is left as it was by a run that read nothing', async () => {
		let isDown = false;
		const { numbered, signal } = await stoppedAt(4, { status: () => (isDown ? 403 : 200) });
		await run(lastStop(numbered), { signal });
		isDown = true;
		expect((await run(lastStop(numbered))).result.error).toBeDefined();
		isDown = false;
		expect((await run(lastStop(numbered))).ids).toEqual(idsOf(1, 55));
	});

	it('is continued by one of two runs at once', async () => {
		const { numbered, signal } = await stoppedAt(4);
		await run(lastStop(numbered), { signal });
		const file = { ...singleNode(lastStop(numbered), [{}]), name: `Stops ${workflow}` };
		const both = await withFakeClock(
			async () =>
				await Promise.all(
					['a', 'b'].map((executionId) => harness.engine.run(file, { executionId })),
				),
		);
		const [done, refused] = both.map(seen);
		expect(done?.ids).toEqual(idsOf(1, 55));
		expect(refused?.result.error?.message).toBe('Execution a is still reading this list');
	});

	it('waits for the batch of a run that is being stopped', async () => {
		const stop = new AbortController();
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 40) });
		const { execute } = harness.engine.subWorkflows;
		let isHeld = true;
		const held: typeof execute = async (...parts) => {
			if (isHeld) {
				stop.abort();
				await released;
			}
			return await execute(...parts);
		};
		jest.spyOn(harness.engine.subWorkflows, 'execute').mockImplementation(held);
		const node = lastStop(linked, { batchSize: 20 }, BATCHES);
		const file = { ...singleNode(node, [{}]), name: `Stops ${workflow}` };
		const first = harness.engine.run(file, { executionId: 'first', signal: stop.signal });
		while (!stop.signal.aborted) await nextRound();
		const second = harness.engine.run(file, { executionId: 'second' });
		for (let round = 0; round < 20; round++) await nextRound();
		isHeld = false;
		release();
		await Promise.all([first, second]);
		expect(idsIn(batches)).toEqual(idsOf(1, 40));
	});
});
