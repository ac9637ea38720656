import { Engine } from '../sandbox/engine/engine';
import { sampleScopes } from '../sandbox/service/sampleData';
import { stableId } from '../sandbox/service/stableId';
import { measureRun } from './support/measureRun';
import { measureRequestTime } from './support/requestTime';
import { reportTable } from './support/results';
import { ask, withService } from './support/service';

/** The largest is 2,000 controls in 30 scopes each, as rows of a table. */
const PAIRS = [10_000, 60_000];
const SCOPES_PER_CONTROL = 30;
const MOST_MICROS_PER_PAIR = 60;

/** How the GRC Scope Assignment node's own time and memory grow with the number of control/scope pairs. */
async function main() {
	const controls = Math.max(...PAIRS) / SCOPES_PER_CONTROL;
	const engine = await Engine.load();
	await withService(engine, ['serviceProcess.ts', String(controls)], async (child) => {
		const requestTime = measureRequestTime();
		await run(engine, requestTime, 3_000);
		const figures: Figures[] = [];
		for (const pairs of PAIRS) {
			figures.push({ answer: 'with ids', ...(await run(engine, requestTime, pairs)) });
		}
		await ask(child, 'without ids');
		for (const pairs of PAIRS) {
			figures.push({ answer: 'without ids', ...(await run(engine, requestTime, pairs)) });
		}
		report(figures);
	});
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
	reportTable(
		'assignments',
		`GRC Scope Assignment: own time, requests aside (at most ${MOST_MICROS_PER_PAIR} µs per pair). Linear growth keeps the ratio near 1. The peak is that of the heap, with the input items.`,
		[
			['answer', ({ answer }) => answer],
			['pairs', ({ pairs }) => pairs],
			['total ms', ({ totalMs }) => totalMs.toFixed(0)],
			['a request open, ms', ({ requestMs }) => requestMs.toFixed(0)],
			['own µs per pair', (row) => row.ownMicrosPerPair.toFixed(1)],
			['CPU µs per pair', (row) => row.cpuMicrosPerPair.toFixed(1)],
			['ratio to the first', ({ ratio }) => ratio.toFixed(2)],
			['items MB', ({ itemsMb }) => itemsMb.toFixed(1)],
			['peak MB', ({ peakMb }) => peakMb.toFixed(1)],
		],
		figures.map((row) => ({ ...row, ratio: row.ownMicrosPerPair / base })),
	);
}

void main();
