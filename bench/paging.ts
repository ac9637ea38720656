import { Agent } from 'node:http';

import axios from 'axios';

import type { Spread } from './support/compare';
import { compare, IS_TRY, ROUNDS, round, scaled, spread } from './support/compare';
import type { Memory, N8n } from './support/n8n';
import type { Part } from './support/part';
import { startProcess } from './support/process';
import { conclude, printTable } from './support/results';
import { benchWorkflow, HTTP_REQUEST_PAGES, pagedHttp } from './support/workflows';

/** 1,000 pages with latency would take most of an hour, and show the same as 100 do. */
const CASES = [
	{ pages: scaled(100), latencyMs: 0 },
	{ pages: scaled(100), latencyMs: 20 },
	{ pages: scaled(100), latencyMs: 50 },
	{ pages: scaled(1_000), latencyMs: 0 },
].slice(IS_TRY ? 2 : 0);
const PAGE = 100;
/** The API of this case responds to four requests at once and rejects more. */
const CROWDED = { pages: scaled(100, 20), latencyMs: 20 };

const ONE = 'Paged HTTP, Prefetch 1';
const AUTOMATIC = 'Paged HTTP, Prefetch automatic';
const SIXTEEN = 'Paged HTTP, Prefetch 16';
const HTTP_REQUEST = 'HTTP Request and Split Out';
const LOOP = 'Plain loop over axios';

const WORKFLOWS = {
	[HTTP_REQUEST]: benchWorkflow('bench-http', HTTP_REQUEST_PAGES),
	[ONE]: benchWorkflow('bench-one', [pagedHttp({}, { speed: { settings: { prefetch: 1 } } })]),
	[AUTOMATIC]: benchWorkflow('bench-automatic', [pagedHttp()]),
	[SIXTEEN]: benchWorkflow('bench-sixteen', [
		pagedHttp({}, { speed: { settings: { prefetch: 16 } } }),
	]),
};
type NodeWay = keyof typeof WORKFLOWS;
const NODE_WAYS = Object.keys(WORKFLOWS) as NodeWay[];

interface Time {
	pages: number;
	latencyMs: number;
	way: string;
	ms: Spread;
	/** Speed in parts of that of HTTP Request with Split Out. */
	ofHttpRequest: number;
}

interface CrowdedTime {
	way: string;
	ms: Spread;
	/** Requests that the API answered with 429, per run. */
	rejected: Spread;
}

/** How fast Paged HTTP reads in the real n8n, beside HTTP Request with its own pagination and a plain loop. */
export async function paging(): Promise<Part> {
	const { child, first: url } = await startProcess<string>('pagedServer.ts');
	return {
		workflows: Object.values(WORKFLOWS),
		settings: {},
		measure: async (n8n) => {
			const times: Time[] = [];
			for (const one of CASES) times.push(...(await measureTimes(n8n, url, one)));
			const crowded = await measureCrowded(n8n, url);
			const memory = await measureMemory(n8n, url);
			report({ n8n: n8n.version, recordsPerPage: PAGE, times, crowded, memory });
		},
		stop: () => child.disconnect(),
	};
}

type Case = (typeof CASES)[number];

async function measureTimes(n8n: N8n, url: string, { pages, latencyMs }: Case): Promise<Time[]> {
	const list = `${url}/rows/${latencyMs}/${pages}`;
	const found = await compare({
		...nodeWays(async (way) => await read(n8n, way, list, pages)),
		[LOOP]: async () => await readWithLoop(list),
	});
	const base = spread(found[HTTP_REQUEST]).median;
	return Object.entries(found).map(([way, values]) => {
		const ms = spread(values);
		return { pages, latencyMs, way, ms, ofHttpRequest: round(base / ms.median) };
	});
}

function nodeWays<T>(measure: (way: NodeWay) => Promise<T>): Record<NodeWay, () => Promise<T>> {
	return Object.fromEntries(
		NODE_WAYS.map((way) => [way, async () => await measure(way)]),
	) as Record<NodeWay, () => Promise<T>>;
}

/** @returns the time of the nodes, in milliseconds */
async function read(n8n: N8n, way: NodeWay, list: string, pages: number): Promise<number> {
	const { nodeMs, items } = await n8n.run(WORKFLOWS[way], { url: list });
	if (items !== pages * PAGE) throw new Error(`${way}: ${items} of ${pages * PAGE} records`);
	return nodeMs;
}

