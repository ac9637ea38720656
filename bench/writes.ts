import type { ChildProcess } from 'node:child_process';

import type { Spread } from './support/compare';
import { compare, round, scaled, spread } from './support/compare';
import type { N8n } from './support/n8n';
import type { Part } from './support/part';
import { ask, startProcess } from './support/process';
import type { Ratio } from './support/results';
import { conclude, printTable } from './support/results';
import type { BenchWorkflow, Step } from './support/workflows';
import { benchWorkflow, GRC, inARow, ITEMS } from './support/workflows';
import type { WriteCommand, WriteCounts, WriteService } from './support/writeService';

const LATENCY_MS = 20;
const VENDORS = scaled(1_000);
const CONTROLS = scaled(2_000);
const SCOPES_PER_CONTROL = 30;
const PAIRS = CONTROLS * SCOPES_PER_CONTROL;
const SCOPES = scaled(2_000);
const CHILDREN_PER_SCOPE = 10;

/** HTTP Request starts the requests of all items at once, unless Batching has an interval. */
const AT_ONCE = 'HTTP Request, all at once';
/** Batching waits so long between two starts, whether or not there is an answer. */
const BATCHING = `HTTP Request, Batching of 1 every ${LATENCY_MS} ms`;
const ONE_BY_ONE = 'Loop Over Items and HTTP Request';

const VENDOR = 'TPRM Vendor, Create';
const SIXTEEN = 'TPRM Vendor, Create, 16 at once';
const ASSIGN = 'GRC Scope Assignment, Assign';
const SYNC = 'GRC Scope, Sync';

interface Way {
	workflow: BenchWorkflow;
	/** What the service has when the run starts. */
	scopes?: string[][];
	/** Input items, from the ids of those scopes. */
	items: (ids: string[]) => object[];
	/** What the service has afterwards. */
	expected: Partial<WriteCounts>;
}

interface Figures {
	what: string;
	way: string;
	items: number;
	ms: Spread;
	requests: number;
	/** Time of the node in which no request was open, in microseconds per item. */
	ownMicros: Spread;
	/** Speed in parts of that of the slowest way. */
	timesFaster: number;
}

/** How fast records are written in the real n8n, beside HTTP Request once per item. */
export async function writes(): Promise<Part> {
	const { child, first } = await startProcess<WriteService>('writeService.ts', String(CONTROLS));
	const parts = partsFor(first);
	const { url: baseUrl, client } = first;
	return {
		workflows: Object.values(parts).flatMap((ways) =>
			Object.values(ways).map(({ workflow }) => workflow),
		),
		settings: { credential: { baseUrl, clientId: client.id, clientSecret: client.secret } },
		measure: async (n8n) => {
			const figures: Figures[] = [];
			for (const [what, ways] of Object.entries(parts)) {
				figures.push(...(await measure(n8n, child, what, ways)));
			}
			report(n8n.version, figures);
		},
		stop: () => child.disconnect(),
	};
}

async function measure(n8n: N8n, child: ChildProcess, what: string, ways: Record<string, Way>) {
	const samples = await compare(
		Object.fromEntries(
			Object.entries(ways).map(([name, way]) => [name, async () => await run(n8n, child, way)]),
		),
	);
	const slowest = Math.max(
		...Object.values(samples).map((found) => spread(found.map(({ ms }) => ms)).median),
	);
	return Object.entries(samples).map(([way, found]): Figures => {
		const ms = spread(found.map((sample) => sample.ms));
		return {
			...{ what, way, items: found[0]?.items ?? 0, ms, requests: found[0]?.requests ?? 0 },
			ownMicros: spread(found.map((one) => ((one.ms - one.openMs) / one.items) * 1_000)),
			timesFaster: round(slowest / ms.median),
		};
	});
}

async function run(n8n: N8n, child: ChildProcess, { workflow, scopes = [], items, expected }: Way) {
	const reset: WriteCommand = { latencyMs: LATENCY_MS, scopes };
	const { ids } = await ask<WriteCounts>(child, reset);
	const input = items(ids);
	const { nodeMs } = await n8n.run(workflow, { items: input });
	const counts = await ask<WriteCounts>(child, { latencyMs: 0 } satisfies WriteCommand);
	for (const [name, count] of Object.entries(expected)) {
		const found = counts[name as keyof WriteCounts];
		if (found !== count) throw new Error(`${workflow.id}: ${String(found)} ${name}, not ${count}`);
	}
	const { requests, openMs } = counts;
	return { ms: nodeMs, items: input.length, requests, openMs };
}

