import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { Harness } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { amount } from '../helpers/amounts';
import { nextRound, quiet, withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pagedHttp } from '../helpers/pagedHttp';
import { seeded } from '../helpers/seeded';

/** One list of the API below. */
interface List {
	/** Records per page. */
	pages: number[];
	/** Pages from this one on are refused for good. */
	failsFrom?: number;
	/** Whether each page is refused once, to be requested again. */
	isLimited?: boolean;
	/** What leads from page to page. */
	kind: 'next' | 'total' | 'until empty' | 'unpaged';
}

const harness = harnessForAll();
const listeners = new Listeners();
const batches: unknown[] = [];

/** What the API has, and what it saw. */
let lists: List[];
let url = '';
let seen: Array<{ path: string; open: number; time: number }>;
let open = 0;
/** Requests that were refused once. */
let refused = new Set<string>();
/** Rounds of the event loop that an answer takes. */
let roundsFor: (path: string) => number;
/** Until so many requests are open at once, pages wait for one another, however slow the machine is. */
let awaited = 0;

beforeAll(() => {
	const sub = singleNode({ type: 'n8n-nodes-base.noOp', parameters: {} }, []);
	const [start] = sub.nodes;
	if (start) start.type = 'n8n-nodes-base.executeWorkflowTrigger';
	if (start) start.parameters = { inputSource: 'passthrough' };
	const file = { ...sub, pinData: {} };
	harness.engine.subWorkflows.set('sub', file, ({ items }) => void batches.push(items));
});
beforeEach(async () => {
	await serve();
	roundsFor = () => 20;
	awaited = 0;
});
afterEach(() => listeners.close());

/** @returns ids that say where a record is */
const idsOf = (list: number, page: number) =>
	Array.from({ length: lists[list]?.pages[page - 1] ?? 0 }, (_, at) => `${list}-${page}-${at}`);

async function serve(): Promise<void> {
	[seen, lists, open, refused] = [[], [], 0, new Set()];
	url = await listeners.http((request, response) => {
		const path = request.url ?? '';
		seen.push({ path, open: ++open, time: Date.now() });
		response.once('close', () => open--);
		const { pathname, searchParams } = new URL(path, 'http://x');
		const list = parseInt(pathname.slice(1));
		const page = Number(searchParams.get('page') ?? 1);
		const answer = () => {
			const found = lists[list];
			if (!found) return void response.writeHead(404).end('{"message":"No such list"}');
			const { pages, failsFrom = Infinity, isLimited, kind } = found;
			if (page >= failsFrom) return void response.writeHead(400).end('{"message":"Not this one."}');
			if (isLimited && !refused.has(path)) {
				refused.add(path);
				return void response.writeHead(429, { 'Retry-After': '10' }).end('{}');
			}
			const items = idsOf(list, kind === 'unpaged' ? 1 : page).map((id) => ({ id, list }));
			const total = pages.reduce((sum, size) => sum + size, 0);
			const next = page < pages.length ? `${url}/${list}?page=${page + 1}` : null;
			const beside = { next: { next }, total: { total }, 'until empty': {}, unpaged: {} }[kind];
			response
				.setHeader('Content-Type', 'application/json')
				.end(JSON.stringify({ items, ...beside }));
		};
		void (async () => {
			if (page > 1)
				await quiet(
					() => seen.length,
					() => mostOpen() >= awaited,
				);
			for (let round = roundsFor(path); round > 0; round--) await nextRound();
			answer();
		})();
	});
}

/** @returns an input item that reads a list */
function itemFor(list: number): IDataObject {
	const address = `${url}/${list}`;
	const { kind, pages: [size = 1] = [] } = lists[list] ?? {};
	const numbers = { pageParameter: 'page', pageStartingValue: 1, limitValue: Math.max(1, size) };
	const pagingScheme = {
		next: {
			type: 'nextToken',
			tokenType: 'url',
			request: {},
			response: { nextToken: 'next' },
			pageUntil: 'noNextToken',
		},
		total: {
			type: 'pageBased',
			request: numbers,
			response: { totalCount: 'total' },
			pageUntil: 'reachTotalCount',
		},
		'until empty': { type: 'pageBased', request: numbers, pageUntil: 'noDataLeft' },
		unpaged: undefined,
	}[kind ?? 'total'];
	const dataset = { url: address, method: 'GET', property: 'items', pagingScheme };
	return { address, dataset: JSON.stringify(dataset) };
}

