import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';

import type { MutationReport } from './mutation/scores';
import { scoresOf } from './mutation/scores';

const RESULTS = 'test/mutation/results.json';
const REPORT = 'coverage/mutation.json';

/** What every folder and every file has to reach, in percent. */
const LEAST = { folder: 90, file: 80 };

/**
 * `npm run mutation`: changes the pure modules bit by bit, counts which changes a unit test notices,
 * and keeps the scores. Fails where a score is too low.
 */
async function main(): Promise<void> {
	const { Stryker } = await import('@stryker-mutator/core');
	await new Stryker({}).runMutationTest();
	const report = JSON.parse(readFileSync(REPORT, 'utf8')) as MutationReport;
	const scores = scoresOf(report);
	mkdirSync(path.dirname(RESULTS), { recursive: true });
	const json = JSON.stringify(scores, null, '\t');
	writeFileSync(
		RESULTS,
		await format(json, { ...(await resolveConfig(RESULTS)), filepath: RESULTS }),
	);

	const table = new Table({ head: ['', 'score', 'killed', 'survived'] });
	const low: string[] = [];
	for (const [least, group] of [
		[LEAST.folder, scores.folders],
		[LEAST.file, scores.files],
	] as const) {
		for (const [name, { score, killed, survived }] of Object.entries(group)) {
			table.push([name, score.toFixed(1), killed, survived]);
			if (score < least) low.push(`${name}: ${score.toFixed(1)}, at least ${least} is wanted`);
		}
	}
	console.log(table.toString());
	for (const text of low) console.error(text);
	process.exitCode = low.length === 0 ? 0 : 1;
}

void main();
