import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import axios from 'axios';
import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { forEachPage, paginate, validateDataset } from '../nodes/shared/paging';
import { Engine } from '../sandbox/engine/engine';
import { NODE, singleNode } from '../sandbox/engine/singleNode';
import { writeResults } from './support/results';

const PAGES = 100;
const LATENCY_MS = 50;
const ROUNDS = 5;

const LOOP = 'plain axios loop, a connection per request';
const HTTP_REQUEST = "n8n's HTTP Request, its own paging";
type Prefetch = number | 'automatic';
const nameOf = (prefetch: Prefetch) => `Paged HTTP, prefetch ${prefetch}`;

interface Run {
	records: number;
	/** Requests sent, the retries of refused ones not included. */
	requests: number;
}

/** How fast Paged HTTP reads, beside a plain loop and n8n's own paging, all in one run. */
async function main() {
	const child = fork(path.join(__dirname, 'support/pagedServer.ts'), {
		execArgv: ['--import', 'tsx'],
	});
	try {
		const url = await new Promise<string>((resolve, reject) => {
			child.once('message', (message) => resolve(String(message)));
			child.once('error', reject);
		});
		const engine = await Engine.load();
		const rows = (pages: number, latency: number) => `${url}/rows/${latency}/${pages}`;
		const slow = rows(PAGES, LATENCY_MS);
		await readWithNode(engine, rows(20, 0), 4); // warm
		await readWithHttpRequest(engine, rows(20, 0));
		await readWithLoop(rows(20, 0));

		const toEmpty = await compare({
			[LOOP]: async () => await readWithLoop(slow),
			...ahead(async (prefetch) => await readWithNode(engine, slow, prefetch)),
			[HTTP_REQUEST]: async () => await readWithHttpRequest(engine, slow),
		});
		report('until an empty page (noDataLeft)', toEmpty);
		const toTotal = await compare(
			ahead(async (prefetch) => await readWithNode(engine, slow, prefetch, 'total')),
		);
		report('until the total (reachTotalCount): the first page is requested alone', toTotal);

		const crowded = await readCrowded(engine, url, 'crowded', 16);
		const crowdedAutomatic = await readCrowded(engine, url, 'crowded', 'automatic');
		const overloaded = await readCrowded(engine, url, 'overloaded', 16);
		console.log('\nServers for 4 requests at once that answer more with 429 or 500:');
		console.table({
			'429, prefetch 16': crowded,
			'429, automatic': crowdedAutomatic,
			'500, prefetch 16': overloaded,
		});
		const cpu = await measureCpu(engine, rows(500, 0));
		console.log(
			`CPU per page of 100 records: engine alone ${cpu.engineMs.toFixed(3)} ms, plain loop over HTTP ${cpu.loopMs.toFixed(2)} ms, Paged HTTP in n8n ${cpu.nodeMs.toFixed(2)} ms.`,
		);
		const growth = {
			// Nothing is kept by the reader, so memory shows what the engine keeps.
			engineAlone: await measureGrowth([100, 1_000, 10_000], readInMemory),
			inN8n: await measureGrowth(
				[100, 1_000],
				async (pages) => await readWithNode(engine, rows(pages, 0), 1, 'total'),
			),
		};
		console.log('\nAs runs get longer, the engine alone:');
		console.table(growth.engineAlone);
		console.log('Paged HTTP in n8n, over HTTP without latency:');
		console.table(growth.inN8n);

		writeResults('paging', {
			latencyMs: LATENCY_MS,
			toEmpty,
			toTotal,
			crowded,
			crowdedAutomatic,
			overloaded,
			cpu,
			growth,
		});
		process.exitCode = meetsTargets(toEmpty, crowded, overloaded) ? 0 : 1;
	} finally {
		child.disconnect();
	}
}

function ahead(read: (prefetch: Prefetch) => Promise<Run>): Record<string, () => Promise<Run>> {
	return Object.fromEntries(
		([1, 4, 8, 16, 'automatic'] as const).map((prefetch) => [
			nameOf(prefetch),
			async () => await read(prefetch),
		]),
	);
}