/** @returns a node that reads the list of each input item */
function reader(
	options: IDataObject = {},
	more: IDataObject = {},
	settings: NodeUnderTest['settings'] = {},
): NodeUnderTest {
	const ours = { dataset: '={{ $json.dataset }}', url: '={{ $json.address }}', workflowId: 'sub' };
	return pagedHttp({}, options, { ...ours, ...more }, settings);
}

const CONTINUE = { onError: 'continueRegularOutput' } as const;

const listsOf = (count: number, list: List): void =>
	void (lists = Array.from({ length: count }, () => list));
const allItems = () => lists.map((_, list) => itemFor(list));
const mostOpen = () => Math.max(...seen.map((request) => request.open));

describe('Concurrent Requests', () => {
	it.each<[IDataObject, number]>([
		[{}, 8],
		[{ concurrentRequests: 4, prefetch: 6 }, 6],
		[{ concurrentRequests: 1, prefetch: 0 }, 1],
	])('with the options %j up to %i requests are open', async (options, most) => {
		listsOf(20, { pages: [2, 2, 2, 2, 2], kind: 'total' });
		awaited = most;
		const result = await harness.run(reader(options), allItems());
		expect(result.json(NODE).map(({ id }) => id)).toEqual(
			lists.flatMap((_, list) => [1, 2, 3, 4, 5].flatMap((page) => idsOf(list, page))),
		);
		expect(mostOpen()).toBe(most);
	});

	it('few items use all of it by pages that are requested ahead', async () => {
		listsOf(2, { pages: Array<number>(40).fill(2), kind: 'total' });
		awaited = 8;
		await harness.run(reader({ prefetch: 0 }), allItems());
		expect(mostOpen()).toBe(8);
	});

	it('a single item has its Prefetch', async () => {
		listsOf(1, { pages: Array<number>(40).fill(2), kind: 'total' });
		awaited = 20;
		await harness.run(reader({ prefetch: 20, concurrentRequests: 2 }), allItems());
		expect(mostOpen()).toBe(20);
	});

	it('is rejected when it is no number from 1 to 32', async () => {
		listsOf(2, { pages: [1], kind: 'total' });
		const { error } = await harness.run(reader({ concurrentRequests: 33 }), allItems());
		expect(error?.message).toMatch(/^Concurrent Requests must be a number from 1 to 32/);
		expect(seen).toEqual([]);
	});

	it('a refusal for one item makes all of them wait', async () => {
		listsOf(20, { pages: [1], kind: 'total' });
		lists[5] = { pages: [1], kind: 'total', isLimited: true };
		roundsFor = (path) => (path.startsWith('/5?') ? 0 : 30);
		const { error } = await withFakeClock(() => harness.run(reader(), allItems()));
		expect(error).toBeUndefined();
		const refusedAt = seen.find(({ path }) => path.startsWith('/5?'))?.time ?? NaN;
		const waits = seen.slice(8).map(({ time }) => time - refusedAt);
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
	});

	it('after an error that stops the node, no item is begun', async () => {
		listsOf(40, { pages: [1, 1, 1], kind: 'next' });
		lists[3] = { pages: [1, 1], kind: 'next', failsFrom: 1 };
		roundsFor = (path) => (path === '/3' ? 60 : 20);
		const { error } = await harness.run(reader(), allItems());
		expect(error).toMatchObject({
			message: expect.stringContaining('Not this one'),
			context: { itemIndex: 3 },
		});
		const begun = new Set(seen.map(({ path }) => path.replace(/\?.*/, '')));
		// Up to 8 requests more are ready, and one is sent in place of that which fails.
		expect(begun.size).toBeLessThanOrEqual(17);
	});

	it('with Interval, the items are read one after the other', async () => {
		listsOf(3, { pages: [1, 1], kind: 'next' });
		const run = () => harness.run(reader({ interval: 5 }), allItems());
		expect((await withFakeClock(run)).json(NODE)).toHaveLength(6);
		expect(mostOpen()).toBe(1);
	});

	it('an error says which row it is about, and which others failed', async () => {
		listsOf(3, { pages: [1, 1, 1], kind: 'next' });
		lists[1] = { pages: [1, 1, 1], kind: 'next', failsFrom: 2 };
		lists[2] = { pages: [1, 1, 1], kind: 'next', failsFrom: 3 };
		const { error } = await harness.run(reader(), allItems());
		expect(error?.description).toContain('This is row 2 of 3.');
		expect(error?.description).not.toContain('..');
	});

	it('a canceled run ends at once', async () => {
		listsOf(20, { pages: [1, 1, 1], kind: 'next' });
		const stop = new AbortController();
		roundsFor = (path) => {
			if (path.includes('page=2')) stop.abort();
			return 20;
		};
		const { status } = await harness.run(reader(), allItems(), { signal: stop.signal });
		expect(status).toBe('canceled');
		expect(seen.length).toBeLessThanOrEqual(24);
	});
});

