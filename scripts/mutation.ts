import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';

import type { MutationReport, Scores } from './mutation/scores';
import { scoresOf, updated } from './mutation/scores';

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
 * these rooms only, and `npm run mutation -- nodes/shared/http/retry.ts` for this file.
 */
async function main(): Promise<void> {
	const { Stryker } = await import('@stryker-mutator/core');
	const [...chosen] = process.argv.slice(2);
	const scores = readScores();
	for (const [room, mutate] of Object.entries(ROOMS)) {
		const own = chosen.filter((one) => roomOf(one) === room);
		if (chosen.length > 0 && own.length === 0) continue;
		const files = own.includes(room) ? [] : own;
		await new Stryker({ mutate: files.length > 0 ? files : mutate }).runMutationTest();
		const measured = scoresOf(JSON.parse(readFileSync(REPORT, 'utf8')) as MutationReport);
		const before = scores[room];
		scores[room] = before && files.length > 0 ? updated(before, measured) : measured;
		await keep(scores);
	}
	process.exitCode = print(scores) ? 0 : 1;
}

/**
 * @returns the room itself, or the one of a file: `detect` is a folder of `paging`
 * @throws Error when it is neither
 */
function roomOf(chosen: string): string {
	const named = Object.entries(ROOMS).find(([, files]) => files.includes(chosen));
	const room =
		named?.[0] ??
		chosen
			.split('/')
			.reverse()
			.find((folder) => folder in ROOMS);
	if (room !== undefined) return room;
	throw new Error(
		`${chosen} is neither a file that is measured nor one of: ${Object.keys(ROOMS).join(', ')}`,
	);
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