const dataset = (url: string, totalCount?: string) => ({
	url,
	property: 'items',
	pagingScheme: {
		type: 'pageBased',
		request: {
			pageParameter: 'page',
			pageStartingValue: 1,
			limitParameter: 'size',
			limitValue: 100,
		},
		...(totalCount === undefined
			? { pageUntil: 'noDataLeft' }
			: { response: { totalCount }, pageUntil: 'reachTotalCount' }),
	},
});

async function readWithNode(
	engine: Engine,
	url: string,
	prefetch: Prefetch,
	totalCount?: string,
): Promise<Run> {
	const result = await engine.run(
		singleNode(
			{
				type: 'pagedHttp',
				parameters: {
					source: 'dataset',
					dataset: JSON.stringify(dataset(url, totalCount)),
					returnAll: true,
					options: { prefetch },
				},
			},
			[{}],
		),
	);
	const [summary] = result.json(NODE, 1);
	if (result.error ?? !summary) throw result.error ?? new Error('There is no summary');
	return { records: result.items(NODE).length, requests: Number(summary.requests) };
}

/** Without keep-alive, as n8n does it. */
async function readWithLoop(url: string): Promise<Run> {
	const httpAgent = new Agent({ keepAlive: false });
	const records: unknown[] = [];
	let requests = 0;
	for (let page = 1; ; page++) {
		const { data } = await axios.get<{ items: unknown[] }>(url, {
			params: { page, size: 100 },
			httpAgent,
		});
		requests++;
		records.push(...data.items);
		if (data.items.length === 0) return { records: records.length, requests };
	}
}

async function readWithHttpRequest(engine: Engine, url: string): Promise<Run> {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.items.length === 0 }}',
		limitPagesFetched: false,
		requestInterval: 0,
	};
	const parameters = { url, options: { pagination: { pagination } } };
	const node = { type: 'n8n-nodes-base.httpRequest', parameters, settings: { typeVersion: 4.2 } };
	const result = await engine.run(singleNode(node, [{}]));
	if (result.error) throw result.error;
	const pages = result.json(NODE) as Array<{ items: unknown[] }>;
	return { records: pages.flatMap(({ items }) => items).length, requests: pages.length };
}

type Speed = Record<string, Run & { ms: number; timesFaster: number }>;

/** Takes turns, so that a busy moment of the machine hits all of them. */
async function compare(ways: Record<string, () => Promise<Run>>): Promise<Speed> {
	const times = new Map<string, number[]>();
	const runs = new Map<string, Run>();
	for (let turn = 0; turn < ROUNDS; turn++) {
		for (const [name, way] of Object.entries(ways)) {
			const start = performance.now();
			runs.set(name, await way());
			times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
		}
	}
	// What is slower than the best is the machine doing something else.
	const best = Object.keys(ways).map(
		(name) => [name, Math.min(...(times.get(name) ?? []))] as const,
	);
	const base = best.find(([name]) => name === nameOf(1))?.[1] ?? NaN;
	return Object.fromEntries(
		best.map(([name, ms]) => {
			const { records = 0, requests = 0 } = runs.get(name) ?? {};
			return [name, { records, requests, ms: round(ms), timesFaster: round(base / ms, 100) }];
		}),
	);
}

/** @param kind `crowded` refuses what is too much, `overloaded` fails */
async function readCrowded(engine: Engine, url: string, kind: string, prefetch: Prefetch) {
	const crowded = `${url}/${kind}/${LATENCY_MS}/${PAGES}`;
	let start = performance.now();
	await readWithNode(engine, crowded, 1);
	const plainMs = round(performance.now() - start);
	await axios.get(`${url}/refused`);
	start = performance.now();
	const { records } = await readWithNode(engine, crowded, prefetch);
	const aheadMs = round(performance.now() - start);
	const refused = Number((await axios.get<number>(`${url}/refused`)).data);
	return { records, plainMs, aheadMs, refused };
}

