import { readFileSync } from 'node:fs';

import { table } from './text';

/** A median, and what half of the values are between. */
interface Spread {
	median: number;
	low: number;
	high: number;
}

/** Figures of each part of `npm run bench`, as far as the documentation shows them. */
interface Figures {
	triggers: {
		rows: Array<{ engine: string; target: string; kind: string; perSecond: number }>;
		/** By engine, the share of n8n's busy time in this package. */
		profiles: Record<string, { package: number }>;
	};
	queue: {
		deliveries: Array<{
			target: string;
			processors: number;
			connections: number;
			perSecond: number;
		}>;
		executions: Array<{ workers: number; perSecond: number }>;
		records: Array<{ what: string; workers: number; perSecond: number }>;
	};
	paging: {
		times: Array<{ pages: number; latencyMs: number; way: string; ms: Spread }>;
		crowded: Array<{ way: string; ms: Spread; rejected: Spread }>;
	};
	items: { times: Array<{ items: number; pages: number; way: string; ms: Spread }> };
	writes: { rows: Array<{ what: string; way: string; ms: Spread; requests: number }> };
	growth: {
		rows: Array<{
			output: string;
			records: number;
			figures?: { ms: Spread; grownMib: Spread };
		}>;
		lists: { items: number; pages: number; memory: Array<{ output: string; grownMib: number }> };
	};
	startup: { addedMs: number };
	clone: Array<{ command: string; seconds: Spread }>;
}

type Part = keyof Figures;

/** What a part wrote when it was last run in full. */
interface Results<Of extends Part> {
	machine: { cores: number; cpu: string; memoryGib: number; load: number };
	figures: Figures[Of] & { n8n: string };
}

function resultsOf<Of extends Part>(part: Of): Results<Of> {
	return JSON.parse(readFileSync(`bench/results/${part}.json`, 'utf8')) as Results<Of>;
}

/** @returns the row that has these values */
function rowOf<Row extends object>(rows: Row[], wanted: Partial<Row>): Row {
	const names = Object.keys(wanted) as Array<keyof Row>;
	const found = rows.find((row) => names.every((name) => row[name] === wanted[name]));
	if (!found) throw new Error(`npm run bench has no figures of ${JSON.stringify(wanted)}`);
	return found;
}

/** @returns what to expect, what n8n's own nodes need for the same, and which part of the benchmark says so */
export function speedTable(): string {
	const { machine, figures } = resultsOf('paging');
	const rows = [
		...triggerRows(resultsOf('triggers').figures),
		...queueRows(resultsOf('queue').figures),
		...pagingRows(figures),
		...itemRows(resultsOf('items').figures),
		...writeRows(resultsOf('writes').figures),
		...growthRows(resultsOf('growth').figures),
		['Start of n8n', `${duration(resultsOf('startup').figures.addedMs)} longer`, '', 'startup'],
	].map(([what = '', ours = '', others = '', part = '']) => [what, ours, others, `\`${part}\``]);
	const { cores, cpu, memoryGib } = machine;
	return `n8n ${figures.n8n} on ${cores} cores (${cpu}) and ${memoryGib} GiB, which the API and the load share with it.

${table(['What', 'About', "With n8n's own nodes", '`npm run bench --`'], rows)}`;
}

/** n8n's own triggers that verify signatures. */
const VERIFYING = ['Github Trigger', 'Stripe Trigger', 'Typeform Trigger'];

function triggerRows({ rows, profiles }: Figures['triggers']): string[][] {
	const rate = (engine: string, target: string, kind = 'genuine') =>
		Math.round(rowOf(rows, { engine, target, kind }).perSecond);
	const ours = 'TPRM Trigger';
	const byHand = 'Webhook, Crypto, and If';
	const events = (engine: string) => {
		const verifying = VERIFYING.map((target) => rate(engine, target));
		const without = `${ours} without Deduplicate`;
		return [
			`${rate(engine, ours)} per second, ${rate(engine, without)} without Deduplicate`,
			`Webhook, without a check: ${rate(engine, "n8n's Webhook")}; with Crypto and If: ${rate(engine, byHand)}; triggers that verify: ${Math.min(...verifying)} to ${Math.max(...verifying)}`,
		];
	};
	const shares = Object.entries(profiles).map(
		([engine, share]) => `${(100 * share.package).toFixed(1)} % (\`${engine}\`)`,
	);
	return [
		['Events, in one n8n process', ...events('vm')],
		['The same with `N8N_EXPRESSION_ENGINE=legacy`', ...events('legacy')],
		[
			'Forged events, with `legacy`',
			`${rate('legacy', ours, 'forged')} per second`,
			`${byHand}: ${rate('legacy', byHand, 'forged')}`,
		],
		["Of n8n's busy time for events, in this package", shares.join(', '), ''],
	].map((row) => [...row, 'triggers']);
}

