import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';

import { ensureInstalled, MUTATION } from '../sandbox/server/install';
import { main } from './command';
import type { MutationReport, Scores } from './mutation/scores';
import { scoresOf, updated } from './mutation/scores';
import { run } from './program';

const RESULTS = 'test/mutation/results.json';
const REPORT = 'coverage/mutation.json';
const STRYKER = 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
const CONFIG = 'test/mutation/stryker.config.mjs';

/** Files by room. Their tests are in `test/unit/`, in a folder of the same name. */
const ROOMS: Record<string, string[]> = {
	http: ['nodes/shared/http/**/*.ts'],
	// What a form shows is texts only.
	auth: ['nodes/shared/auth/**/*.ts', '!nodes/shared/auth/fields.ts'],
	webhook: [
		'nodes/shared/webhook/**/*.ts',
		// Texts only.
		'!nodes/shared/webhook/eventCatalog.ts',
		'nodes/TprmVendorTrigger/decide.ts',
	],
	// Designs of APIs test detection, each with many rules at once.
	paging: ['nodes/shared/paging/**/*.ts', '!nodes/shared/paging/detect/**'],
};

/** Minimum score of every room and every file, in percent. */
const LEAST = { room: 90, file: 80 };

const USAGE = `Changes the pure modules bit by bit, counts which changes a unit test notices, and keeps the scores.
The exit code is 1 where a score is too low. All of it takes about two hours. The first run installs what
it needs.

  npm run mutation
  npm run mutation -- http auth                    only these parts
  npm run mutation -- nodes/shared/http/retry.ts   only this file

Parts: ${Object.keys(ROOMS).join(', ')}`;

async function measure(chosen: string[]): Promise<void> {
	const unknown = chosen.find((one) => roomOf(one) === undefined);
	if (unknown !== undefined) throw new Error(`Unknown part or file ${unknown}\n\n${USAGE}`);
	await ensureInstalled(MUTATION, console.log);
	const scores = readScores();
	for (const [room, mutate] of Object.entries(ROOMS)) {
		const own = chosen.filter((one) => roomOf(one) === room);
		if (chosen.length > 0 && own.length === 0) continue;
		const files = own.includes(room) ? [] : own;
		const mutated = (files.length > 0 ? files : mutate).join(',');
		await run([STRYKER, 'run', CONFIG, '--mutate', mutated], { MUTATION_ROOM: room });
		const measured = scoresOf(JSON.parse(readFileSync(REPORT, 'utf8')) as MutationReport);
		const before = scores[room];
		scores[room] = before && files.length > 0 ? updated(before, measured) : measured;
		await keep(scores);
	}
	if (!print(scores)) throw new Error('A score is too low');
}

/** @returns the room itself, or the one of a file */
function roomOf(chosen: string): string | undefined {
	const named = Object.entries(ROOMS).find(([, files]) => files.includes(chosen));
	return (
		named?.[0] ??
		chosen
			.split('/')
			.reverse()
			.find((folder) => folder in ROOMS)
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

void main({ usage: USAGE, run: measure });
