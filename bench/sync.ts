import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../sandbox/engine/engine';
import { measureRun } from './support/measureRun';
import { measureRequestTime } from './support/requestTime';
import { reportTable } from './support/results';
import { withService } from './support/service';

const SIZES = [2_000, 20_000];
const CHILDREN_PER_SCOPE = 10;
const MOST_MICROS_PER_ROW = 250;

const COLUMNS = {
	resource: 'tree',
	operation: 'sync',
	owner: '={{ $json.owner }}',
	additionalFields: { description: '={{ $json.description }}' },
	options: {},
};
const BY_PATH = { ...COLUMNS, path: '={{ $json.path }}' };
const BY_PARENT = {
	...COLUMNS,
	tableHas: 'parent',
	name: '={{ $json.name }}',
	parent: '={{ $json.parentId }}',
	rowKey: '={{ $json.id }}',
};
const BY_LEVEL = {
	...COLUMNS,
	tableHas: 'levels',
	levels: ['L1', 'L2', 'L3', 'L4', 'L5'].map((level) => `={{ $json.${level} }}`),
};

const RUNS: Array<{ run: string; parameters: IDataObject }> = [
	{ run: 'dry run, paths', parameters: { ...BY_PATH, dryRun: true } },
	{ run: 'dry run, names and parents', parameters: { ...BY_PARENT, dryRun: true } },
	{ run: 'dry run, levels', parameters: { ...BY_LEVEL, dryRun: true } },
	{ run: 'all created', parameters: BY_PATH },
	{ run: 'all unchanged', parameters: BY_PATH },
];

/** How the time and memory of GRC Scope's Sync grow with the number of rows. */
async function main() {
	const engine = await Engine.load();
	const requestTime = measureRequestTime();
	// A service of its own for each size: it has no scopes but the samples.
	const measureSize = async (size: number) =>
		await withService(
			engine,
			['serviceProcess.ts'],
			async () => await measure(engine, requestTime, size),
		);
	await measureSize(500);
	const figures: Figures[] = [];
	for (const size of SIZES) figures.push(...(await measureSize(size)));
	report(figures);
}

/** One row per scope, as each kind of table has it; five levels for the largest size. */
function rows(count: number): IDataObject[] {
	const paths: string[][] = [];
	return Array.from({ length: count }, (_, index) => {
		const parent = Math.floor(index / CHILDREN_PER_SCOPE) - 1;
		const name = `Unit ${index}`;
		const names = [...(paths[parent] ?? []), name];
		paths.push(names);
		return {
			id: index,
			name,
			parentId: parent < 0 ? '' : parent,
			path: names.join(' / '),
			...Object.fromEntries(
				Array.from({ length: 5 }, (__, level) => [`L${level + 1}`, names[level] ?? '']),
			),
			owner: 'user-1',
			description: 'Sells and ships',
		};
	});
}

interface Figures extends IDataObject {
	run: string;
	rows: number;
	totalMs: number;
	requestMs: number;
	ownMicrosPerRow: number;
	cpuMicrosPerRow: number;
	itemsMb: number;
	peakMb: number;
}

async function measure(engine: Engine, requestTime: () => number, size: number) {
	const figures: Figures[] = [];
	for (const { run, parameters } of RUNS) {
		const node = { type: 'scope', parameters };
		const measured = await measureRun(engine, requestTime, node, () => rows(size));
		const { totalMs, requestMs, cpuMs, itemsMb, peakMb } = measured;
		figures.push({
			run,
			rows: size,
			totalMs,
			requestMs,
			ownMicrosPerRow: ((totalMs - requestMs) / size) * 1000,
			cpuMicrosPerRow: (cpuMs / size) * 1000,
			itemsMb,
			peakMb,
		});
	}
	return figures;
}

function report(figures: Figures[]) {
	const rated = figures.map((row) => {
		const smaller = figures.find(({ run }) => run === row.run)?.cpuMicrosPerRow ?? NaN;
		return { ...row, ratio: row.cpuMicrosPerRow / smaller };
	});
	reportTable(
		'sync',
		`GRC Scope, Sync. Own time is that in which no request is open; without new scopes it should be at most ${MOST_MICROS_PER_ROW} µs per row. Scopes are created several at once, one request each, so that the work for them is done while others are open: see the CPU time. Linear growth keeps its ratio near 1 or below. The peak is that of the heap, with the input items.`,
		[
			['run', ({ run }) => run],
			['rows', (row) => row.rows],
			['total ms', ({ totalMs }) => totalMs.toFixed(0)],
			['a request open, ms', ({ requestMs }) => requestMs.toFixed(0)],
			['own µs per row', ({ ownMicrosPerRow }) => ownMicrosPerRow.toFixed(1)],
			['CPU µs per row', ({ cpuMicrosPerRow }) => cpuMicrosPerRow.toFixed(1)],
			['CPU ratio to the smaller', ({ ratio }) => ratio.toFixed(2)],
			['items MB', ({ itemsMb }) => itemsMb.toFixed(1)],
			['peak MB', ({ peakMb }) => peakMb.toFixed(1)],
		],
		rated,
	);
}

void main();
