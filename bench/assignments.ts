import { fork } from 'node:child_process';
import path from 'node:path';

import Table from 'cli-table3';

import { Engine } from '../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../sandbox/engine/serviceCredential';
import { sampleScopes } from '../sandbox/service/sampleData';
import { stableId } from '../sandbox/service/stableId';
import { measureRun } from './support/measureRun';
import { measureRequestTime } from './support/requestTime';
import { writeResults } from './support/results';

/** The largest is 2,000 controls in 30 scopes each, as rows of a table. */
const PAIRS = [10_000, 60_000];
const SCOPES_PER_CONTROL = 30;
const MOST_MICROS_PER_PAIR = 60;

/** How the GRC Scope Assignment node's own time and memory grow with the number of control/scope pairs. */
async function main() {
	const controls = Math.max(...PAIRS) / SCOPES_PER_CONTROL;
	const child = fork(path.join(__dirname, 'support/serviceProcess.ts'), [String(controls)], {
		execArgv: ['--import', 'tsx'],
	});
	try {
		const service = await new Promise<{ url: string; client: { id: string; secret: string } }>(
			(resolve, reject) => {
				child.once('message', (message) => resolve(message as never));
				child.once('error', reject);
			},
		);
		const engine = await Engine.load();
		engine.setCredential(CREDENTIAL_ID, {
			baseUrl: service.url,
			clientId: service.client.id,
			clientSecret: service.client.secret,
		});
		const requestTime = measureRequestTime();
		await run(engine, requestTime, 3_000);
		const figures: Figures[] = [];
		for (const pairs of PAIRS) {
			figures.push({ answer: 'with ids', ...(await run(engine, requestTime, pairs)) });
		}
		await new Promise((resolve) => {
			child.once('message', resolve);
			child.send('without ids');
		});
		for (const pairs of PAIRS) {
			figures.push({ answer: 'without ids', ...(await run(engine, requestTime, pairs)) });
		}
		report(figures);
	} finally {
		child.disconnect();
	}
}

type Figures = Awaited<ReturnType<typeof run>> & { answer: string };

async function run(engine: Engine, requestTime: () => number, pairs: number) {
	const scopes = sampleScopes().filter(({ status }) => status === 'active');
	const parameters = {
		resource: 'scopeAssignment',
		operation: 'assign',
		controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
		scopeIds: '={{ $json.scope }}',
		options: {},
	};
	const node = { type: 'scopeAssignment', parameters };
	const measured = await measureRun(engine, requestTime, node, () =>
		Array.from({ length: pairs }, (_, i) => ({
			control: stableId('bench control', String(Math.floor(i / SCOPES_PER_CONTROL))),
			scope: scopes[i % SCOPES_PER_CONTROL]?.id,
		})),
	);
	const { totalMs, requestMs, cpuMs, itemsMb, peakMb } = measured;
	return {
		pairs,
		totalMs,
		requestMs,
		ownMicrosPerPair: ((totalMs - requestMs) / pairs) * 1000,
		cpuMicrosPerPair: (cpuMs / pairs) * 1000,
		itemsMb,
		peakMb,
	};
}

function report(figures: Figures[]) {
	const base = figures[0]?.ownMicrosPerPair ?? 1;
	const table = new Table({
		head: [
			'answer',
			'pairs',
			'total ms',
			'in requests ms',
			'own µs per pair',
			'CPU µs per pair',
			'ratio to the first',
			'items MB',
			'peak MB',
		],
		style: { head: [], border: [] },
	});
	const rows = figures.map((row) => ({ ...row, ratio: row.ownMicrosPerPair / base }));
	for (const row of rows) {
		table.push([
			row.answer,
			row.pairs,
			row.totalMs.toFixed(0),
			row.requestMs.toFixed(0),
			row.ownMicrosPerPair.toFixed(1),
			row.cpuMicrosPerPair.toFixed(1),
			row.ratio.toFixed(2),
			row.itemsMb.toFixed(1),
			row.peakMb.toFixed(1),
		]);
	}
	console.log(
		`GRC Scope Assignment: own time, requests aside (at most ${MOST_MICROS_PER_PAIR} µs per pair). Linear growth keeps the ratio near 1. The peak is that of the heap, with the input items.`,
	);
	console.log(table.toString());
	writeResults('assignments', rows);
}

void main();