/** CPU of this process per page; the server is another one. */
async function measureCpu(engine: Engine, url: string) {
	const pages = 500;
	const perPage = async (work: () => Promise<unknown>) => {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		return round((user + system) / 1_000 / pages, 1_000);
	};
	const loopMs = await perPage(async () => await readWithLoop(url));
	const nodeMs = await perPage(async () => await readWithNode(engine, url, 1));
	const engineMs = await perPage(async () => await readInMemory(pages));
	return { engineMs, loopMs, nodeMs };
}

async function measureGrowth(sizes: number[], read: (pages: number) => Promise<unknown>) {
	const rows = [];
	await read(1_000);
	for (const pages of sizes) {
		collectGarbage();
		const before = process.memoryUsage().heapUsed;
		const start = performance.now();
		await read(pages);
		const ms = performance.now() - start;
		collectGarbage();
		const kept = Math.max(0, process.memoryUsage().heapUsed - before) / 1_024;
		rows.push({
			pages,
			ms: round(ms),
			microsPerPage: round((ms * 1_000) / pages),
			keptKb: round(kept),
		});
	}
	return rows;
}

function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

/** The engine over a sender that only parses: what is left is the engine's own work. */
async function readInMemory(pages: number): Promise<number> {
	let records = 0;
	const text = JSON.stringify(
		Array.from({ length: 100 }, (_, index) => ({
			id: index,
			name: `Vendor ${index}`,
			tier: 'low',
		})),
	);
	const { dataset: checked } = validateDataset(dataset('https://api.example/rows', 'total'));
	const send = async ({ url }: { url: string }) => {
		const page = new URL(url).searchParams.get('page');
		const items = JSON.parse(text) as IDataObject[];
		for (const item of items) item.page = page;
		return { status: 200, headers: {}, body: { items, total: pages * 100 } };
	};
	const run = paginate(checked, { send, limits: { maxPages: pages + 1 } });
	await forEachPage(run, ({ items }) => void (records += items.length));
	return records;
}

function report(title: string, speed: Speed): void {
	const table = new Table({
		head: ['', 'ms', 'requests', 'records', 'times as fast'],
		style: { head: [], border: [], compact: true },
	});
	for (const [name, { ms, requests, records, timesFaster }] of Object.entries(speed)) {
		table.push([name, ms, requests, records, timesFaster]);
	}
	console.log(
		`\n${PAGES} pages of 100, ${LATENCY_MS} ms latency, best of ${ROUNDS}, ${title}:\n${table.toString()}`,
	);
}

type Crowded = Awaited<ReturnType<typeof readCrowded>>;

function meetsTargets(speed: Speed, crowded: Crowded, overloaded: Crowded): boolean {
	const faster = (prefetch: Prefetch) => speed[nameOf(prefetch)]?.timesFaster ?? 0;
	const loopMs = speed[LOOP]?.ms ?? NaN;
	const plainMs = speed[nameOf(1)]?.ms ?? NaN;
	const targets = {
		'prefetch 8 is at least 6.5 times as fast': faster(8) >= 6.5,
		'prefetch 16 is at least 11 times as fast': faster(16) >= 11,
		'automatic is at least 5 times as fast': faster('automatic') >= 5,
		'sequential is within 5% of the plain loop': plainMs <= loopMs * 1.05,
		'at most 30 requests are refused per 100 pages': crowded.refused <= 30,
		'no record is lost to refusals': crowded.records === PAGES * 100,
		'no record is lost to errors under load': overloaded.records === PAGES * 100,
		'prefetch is faster in spite of refusals': crowded.aheadMs < crowded.plainMs,
	};
	console.log();
	for (const [target, isMet] of Object.entries(targets))
		console.log(`${isMet ? '✔' : '✘'} ${target}`);
	return Object.values(targets).every(Boolean);
}

function round(value: number, precision = 10): number {
	return Math.round(value * precision) / precision;
}

void main();