/** A connection per request, as n8n does it. */
async function readWithLoop(list: string): Promise<number> {
	const httpAgent = new Agent({ keepAlive: false });
	const records: unknown[] = [];
	const start = performance.now();
	for (let page = 1; ; page++) {
		const { data } = await axios.get<{ items: unknown[] }>(list, {
			params: { page },
			httpAgent,
			proxy: false,
		});
		records.push(...data.items);
		if (data.items.length === 0) return performance.now() - start;
	}
}

/** @returns how the ways get on with an API that rejects what is too much */
async function measureCrowded(n8n: N8n, url: string): Promise<CrowdedTime[]> {
	const { pages, latencyMs } = CROWDED;
	const list = `${url}/crowded/${latencyMs}/${pages}`;
	const measure = async (way: NodeWay) => {
		const ms = await read(n8n, way, list, pages);
		return { ms, rejected: Number((await axios.get<number>(`${url}/refused`)).data) };
	};
	const { [HTTP_REQUEST]: _, ...ours } = nodeWays(measure);
	return Object.entries(await compare(ours, Math.min(ROUNDS, 3))).map(([way, samples]) => ({
		way,
		ms: spread(samples.map(({ ms }) => ms)),
		rejected: spread(samples.map(({ rejected }) => rejected)),
	}));
}

/** @returns the most memory of an n8n that was started for it, above what it has when idle */
async function measureMemory(n8n: N8n, url: string): Promise<Array<Memory & { way: string }>> {
	const pages = scaled(1_000);
	const figures = [];
	for (const way of NODE_WAYS.filter((name) => !IS_TRY || name === AUTOMATIC)) {
		await n8n.restart();
		// What the first runs load and compile stays.
		for (let turn = 0; turn < (IS_TRY ? 0 : 3); turn++)
			await read(n8n, way, `${url}/rows/0/10`, 10);
		const run = async () => await read(n8n, way, `${url}/rows/0/${pages}`, pages);
		figures.push({ way, records: pages * PAGE, ...(await n8n.memoryOf(run)) });
	}
	return figures;
}

function report(figures: {
	n8n: string;
	recordsPerPage: number;
	times: Time[];
	crowded: CrowdedTime[];
	memory: Array<Memory & { way: string }>;
}): void {
	const { times, crowded, memory } = figures;
	printTable(
		'Reading pages of 100 records: time of the nodes by n8n (of the loop: its own)',
		[
			['pages', ({ pages }) => pages],
			['ms per answer', ({ latencyMs }) => latencyMs],
			['', ({ way }) => way],
			['ms', ({ ms }) => ms.median.toFixed(0)],
			['half of them', ({ ms }) => `${ms.low.toFixed(0)} to ${ms.high.toFixed(0)}`],
			['speed', ({ ofHttpRequest }) => ofHttpRequest.toFixed(2)],
		],
		times,
	);
	printTable(
		`${CROWDED.pages} pages of an API for 4 requests at once that answers more with 429`,
		[
			['', ({ way }) => way],
			['ms', ({ ms }) => ms.median.toFixed(0)],
			['rejected', ({ rejected }) => rejected.median],
		],
		crowded,
	);
	printTable(
		`Memory of n8n while it reads ${scaled(1_000) * PAGE} records`,
		[
			['', ({ way }) => way],
			['idle MiB', ({ idleMib }) => idleMib.toFixed(0)],
			['growth MiB', ({ grownMib }) => grownMib.toFixed(0)],
		],
		memory,
	);
	const speed = (way: string, { pages, latencyMs }: Case) =>
		times.find((time) => time.way === way && time.pages === pages && time.latencyMs === latencyMs)
			?.ofHttpRequest ?? NaN;
	const at = ({ pages, latencyMs }: Case) => `${pages} pages at ${latencyMs} ms`;
	const grown = (way: string) => memory.find((row) => row.way === way)?.grownMib ?? NaN;
	conclude('paging', figures, [
		...CASES.flatMap((one) => [
			{ what: `Prefetch 1, ${at(one)}`, value: speed(ONE, one), atLeast: 0.97 },
			{
				what: `Prefetch automatic, ${at(one)}`,
				value: speed(AUTOMATIC, one),
				...(one.latencyMs === 50 && { atLeast: 5 }),
			},
			{
				what: `Prefetch 16, ${at(one)}`,
				value: speed(SIXTEEN, one),
				...(one.latencyMs === 50 && { atLeast: 11 }),
			},
		]),
		{
			what: 'Memory, Prefetch automatic of HTTP Request',
			value: round(grown(AUTOMATIC) / grown(HTTP_REQUEST)),
		},
	]);
}
