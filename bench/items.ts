import path from 'node:path';

import axios from 'axios';

import type { Spread } from './support/compare';
import { compare, IS_TRY, ROUNDS, round, scaled, spread } from './support/compare';
import type { N8n } from './support/n8n';
import type { Part } from './support/part';
import { startProcess } from './support/process';
import { conclude, printTable } from './support/results';
import type { BenchWorkflow, Step } from './support/workflows';
import { benchWorkflow, HTTP_REQUEST_PAGES, ITEMS, pagedHttp } from './support/workflows';

const CASES = [
	{ items: scaled(200, 10), pages: 1 },
	{ items: scaled(60, 10), pages: 5 },
];
type Case = (typeof CASES)[number];

const LATENCY_MS = 50;
/** Records per page: a number that is usual as a page size would be one to Automatic. */
const PAGE = 19;
const AT_ONCE = IS_TRY ? [8] : [8, 16, 32];
/** Between these, Automatic shows nothing new: it costs one search whatever the bound is. */
const AUTOMATIC_AT_ONCE = IS_TRY ? [8] : [8, 32];
const MOST_OF_LOOP = 1.15;
const MOST_REFUSALS = 0.1;
const ALL_AT_ONCE = 'HTTP Request, all at once';
const loop = (atOnce: number) => `Bare loop, ${atOnce} at once`;
const ours = (atOnce: number) => `Paged HTTP, ${atOnce} at once`;
const automatic = (atOnce: number) => `Paged HTTP, Automatic, ${atOnce} at once`;
const SEARCH = 'Paged HTTP, Automatic, one list';

/** n8n loads a node of these figures alone, which is no part of the package. */
const ENVIRONMENT = { N8N_CUSTOM_EXTENSIONS: path.join(__dirname, 'support/loop') };

/** Paged HTTP for a list with a total. */
const fields = (more: object, options: object) =>
	pagedHttp({ ...BY_TOTAL, ...more }, { prefetch: 0, ...options });
const BY_TOTAL = {
	url: '={{ $json.url }}',
	limitValue: PAGE,
	pageUntil: 'reachTotalCount',
	totalCount: 'total',
};

function httpRequest(pages: number): Step[] {
	const [request, split] = HTTP_REQUEST_PAGES;
	if (!request || !split) throw new Error('HTTP Request and Split Out are missing');
	const url = '={{ $json.url }}';
	const options = pages > 1 ? request.parameters : { options: {} };
	return [{ ...request, parameters: { ...options, url } }, split];
}

const step = (name: string, type: string, parameters: object): Step => ({ name, type, parameters });

/** Where a way reads: Automatic reads lists of one page that have none, and say nothing about it. */
interface Way {
	workflow: BenchWorkflow;
	kind: 'rows' | 'plain';
	/** How many lists are read; all by default. */
	most?: number;
}

/** @returns the ways to read the lists of a case, by name */
function waysOf({ pages }: Case): Record<string, Way> {
	const way = (id: string, steps: Step[], kind: Way['kind'] = 'rows'): Way => ({
		workflow: benchWorkflow(`items-${pages}-${id}`, [ITEMS, ...steps]),
		kind,
	});
	const bounded = AT_ONCE.flatMap((atOnce): Array<[string, Way]> => {
		const bare = step('Bare Loop', 'CUSTOM.bareLoop', { atOnce, pages });
		return [
			[loop(atOnce), way(`loop-${atOnce}`, [bare])],
			[ours(atOnce), way(`ours-${atOnce}`, [fields({}, { concurrentRequests: atOnce })])],
		];
	});
	const searching = AUTOMATIC_AT_ONCE.map((atOnce): [string, Way] => {
		const node = fields({ source: 'automatic' }, { concurrentRequests: atOnce });
		return [automatic(atOnce), way(`auto-${atOnce}`, [node], pages > 1 ? 'rows' : 'plain')];
	});
	return {
		[ALL_AT_ONCE]: way('http', httpRequest(pages)),
		...Object.fromEntries([...bounded, ...searching]),
		[SEARCH]: {
			...way('auto-1', [fields({ source: 'automatic' }, {})], pages > 1 ? 'rows' : 'plain'),
			most: 1,
		},
	};
}

