import { fork } from 'node:child_process';
import path from 'node:path';

import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../sandbox/engine/serviceCredential';
import { measureRun } from './support/measureRun';
import { measureRequestTime } from './support/requestTime';
import { writeResults } from './support/results';

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
	await withService(engine, async () => await measure(engine, requestTime, 500));
	const figures: Figures[] = [];
	for (const size of SIZES) {
		await withService(engine, async () => {
			figures.push(...(await measure(engine, requestTime, size)));
		});
	}
	report(figures);
}

/** Runs something with a reference service of its own, which has no scopes but the samples. */
async function withService<T>(engine: Engine, use: () => Promise<T>): Promise<T> {
	const child = fork(path.join(__dirname, 'support/serviceProcess.ts'), {
		execArgv: ['--import', 'tsx'],
	});
	try {
		const service = await new Promise<{ url: string; client: { id: string; secret: string } }>(
			(resolve, reject) => {
				child.once('message', (message) => resolve(message as never));
				child.once('error', reject);
			},
		);
		engine.setCredential(CREDENTIAL_ID, {
			baseUrl: service.url,
			clientId: service.client.id,
			clientSecret: service.client.secret,
		});
		return await use();
	} finally {
		child.disconnect();
	}
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
	itemsMb: number;
	peakMb: number;
}

async function measure(engine: Engine, requestTime: () => number, size: number) {
	const figures: Figures[] = [];
	for (const { run, parameters } of RUNS) {
		const node = { type: 'scope', parameters };
		const measured = await measureRun(engine, requestTime, node, () => rows(size));
		const { totalMs, requestMs, itemsMb, peakMb } = measured;
		const ownMicrosPerRow = ((totalMs - requestMs) / size) * 1000;
		figures.push({ run, rows: size, totalMs, requestMs, ownMicrosPerRow, itemsMb, peakMb });
	}
	return figures;
}

function report(figures: Figures[]) {
	const table = new Table({
		head: [
			'run',
			'rows',
			'total ms',
			'in requests ms',
			'own µs per row',
			'ratio to the smaller',
			'items MB',
			'peak MB',
		],
		style: { head: [], border: [] },
	});
	const rated = figures.map((row) => {
		const smaller = figures.find(({ run }) => run === row.run)?.ownMicrosPerRow ?? NaN;
		return { ...row, ratio: row.ownMicrosPerRow / smaller };
	});
	for (const row of rated) {
		table.push([
			row.run,
			row.rows,
			row.totalMs.toFixed(0),
			row.requestMs.toFixed(0),
			row.ownMicrosPerRow.toFixed(1),
			row.ratio.toFixed(2),
			row.itemsMb.toFixed(1),
			row.peakMb.toFixed(1),
		]);
	}
	console.log(
		`GRC Scope, Sync: own time, requests aside. Without new scopes it should be at most ${MOST_MICROS_PER_ROW} µs per row; creating sends one request per row. Linear growth keeps the ratio near 1. The peak is that of the heap, with the input items.`,
	);
	console.log(table.toString());
	writeResults('sync', rated);
}

void main();