function queueRows({ deliveries, executions, records }: Figures['queue']): string[][] {
	const rate = (target: string) =>
		perSecond(rowOf(deliveries, { target, processors: 1, connections: 8 }).perSecond);
	const created = rowOf(records, {
		workers: 1,
		what: 'read by Paged HTTP and created by TPRM Vendor',
	});
	return [
		['Queue mode, events per webhook process', rate('TPRM Trigger'), rate("n8n's Webhook")],
		['Queue mode, executions per worker', perSecond(rowOf(executions, { workers: 1 }).perSecond)],
		['Queue mode, vendors read and created per worker', perSecond(created.perSecond)],
	].map(([what = '', ours = '', others = '']) => [what, ours, others, 'queue']);
}

function pagingRows({ times, crowded }: Figures['paging']): string[][] {
	const time = (pages: number, latencyMs: number, way: string) =>
		duration(rowOf(times, { pages, latencyMs, way }).ms.median);
	const ours = 'Paged HTTP, Prefetch automatic';
	const others = 'HTTP Request and Split Out';
	const { ms, rejected } = rowOf(crowded, { way: ours });
	return [
		...[0, 50, 20].map((latencyMs) => [
			`Read 100 pages, ${latencyMs} ms per response`,
			time(100, latencyMs, ours),
			`${time(100, latencyMs, others)} (HTTP Request)`,
		]),
		[
			'Read them where the API rejects more than 4 requests at once',
			`${duration(ms.median)}, ${count(rejected.median)} requests rejected`,
			'',
		],
	].map((row) => [...row, 'paging']);
}

function itemRows({ times }: Figures['items']): string[][] {
	const time = (items: number, pages: number, way: string) =>
		duration(rowOf(times, { items, pages, way }).ms.median);
	return [[200, 1] as const, [60, 5] as const].map(([items, pages]) => [
		`${items} lists of ${pages === 1 ? 'a page' : `${pages} pages`}, 50 ms per response`,
		`${time(items, pages, 'Paged HTTP, 8 at once')}, or ${time(items, pages, 'Paged HTTP, 32 at once')} with 32 at once`,
		`${time(items, pages, 'HTTP Request, all at once')}, all at once`,
		'items',
	]);
}

function writeRows({ rows }: Figures['writes']): string[][] {
	const cell = (what: string, way: string) => {
		const { ms, requests } = rowOf(rows, { what, way });
		return `${duration(ms.median)}, ${count(requests)} ${requests === 1 ? 'request' : 'requests'}`;
	};
	const atOnce = 'HTTP Request, all at once';
	const sync = 'GRC Scope, Sync';
	return [
		['Create 1000 vendors', 'TPRM Vendor, Create', atOnce],
		[
			'Assign 2000 controls to 30 scopes each',
			'GRC Scope Assignment, Assign',
			`${atOnce}, a control each`,
		],
		['Sync 2000 scopes, all new', sync, `${atOnce}, without the tree`],
		['Sync 2000 scopes, none changed', sync, atOnce],
	].map(([what = '', ours = '', others = '']) => [
		`${what.replace(/(\d)(\d{3})/, '$1,$2')}, 20 ms per response`,
		cell(what, ours),
		cell(what, others),
		'writes',
	]);
}

function growthRows({ rows, lists }: Figures['growth']): string[][] {
	const read = (output: string, records: number, name: string) => {
		const { figures } = rowOf(rows, { output, records });
		if (!figures) throw new Error(`n8n did not survive ${records} records as ${output}`);
		const memory = `${count(figures.grownMib.median)} MiB of memory`;
		return [`${count(records)} records ${name}`, `${duration(figures.ms.median)}, ${memory}`];
	};
	const most = Math.max(...lists.memory.map(({ grownMib }) => grownMib));
	return [
		read('Items', 100_000, 'as items'),
		read('File', 1_000_000, 'to a file'),
		read('File, heap of 512 MiB', 1_000_000, 'to a file, heap of 512 MiB'),
		read('Batches', 1_000_000, 'in batches'),
		[
			`${lists.items} lists of ${lists.pages} pages of 1 MB, to a file or in batches, heap of 512 MiB`,
			`at most ${count(most)} MiB of memory`,
		],
	].map(([what = '', ours = '']) => [what, ours, '', 'growth']);
}

/** @returns how long the commands take that contributors wait for */
export function waitTable(): string {
	const { machine, figures } = resultsOf('clone');
	const rows = figures.map(({ command, seconds: { median, low, high } }) => [
		`\`${command}\``,
		`${Math.round(median)} s`,
		`${Math.round(low)} to ${Math.round(high)} s`,
	]);
	return `${table(['Command', 'Median', 'From and to'], rows)}

Measured in fresh clones on ${machine.cores} cores, by \`npm run bench -- clone\`.`;
}

/** @returns a time as people read it */
function duration(ms: number): string {
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	return `${(ms / 1_000).toFixed(1)} s`;
}

/** @returns a whole number with separators */
function count(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}

function perSecond(value: number): string {
	return `${count(value)} per second`;
}