/** @returns the ways to compare, for each thing to write */
function partsFor({ url, controlIds, scopeIds }: WriteService) {
	const vendors = () =>
		Array.from({ length: VENDORS }, (_, index) => ({
			name: `Vendor ${index}`,
			domain: `vendor-${index}.example`,
			notes: 'One of many vendors of a register that is imported.',
		}));
	const postVendor = httpRequest(`${url}/tprm-api/vendors`);
	const allVendors = { items: vendors, expected: { vendors: VENDORS } };

	const pairs = () =>
		controlIds.flatMap((control) =>
			scopeIds.slice(0, SCOPES_PER_CONTROL).map((scope) => ({ control, scope })),
		);
	const grouped = () =>
		controlIds.map((objectId) => ({
			...{ objectType: 'control', objectId },
			scopeIds: scopeIds.slice(0, SCOPES_PER_CONTROL),
		}));
	const allPairs = { expected: { assignments: PAIRS } };

	const paths = scopePaths();
	const rows = () => paths.map((names) => ({ path: names.join(' / ') }));
	const description = 'Sells and ships';
	const flat = () =>
		paths.map(([...names]) => ({ name: names.at(-1), owner: 'user-1', description }));
	const allScopes = { expected: { scopes: SCOPES } };

	return {
		[`Create ${VENDORS} vendors`]: {
			[SIXTEEN]: {
				workflow: benchWorkflow('vendor-16', [ITEMS, vendor({ concurrentRequests: 16 })]),
				...allVendors,
			},
			[VENDOR]: { workflow: benchWorkflow('vendor', [ITEMS, vendor({})]), ...allVendors },
			[AT_ONCE]: { workflow: benchWorkflow('vendor-http', [ITEMS, postVendor]), ...allVendors },
			[BATCHING]: {
				workflow: benchWorkflow('vendor-batching', [
					ITEMS,
					httpRequest(`${url}/tprm-api/vendors`, 'POST', {
						batching: { batch: { batchSize: 1, batchInterval: LATENCY_MS } },
					}),
				]),
				...allVendors,
			},
			[ONE_BY_ONE]: { workflow: loopWorkflow('vendor-loop', postVendor), ...allVendors },
		},
		[`Assign ${CONTROLS} controls to ${SCOPES_PER_CONTROL} scopes each`]: {
			[ASSIGN]: { workflow: benchWorkflow('assign', [ITEMS, assign()]), items: pairs, ...allPairs },
			// The service replaces the scopes of a control, so one request per pair would keep only the last.
			[`${AT_ONCE}, a control each`]: {
				workflow: benchWorkflow('assign-http', [
					ITEMS,
					httpRequest(`${url}/v1/scopeassignments`, 'POST', {}, '={{ [$json] }}'),
				]),
				items: grouped,
				...allPairs,
			},
		},
		[`Sync ${SCOPES} scopes, all new`]: {
			[SYNC]: { workflow: benchWorkflow('sync', [ITEMS, sync()]), items: rows, ...allScopes },
			// Without their parents: their ids are known only once those are created.
			[`${AT_ONCE}, without the tree`]: {
				workflow: benchWorkflow('sync-http', [ITEMS, httpRequest(`${url}/v1/scopes`)]),
				items: flat,
				...allScopes,
			},
		},
		[`Sync ${SCOPES} scopes, none changed`]: {
			[SYNC]: {
				workflow: benchWorkflow('sync-again', [ITEMS, sync()]),
				...{ scopes: paths, items: rows },
				...allScopes,
			},
			[AT_ONCE]: {
				workflow: benchWorkflow('sync-again-http', [
					ITEMS,
					httpRequest(
						`=${url}/v1/scopes/{{ $json.id }}`,
						'PATCH',
						{},
						`={{ { description: '${description}' } }}`,
					),
				]),
				...{ scopes: paths, items: (ids: string[]) => ids.map((id) => ({ id })) },
				...allScopes,
			},
		},
	} satisfies Record<string, Record<string, Way>>;
}

/** Four levels of scopes for 2,000. */
function scopePaths(): string[][] {
	const paths: string[][] = [];
	for (let index = 0; index < SCOPES; index++) {
		const parent = paths[Math.floor(index / CHILDREN_PER_SCOPE) - 1] ?? [];
		paths.push([...parent, `Unit ${index}`]);
	}
	return paths;
}

