import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';

const FOLDER = path.resolve(__dirname, '../results');

/** Keeps the figures of a run beside what they were measured on, for the docs and for comparison. */
export function writeResults(name: string, figures: unknown): void {
	mkdirSync(FOLDER, { recursive: true });
	const machine = { node: process.version, cores: cpus().length };
	const text = JSON.stringify({ machine, figures }, null, '\t');
	writeFileSync(path.join(FOLDER, `${name}.json`), `${text}\n`);
}
