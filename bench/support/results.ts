import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';

import Table from 'cli-table3';

import { IS_TRY, ROUNDS, SCALE } from './compare';

const KEPT = path.resolve(__dirname, '../results');
/** A try of a smaller size must not replace what is kept. */
const TRIES = path.resolve(__dirname, '../../.data/bench');
const ENOUGH_ROUNDS = 5;

/** A column of a report: its head, and the text for a row. */
export type Column<Row> = [head: string, text: (row: Row) => string | number];

/** A figure that can be compared with that of another machine, and what it should be. */
export interface Ratio {
	what: string;
	value: number;
	atLeast?: number;
	atMost?: number;
	/** Fails the run where it is missed, since all who install the package would pay for it. */
	isLimit?: boolean;
}

/** Prints figures as a table, below what they are. */
export function printTable<Row>(title: string, columns: Array<Column<Row>>, rows: Row[]): void {
	const table = new Table({
		head: columns.map(([head]) => head),
		style: { head: [], border: [], compact: true },
	});
	for (const row of rows) table.push(columns.map(([, text]) => text(row)));
	console.log(`\n${title}\n${table.toString()}`);
}

/**
 * Prints figures as a table, and keeps them as results.
 *
 * @param name of the file of results
 * @param title what the figures are, and what they should be
 */
export function reportTable<Row>(
	name: string,
	title: string,
	columns: Array<Column<Row>>,
	rows: Row[],
): void {
	printTable(title, columns, rows);
	writeResults(name, rows);
}

/**
 * Ends a part: prints its ratios beside the kept ones and the targets, and keeps its figures. A missed
 * target is for a person to see; it fails only with `--strict`, a missed limit always. A try fails for no figure.
 */
export function conclude(part: string, figures: object, ratios: Ratio[]): void {
	const kept = keptRatios(part);
	printTable<Ratio>(
		`${part}: ratios of this run, beside those kept in bench/results/${part}.json`,
		[
			['', ({ what }) => what],
			['kept', ({ what }) => text(kept.get(what))],
			['now', ({ value }) => text(value)],
			['target', target],
			['', (ratio) => (target(ratio) === '' ? '' : isMet(ratio) ? '✔' : '✘')],
		],
		ratios,
	);
	writeResults(part, { rounds: ROUNDS, scale: SCALE, ...figures }, ratios);
	if (IS_TRY) return;
	const isStrict = process.argv.includes('--strict');
	if (ratios.some((ratio) => (isStrict || ratio.isLimit) && !isMet(ratio))) process.exitCode = 1;
}

/** Keeps the figures of a run beside what they were measured on, for the docs and for comparison. */
export function writeResults(name: string, figures: unknown, ratios?: Ratio[]): void {
	const folder = SCALE === 1 && ROUNDS >= ENOUGH_ROUNDS ? KEPT : TRIES;
	mkdirSync(folder, { recursive: true });
	// Above the number of cores, others were at work too, and times are longer than they need to be.
	const [load = 0] = loadavg();
	const [cpu] = cpus();
	const machine = {
		...{ node: process.version, cores: cpus().length, cpu: cpu?.model.trim() ?? 'unknown' },
		...{ memoryGib: Math.round(totalmem() / 2 ** 30), load },
	};
	const results = { machine, figures, ...(ratios && { ratios }) };
	const file = path.join(folder, `${name}.json`);
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
	console.log(`Written to ${path.relative(process.cwd(), file)}.`);
}

function keptRatios(part: string): Map<string, number> {
	const file = path.join(KEPT, `${part}.json`);
	if (!existsSync(file)) return new Map();
	const { ratios = [] } = JSON.parse(readFileSync(file, 'utf8')) as { ratios?: Ratio[] };
	return new Map(ratios.map(({ what, value }) => [what, value]));
}

function isMet({ value, atLeast = -Infinity, atMost = Infinity }: Ratio): boolean {
	return value >= atLeast && value <= atMost;
}

function target({ atLeast, atMost }: Ratio): string {
	if (atLeast !== undefined) return `at least ${atLeast}`;
	return atMost === undefined ? '' : `at most ${atMost}`;
}

function text(value: number | undefined): string {
	return value === undefined ? '' : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