function ours(name: string, type: string, parameters: object): Step {
	return { name, type: `n8n-nodes-grc-tprm.${type}`, parameters, credentials: GRC };
}

const vendor = (options: object) =>
	ours('TPRM Vendor', 'tprmVendor', { resource: 'vendor', operation: 'create', options });

const assign = () =>
	ours('GRC Scope Assignment', 'scopeAssignment', {
		...{ resource: 'scopeAssignment', operation: 'assign', mode: 'replace' },
		controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
		...{ scopeIds: '={{ $json.scope }}', options: {} },
	});

const sync = () =>
	ours('GRC Scope', 'scope', {
		...{ resource: 'tree', operation: 'sync', path: '={{ $json.path }}', owner: 'user-1' },
		...{ additionalFields: { description: 'Sells and ships' }, options: {} },
	});

function httpRequest(url: string, method = 'POST', options = {}, jsonBody = '={{ $json }}'): Step {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: GRC,
		parameters: {
			...{ method, url, authentication: 'predefinedCredentialType' },
			...{ nodeCredentialType: 'grcOAuth2Api', sendBody: true, specifyBody: 'json' },
			...{ jsonBody, options },
		},
	};
}

/** What a user builds who wants one request after the other. */
function loopWorkflow(id: string, request: Step): BenchWorkflow {
	const loop: Step = {
		name: 'Loop Over Items',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 1, options: {} },
	};
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	return benchWorkflow(id, [ITEMS, loop, request], {
		connections: {
			...inARow(['Webhook', 'Items', loop.name]),
			[loop.name]: { main: [[], to(request.name)] },
			[request.name]: { main: [to(loop.name)] },
		},
	});
}

function report(n8n: string, figures: Figures[]): void {
	printTable(
		`Writing, ${LATENCY_MS} ms per answer: time of the nodes by n8n. Own time is that in which no request is open.`,
		[
			['', ({ what }) => what],
			['', ({ way }) => way],
			['ms', ({ ms }) => ms.median.toFixed(0)],
			['half of them', ({ ms }) => `${ms.low.toFixed(0)} to ${ms.high.toFixed(0)}`],
			['times as fast', ({ timesFaster }) => timesFaster.toFixed(1)],
			['requests', ({ requests }) => requests],
			['own µs per item', ({ ownMicros }) => ownMicros.median.toFixed(0)],
		],
		figures,
	);
	const find = (way: string, what = '') =>
		figures.find((row) => row.way === way && row.what.includes(what));
	const assigned = find(ASSIGN);
	const perControl = find(`${AT_ONCE}, a control each`);
	const speed = (way: string, than: string, what: string) =>
		round((find(than, what)?.ms.median ?? NaN) / (find(way, what)?.ms.median ?? NaN));
	const ratios: Ratio[] = [
		{
			what: 'Create vendors, 16 at once, times as fast as one by one with HTTP Request',
			value: speed(SIXTEEN, ONE_BY_ONE, 'vendors'),
			atLeast: 8,
		},
		{
			what: 'Create vendors, the default, times as fast as one by one with HTTP Request',
			value: speed(VENDOR, ONE_BY_ONE, 'vendors'),
		},
		{
			what: 'Create vendors, 16 at once, times as fast as HTTP Request all at once',
			value: speed(SIXTEEN, AT_ONCE, 'vendors'),
		},
		{
			what: 'Assign, times fewer requests than one per control',
			value: round((perControl?.requests ?? NaN) / (assigned?.requests ?? NaN)),
			atLeast: 50,
		},
		{
			what: 'Assign, own µs per pair',
			value: assigned?.ownMicros.median ?? NaN,
			atMost: 60,
		},
		{
			what: 'Assign, times as fast as HTTP Request all at once',
			value: speed(ASSIGN, `${AT_ONCE}, a control each`, 'Assign'),
		},
		{
			what: 'Sync new scopes, times as fast as HTTP Request all at once',
			value: speed(SYNC, `${AT_ONCE}, without the tree`, 'all new'),
		},
		{
			what: 'Sync unchanged scopes, times as fast as HTTP Request all at once',
			value: speed(SYNC, AT_ONCE, 'none changed'),
		},
	];
	conclude('writes', { n8n, latencyMs: LATENCY_MS, rows: figures }, ratios);
}