const WAYS = CASES.map((one) => ({ one, ways: waysOf(one) }));

/** What a crowded API takes at once, and the wait that it asks for. */
const CROWD_TAKES = 4;
const CROWD_WAIT_MS = 1_000;
/** Of the time of a loop that knows what the API takes, and of one wait to find that out. */
const MOST_OF_FLOOR = 1.5;

const CROWDED = {
	[ALL_AT_ONCE]: benchWorkflow('crowd-http', [
		ITEMS,
		...httpRequest(1)
			.slice(0, 1)
			.map((one) => ({ ...one, onError: 'continueRegularOutput' })),
	]),
	[loop(CROWD_TAKES)]: benchWorkflow('crowd-loop', [
		ITEMS,
		step('Bare Loop', 'CUSTOM.bareLoop', { atOnce: CROWD_TAKES, pages: 1 }),
	]),
	...Object.fromEntries(
		[8, 32].map((concurrentRequests) => [
			ours(concurrentRequests),
			benchWorkflow(`crowd-ours-${concurrentRequests}`, [
				ITEMS,
				fields({}, { concurrentRequests }),
			]),
		]),
	),
};

interface Time extends Case {
	way: string;
	ms: Spread;
	/** The most requests that were open at once, and how many there were. */
	open: number;
	requests: number;
}

interface Crowded {
	way: string;
	ms: Spread;
	records: number;
	rejected: number;
}

/** How fast Paged HTTP reads a list for each of many items, beside HTTP Request and a loop with the same bound. */
export async function items(): Promise<Part> {
	const { child, first: url } = await startProcess<string>('pagedServer.ts');
	return {
		workflows: [
			...WAYS.flatMap(({ ways }) => Object.values(ways).map(({ workflow }) => workflow)),
			...Object.values(CROWDED),
		],
		settings: { environment: ENVIRONMENT },
		measure: async (n8n) => {
			const times: Time[] = [];
			for (const { one, ways } of WAYS) times.push(...(await measure(n8n, url, one, ways)));
			const crowded = await measureCrowded(n8n, url);
			report({ n8n: n8n.version, times, crowded, latencyMs: LATENCY_MS });
		},
		stop: () => child.disconnect(),
	};
}

/** @returns what the server counted since it was asked last */
async function counted(url: string): Promise<{ open: number; requests: number; refused: number }> {
	const { data } = await axios.get<{ open: number; requests: number; refused: number }>(
		`${url}/counted`,
	);
	return data;
}

function listsAt(url: string, kind: string, items: number, pages: number, size: number) {
	return Array.from({ length: items }, (_, item) => ({
		url: `${url}/${kind}/${LATENCY_MS}/${pages}/${size}/${item}`,
	}));
}

async function measure(
	n8n: N8n,
	url: string,
	one: Case,
	ways: Record<string, Way>,
): Promise<Time[]> {
	const { items, pages } = one;
	const read = async ({ workflow, kind, most = items }: Way) => {
		const lists = listsAt(url, kind, most, pages, PAGE);
		await counted(url);
		const run = await n8n.run(workflow, { items: lists });
		const expected = most * pages * PAGE;
		if (run.items !== expected) throw new Error(`${workflow.id}: ${run.items} of ${expected}`);
		return { ms: run.nodeMs, ...(await counted(url)) };
	};
	const found = await compare(
		Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, () => read(way)])),
	);
	return Object.entries(found).map(([way, samples]) => ({
		...{ items: ways[way]?.most ?? items, pages, way, ms: spread(samples.map(({ ms }) => ms)) },
		open: Math.max(...samples.map(({ open }) => open)),
		requests: Math.max(...samples.map(({ requests }) => requests)),
	}));
}