it('each item has its own URL, parameters, headers, and options', async () => {
	const asked: unknown[] = [];
	const origin = await listeners.http(({ url: path, headers }, response) => {
		asked.push([path, headers['x-tenant'], headers['x-fixed']]);
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ items: [{ id: path }] }));
	});
	const items = ['a', 'b', 'c'].map((name, at) => ({ address: `${origin}/${name}`, name, at }));
	const header = [
		{ name: 'X-Tenant', value: '={{ $json.name.toUpperCase() }}' },
		{ name: 'X-Fixed', value: 'all' },
	];
	const node: NodeUnderTest = {
		type: 'pagedHttp',
		parameters: {
			...{ authentication: 'none', source: 'fields', url: '={{ $json.address }}' },
			...{ schemeType: 'pageBased', property: 'items', pageUntil: 'noDataLeft' },
			pageParameter: '=page-{{ $json.name }}',
			returnAll: false,
			limit: 5,
			options: { prefetch: 1, headers: { header }, maxPages: '={{ $json.at + 1 }}' },
		},
	};
	expect((await harness.run(node, items)).error).toBeUndefined();
	const pagesOf = (name: string, pages: number[]) =>
		pages.map((page) => [`/${name}?page-${name}=${page}`, name.toUpperCase(), 'all']);
	expect(asked.sort()).toEqual([
		...pagesOf('a', [1]),
		...pagesOf('b', [1, 2]),
		...pagesOf('c', [1, 2, 3]),
	]);
});

describe('Batches of several items', () => {
	const toBatches = (options: IDataObject = {}, settings = {}) =>
		reader({ batchSize: 2, ...options }, { output: 'batches' }, settings);

	it('are handed on in the order of the items; of later ones, a page is read ahead', async () => {
		listsOf(6, { pages: [2, 2, 2], kind: 'next' });
		roundsFor = (path) => (path.startsWith('/0') ? 200 : 5);
		batches.length = 0;
		await harness.run(toBatches(), allItems());
		const ids = batches.map((records) =>
			(records as Array<{ json: IDataObject }>).map(({ json }) => json.id),
		);
		expect(ids).toEqual(lists.flatMap((_, list) => [1, 2, 3].map((page) => idsOf(list, page))));
		const second = seen.findIndex(({ path }) => path === '/0?page=2');
		expect(seen.slice(0, second).map(({ path }) => path)).toEqual(
			expect.arrayContaining(['/1', '/2', '/3', '/4', '/5']),
		);
		expect(second).toBe(6);
	});

	it('end with the item that stops the node', async () => {
		listsOf(4, { pages: [2, 2], kind: 'next' });
		lists[1] = { pages: [2, 2], kind: 'next', failsFrom: 2 };
		batches.length = 0;
		const { error } = await harness.run(toBatches(), allItems());
		expect(error).toMatchObject({
			message: expect.stringContaining('Not this one'),
			context: { itemIndex: 1 },
		});
		expect(batches).toHaveLength(3);
	});
});

