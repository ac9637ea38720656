import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';

import Table from 'cli-table3';

const FOLDER = path.resolve(__dirname, '../results');

/** A column of a report: its head, and the text for a row. */
export type Column<Row> = [head: string, text: (row: Row) => string | number];

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
	const table = new Table({
		head: columns.map(([head]) => head),
		style: { head: [], border: [] },
	});
	for (const row of rows) table.push(columns.map(([, text]) => text(row)));
	console.log(`\n${title}\n${table.toString()}`);
	writeResults(name, rows);
}

/** Keeps the figures of a run beside what they were measured on, for the docs and for comparison. */
export function writeResults(name: string, figures: unknown): void {
	mkdirSync(FOLDER, { recursive: true });
	// Above the number of cores, others were at work too, and times are longer than they need to be.
	const [load = 0] = loadavg();
	const machine = { node: process.version, cores: cpus().length, load };
	const text = JSON.stringify({ machine, figures }, null, '\t');
	writeFileSync(path.join(FOLDER, `${name}.json`), `${text}\n`);
}