/** @returns how the ways get on with an API that takes 4 requests at once and rejects more */
async function measureCrowded(n8n: N8n, url: string): Promise<Crowded[]> {
	const items = scaled(200, 10);
	const lists = listsAt(url, 'crowded', items, 1, PAGE);
	const found = await compare(
		Object.fromEntries(
			Object.entries(CROWDED).map(([way, workflow]) => [
				way,
				async () => {
					await counted(url);
					const run = await n8n.run(workflow, { items: lists });
					const { refused } = await counted(url);
					const records = way === ALL_AT_ONCE ? (items - refused) * PAGE : run.items;
					return { ms: run.nodeMs, records, rejected: refused };
				},
			]),
		),
		Math.min(ROUNDS, 2),
	);
	return Object.entries(found).map(([way, samples]) => ({
		...{ way, ms: spread(samples.map(({ ms }) => ms)) },
		records: spread(samples.map(({ records }) => records)).median,
		rejected: spread(samples.map(({ rejected }) => rejected)).median,
	}));
}

function report(figures: {
	n8n: string;
	latencyMs: number;
	times: Time[];
	crowded: Crowded[];
}): void {
	const { times, crowded } = figures;
	printTable(
		`A list for each item, ${LATENCY_MS} ms per response: time of the nodes by n8n`,
		[
			['items', ({ items }) => items],
			['pages of each', ({ pages }) => pages],
			['', ({ way }) => way],
			['ms', ({ ms }) => ms.median.toFixed(0)],
			['half of them', ({ ms }) => `${ms.low.toFixed(0)} to ${ms.high.toFixed(0)}`],
			['requests', ({ requests }) => requests],
			['most open', ({ open }) => open],
		],
		times,
	);
	printTable(
		'An API for 4 requests at once that answers more with 429',
		[
			['', ({ way }) => way],
			['ms', ({ ms }) => ms.median.toFixed(0)],
			['records', ({ records }) => records],
			['rejected', ({ rejected }) => rejected],
		],
		crowded,
	);
	const of = (one: Case, way: string) =>
		times.find((time) => time.way === way && time.pages === one.pages)?.ms.median ?? NaN;
	const openOf = (atOnce: number) =>
		times
			.filter(({ way }) => [ours(atOnce), automatic(atOnce)].includes(way))
			.map(({ open }) => open);
	const rejected = (way: string) => crowded.find((row) => row.way === way)?.rejected ?? NaN;
	const crowdedMs = (way: string) => crowded.find((row) => row.way === way)?.ms.median ?? NaN;
	const floorMs = crowdedMs(loop(CROWD_TAKES)) + CROWD_WAIT_MS;
	conclude('items', figures, [
		...CASES.flatMap((one) =>
			AT_ONCE.flatMap((atOnce) => {
				const at = `${one.items} lists of ${one.pages}, ${atOnce} at once, of the loop's time`;
				const base = of(one, loop(atOnce));
				// Less one search, and the list that it was made for.
				const searched = round((of(one, automatic(atOnce)) - of(one, SEARCH)) / base);
				return [
					{ what: at, value: round(of(one, ours(atOnce)) / base), atMost: MOST_OF_LOOP },
					...(Number.isNaN(searched)
						? []
						: [{ what: `Automatic less a search, ${at}`, value: searched, atMost: MOST_OF_LOOP }]),
				];
			}),
		),
		...AT_ONCE.map((atOnce) => ({
			what: `Most open, ${atOnce} at once`,
			value: Math.max(...openOf(atOnce)),
			atMost: atOnce,
		})),
		{
			what: 'Rejected requests, of those of HTTP Request',
			value: round(rejected(ours(8)) / rejected(ALL_AT_ONCE)),
			atMost: MOST_REFUSALS,
		},
		...[8, 32].map((atOnce) => ({
			what: `An API for ${CROWD_TAKES} at once that gets ${atOnce}, of the least time`,
			value: round(crowdedMs(ours(atOnce)) / floorMs),
			atMost: MOST_OF_FLOOR,
		})),
	]);
}