describe('Paging Setup: Automatic finds a scheme once', () => {
	const read = async () => {
		seen = [];
		const run = await harness.run(reader({}, { source: 'automatic' }), allItems());
		expect(run.error).toBeUndefined();
		return run;
	};
	const isShared = ({ evidence }: IDataObject) => JSON.stringify(evidence).includes('found before');
	const requestsOf = (list: number) =>
		seen.filter(({ path }) => new RegExp(`^/${list}(\\?|$)`).test(path)).length;

	it('for lists without pages', async () => {
		listsOf(20, { pages: [3], kind: 'unpaged' });
		const summaries = (await read()).json(NODE, 1);
		expect(summaries.map(isShared)).toEqual(lists.map((_, list) => list > 0));
		expect(lists.slice(1).every((_, at) => requestsOf(at + 1) === 1)).toBe(true);
	});

	it('for numbered pages, whose first one is requested once', async () => {
		listsOf(20, { pages: [2, 2, 1], kind: 'until empty' });
		const run = await read();
		expect(run.json(NODE)).toHaveLength(100);
		expect(run.json(NODE, 1).map(isShared)).toEqual(lists.map((_, list) => list > 0));
		expect(requestsOf(19)).toBe(4);
	});

	it('not for a list with more records than the one that proved it', async () => {
		listsOf(6, { pages: [2], kind: 'unpaged' });
		lists[3] = { pages: [45, 45, 5], kind: 'until empty' };
		lists[5] = { pages: [7], kind: 'until empty' };
		const run = await read();
		expect(run.json(NODE)).toHaveLength(4 * 2 + 95 + 7);
		const expected = [false, true, true, false, true, true];
		expect(run.json(NODE, 1).map(isShared)).toEqual(expected);
	});

	it('by a later list where the first ones are missing or empty', async () => {
		listsOf(12, { pages: [2, 2], kind: 'until empty' });
		lists[0] = { pages: [], kind: 'until empty' };
		const items = [itemFor(99), ...allItems()];
		const automatic = reader({}, { source: 'automatic' }, CONTINUE);
		const summaries = (await harness.run(automatic, items)).json(NODE, 1);
		expect(summaries.map(({ items: count }) => count)).toEqual([0, 0, ...Array(11).fill(4)]);
		expect(summaries.slice(2).map(isShared)).toEqual([false, ...Array(10).fill(true)]);
	});

	const rows = (count: number, from = 0) =>
		Array.from({ length: count }, (_, at) => ({ id: from + at, name: `Name ${from + at}` }));
	const numbered = (size: number, count: number) => (query: URLSearchParams) => {
		const from = (Number(query.get('page') ?? 1) - 1) * size;
		return rows(Math.max(0, Math.min(size, count - from)), from);
	};
	const unpaged = () => ({ items: rows(3) });
	type Answer = (query: URLSearchParams) => object | undefined;
	/** Two lists with similar URLs, what the first one proves does not go for the other. */
	const OTHERS: Array<[string, first: Answer, other: Answer, records: number]> = [
		[
			'whose records have other fields',
			unpaged,
			(query) => ({ items: numbered(2, 5)(query).map(({ id }) => ({ code: id, text: 'a' })) }),
			5,
		],
		[
			'whose response says more',
			unpaged,
			(query) => ({ items: numbered(2, 5)(query), page: Number(query.get('page') ?? 1) }),
			5,
		],
		[
			'without the token of the other',
			(query) =>
				query.has('after') ? { items: rows(2, 2) } : { items: rows(2), next: '?after=2' },
			(query) => ({ items: numbered(2, 5)(query) }),
			5,
		],
		['at another path', unpaged, (query) => ({ data: numbered(2, 5)(query) }), 5],
		[
			'after one that refuses guesses',
			(query) => (query.size > 0 ? undefined : unpaged()),
			(query) => ({ items: numbered(2, 5)(query) }),
			5,
		],
	];
	it.each(OTHERS)('not for a list %s', async (_what, first, other, records) => {
		const origin = await listeners.http((request, response) => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
			const body = (pathname === '/first' ? first : other)(searchParams);
			response.writeHead(body ? 200 : 400, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify(body ?? { message: 'Unknown parameter' }));
		});
		const items = ['first', 'other'].map((name) => ({ address: `${origin}/${name}` }));
		const run = await harness.run(reader({}, { source: 'automatic' }), items);
		expect(run.error).toBeUndefined();
		const [, summary] = run.json(NODE, 1);
		expect([summary?.items, isShared(summary ?? {})]).toEqual([records, false]);
	});

	it('for smaller pages of the same kind', async () => {
		listsOf(2, { pages: [3, 3, 1], kind: 'until empty' });
		lists[1] = { pages: [2, 2, 1], kind: 'until empty' };
		const run = await read();
		expect(run.json(NODE)).toHaveLength(12);
		expect(run.json(NODE, 1).map(isShared)).toEqual([false, true]);
	});

	it('not for URLs with other parameters, or of another depth', async () => {
		listsOf(1, { pages: [3], kind: 'unpaged' });
		const items = ['/0', '/0?state=open', '/0/', '/0', '/0?state=closed'].map((path) => ({
			address: `${url}${path}`,
		}));
		const summaries = (await harness.run(reader({}, { source: 'automatic' }), items)).json(NODE, 1);
		expect(summaries.map(isShared)).toEqual([false, false, false, true, true]);
	});

	it('not by a page that other ones did not prove', async () => {
		listsOf(3, { pages: [2], kind: 'until empty' });
		expect((await read()).json(NODE, 1).map(isShared)).toEqual([false, false, false]);
	});
});

