import { existsSync, readFileSync } from 'node:fs';

import { table } from './text';

/** Written by `npm run bench -- queue`. */
const RESULTS = 'bench/results/queue.json';

interface Results {
	machine: { cores: number; load: number };
	figures: {
		n8n: string;
		expressionEngine: string;
		secondsEach: number;
		loadBefore: number;
		deliveries: Array<{
			target: string;
			processors: number;
			connections: number;
			perSecond: number;
			p50: number;
			p99: number;
		}>;
		executions: Array<{ workers: number; perSecond: number }>;
		records: Array<{ what: string; workers: number; perSecond: number }>;
	};
}

/** @returns what was measured and on what, and the figures per webhook processor and per worker */
export function queueTables(): string {
	if (!existsSync(RESULTS)) return 'No figures yet: they need a machine that does nothing else.';
	const { machine, figures } = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
	const { n8n, expressionEngine, secondsEach, loadBefore, deliveries, executions, records } =
		figures;
	const conditions = [
		`n8n ${n8n} (\`N8N_EXPRESSION_ENGINE=${expressionEngine}\`), ${machine.cores} cores for everything:`,
		'n8n, Redis, PostgreSQL, the reference service, and the load itself.',
		`The load average was ${loadBefore.toFixed(1)} before and ${machine.load.toFixed(1)} after the run.`,
		loadBefore > machine.cores
			? 'Other work took most of the machine: compare these figures with each other only.'
			: '',
		`Deliveries: signed, 1 kB, without workers; a warm-up, then ${secondsEach} s per number of connections.`,
	].filter(Boolean);
	return [
		conditions.join(' '),
		table(
			['Deliveries to', 'Processors', 'Connections', 'Per second', 'p50', 'p99'],
			deliveries.map(({ target, processors, connections, perSecond, p50, p99 }) => [
				target,
				String(processors),
				String(connections),
				rounded(perSecond),
				`${rounded(p50)} ms`,
				`${rounded(p99)} ms`,
			]),
		),
		table(
			['Work', 'Workers', 'Per second'],
			[
				...executions.map((each) => ({ what: 'Executions of a trigger and one node', ...each })),
				...records.map((each) => ({ ...each, what: `Records: ${each.what}` })),
			].map(({ what, workers, perSecond }) => [what, String(workers), rounded(perSecond)]),
		),
	].join('\n\n');
}

function rounded(value: number): string {
	return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}
