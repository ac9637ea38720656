import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';

import type { MutationReport, Scores } from './mutation/scores';
import { scoresOf } from './mutation/scores';

const RESULTS = 'test/mutation/results.json';
const REPORT = 'coverage/mutation.json';

/** Files by room. Their tests are in `test/unit/`, in a folder of the same name. */
const ROOMS: Record<string, string[]> = {
	http: ['nodes/shared/http/**/*.ts'],
	auth: ['nodes/shared/auth/**/*.ts'],
	webhook: [
		'nodes/shared/webhook/**/*.ts',
		// Texts only.
		'!nodes/shared/webhook/eventCatalog.ts',
		'nodes/TprmVendorTrigger/decide.ts',
	],
	paging: ['nodes/shared/paging/**/*.ts', '!nodes/shared/paging/detect/**'],
	detect: ['nodes/shared/paging/detect/**/*.ts'],
};

/** Minimum score of every room and every file, in percent. */
const LEAST = { room: 90, file: 80 };

/**
 * `npm run mutation`: changes the pure modules bit by bit, counts which changes a unit test notices,
 * and keeps the scores. Fails where a score is too low. `npm run mutation -- http auth` does so for
 * these rooms only.
 */
async function main(): Promise<void> {
	const { Stryker } = await import('@stryker-mutator/core');
	const [...chosen] = process.argv.slice(2);
	const scores = readScores();
	for (const [room, mutate] of Object.entries(ROOMS)) {
		if (chosen.length > 0 && !chosen.includes(room)) continue;
		await new Stryker({ mutate }).runMutationTest();
		const report = JSON.parse(readFileSync(REPORT, 'utf8')) as MutationReport;
		scores[room] = scoresOf(report);
		await keep(scores);
	}
	process.exitCode = print(scores) ? 0 : 1;
}

function readScores(): Record<string, Scores> {
	if (!existsSync(RESULTS)) return {};
	return JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, Scores>;
}

async function keep(scores: Record<string, Scores>): Promise<void> {
	const json = JSON.stringify(scores, null, '\t');
	const options = await resolveConfig(RESULTS);
	writeFileSync(RESULTS, await format(json, { ...options, filepath: RESULTS }));
}

/** @returns whether every score is high enough */
function print(scores: Record<string, Scores>): boolean {
	const table = new Table({ head: ['', 'score', 'killed', 'survived'] });
	const low: string[] = [];
	for (const [room, { total, files }] of Object.entries(scores)) {
		table.push([room, total.score.toFixed(1), total.killed, total.survived]);
		if (total.score < LEAST.room) low.push(`${room}: the score must be at least ${LEAST.room}`);
		for (const [file, { score, killed, survived }] of Object.entries(files)) {
			table.push([`  ${file}`, score.toFixed(1), killed, survived]);
			if (score < LEAST.file) low.push(`${file}: the score must be at least ${LEAST.file}`);
		}
	}
	console.log(table.toString());
	for (const text of low) console.error(text);
	return low.length === 0;
}

void main();