/** A run at random: of the lists, of the items that read them, and of how they are read. */
function anyRun(random: () => number) {
	const below = (count: number) => Math.floor(random() * count);
	const oneOf = <T>(...values: T[]) => values[below(values.length)] as T;
	const automatic = random() < 0.2;
	lists = Array.from({ length: 1 + below(4) }, (): List => {
		const pages = Array.from({ length: below(4) }, () => 1 + below(3));
		const sizes = pages.map((_, at) =>
			at < pages.length - 1 ? (pages[0] ?? 1) : (pages.at(-1) ?? 1),
		);
		return {
			pages: sizes.map((size) => Math.min(size, sizes[0] ?? 1)),
			kind: automatic
				? oneOf('next', 'total', 'unpaged', 'until empty')
				: oneOf('next', 'total', 'until empty'),
			// Guesses have a time limit, which a clock that jumps reaches.
			isLimited: !automatic && random() < 0.15,
			...(random() < 0.25 && { failsFrom: 1 + below(3) }),
		};
	});
	const items = Array.from({ length: 1 + below(12) }, () => itemFor(below(lists.length + 1)));
	const readMode = oneOf('all', 'all', 'changes');
	const output = oneOf('items', 'items', 'file', 'batches');
	const more: IDataObject = {
		output,
		readMode,
		recordKey: 'id',
		countAsDone: oneOf('immediately', 'confirmed'),
		...(automatic && { source: 'automatic' }),
		...(random() < 0.2 && readMode === 'all' && { returnAll: false, limit: 1 + below(4) }),
	};
	const options: IDataObject = {
		// A clock that jumps loses count of requests that are aborted.
		prefetch: lists.some(({ isLimited }) => isLimited) ? 1 : oneOf(0, 1, 3),
		batchSize: 1 + below(4),
		onError: oneOf('fail', 'keep'),
		onIncomplete: oneOf('fail', 'warn'),
		...(random() < 0.2 && { maxPages: 1 + below(2) }),
	};
	return { items, more, options, settings: random() < 0.5 ? CONTINUE : {} };
}

const RUNS = amount(24, 1_000);
const PARTS = 20;

describe('what is read at once is as one after the other', () => {
	it.each([...Array(PARTS).keys()])(
		'random runs, part %i',
		async (part) => {
			for (let seed = part; seed < RUNS; seed += PARTS) {
				const { items, more, options, settings } = anyRun(seeded(seed));
				const outcome = async (concurrentRequests: number) => {
					refused = new Set();
					const speed = seeded(seed + concurrentRequests);
					roundsFor = () => Math.floor(speed() * 30);
					batches.length = 0;
					const outputs = [];
					let staticData: IDataObject = {};
					const workflowId = randomUUID();
					for (let time = 0; time < (more.readMode === 'changes' ? 2 : 1); time++) {
						const node = reader({ ...options, concurrentRequests }, more, settings);
						const mode = 'trigger' as const;
						const run = () =>
							harness.run(node, items, {
								mode,
								staticData,
								workflowId,
								executionId: `run ${time}`,
							});
						const hasWaits = lists.some(({ isLimited }) => isLimited);
						const result = await (hasWaits ? withFakeClock(run) : run());
						({ staticData } = result);
						outputs.push(shownBy(result));
					}
					return { outputs, batches: [...batches], stored: storedIn(staticData) };
				};
				const expected = await outcome(1);
				expect({ seed, ...(await outcome(seed % 2 === 0 ? 8 : 32)) }).toEqual({
					seed,
					...expected,
				});
			}
		},
		300_000,
	);
});

/** What is known of lists; one that was not read may be there, too. */
function storedIn({ global }: IDataObject): unknown[] {
	const { pagedHttpChanges } = (global ?? {}) as IDataObject;
	const { nodes = {} } = (pagedHttpChanges ?? {}) as {
		nodes?: Record<string, Record<string, { keys: string[] }>>;
	};
	const reads = Object.values(nodes).flatMap((node) => Object.entries(node));
	return reads.filter(([, { keys }]) => keys.length > 0).sort();
}

/** What may differ: how often a request was sent, an example, and what else was done before an error. */
const NOTES =
	/attempts: \d+, |, such as \S+|(<br>)?\n([^\n]* failed (too|for the same)|Not processed|[^\n]* processed \(rows?)[^\n]*/g;

/** What a user sees of a run. Requests ahead and ids differ from run to run. */
function shownBy(result: Awaited<ReturnType<Harness['run']>>): unknown {
	const { message, description, context } = result.error ?? {};
	const outputs = [0, 1].map((output) =>
		result.items(NODE, output).map(({ json, pairedItem }) => {
			const { requests: _, executionId: __, ...facts } = json;
			return { ...facts, pairedItem };
		}),
	);
	const hints = result.hints(NODE);
	const shown = { message, description, item: context?.itemIndex, outputs, hints };
	return JSON.parse(JSON.stringify(shown), (_key, value: unknown) =>
		typeof value === 'string' ? value.replace(NOTES, '') : value,
	);
}
