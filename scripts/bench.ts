import path from 'node:path';

import glob from 'fast-glob';

import { command } from '../sandbox/command';
import { run } from './program';

/** What compares with what users would use instead goes first. */
const FIRST = ['paging', 'items', 'itemsMemory', 'writes', 'growth', 'trigger', 'startup'];
/** Only by name: they take long, and the first one needs Redis and PostgreSQL. */
const BY_NAME = ['queue', 'triggers', 'clone'];

/** Files by part. */
const FILES = new Map(
	glob
		.sync(['bench/*.ts', 'bench/*/main.ts'])
		.map((file) => [path.basename(file.replace('/main.ts', ''), '.ts'), file]),
);
const OTHERS = [...FILES.keys()].filter((part) => ![...FIRST, ...BY_NAME].includes(part)).sort();
const USUAL = [...FIRST, ...OTHERS];

const USAGE = `Measures the nodes in the real n8n beside what you would use instead, and keeps the figures.

  npm run bench                      ${USUAL.join(', ')}
  npm run bench -- paging growth     only these parts
  npm run bench -- queue             n8n in queue mode; needs Redis and PostgreSQL
  npm run bench -- triggers          TPRM Trigger beside n8n's own triggers, longer than trigger
  npm run bench -- clone             how long npm ci, demo, and tests take in three fresh clones of the last
                                     commit; with BENCH_BASE=<commit> beside those of an earlier one

  --strict   fail where a target is missed

npm run generate writes the figures into the documentation.`;

/** Runs parts in processes of their own, one after the other, also after one that has failed. */
async function measure(args: string[]): Promise<void> {
	const flags = args.filter((arg) => arg.startsWith('--'));
	const named = args.filter((arg) => !arg.startsWith('--'));
	const unknown =
		named.find((part) => !FILES.has(part)) ?? flags.find((flag) => flag !== '--strict');
	if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}\n\n${USAGE}`);
	const failed: string[] = [];
	for (const part of named.length > 0 ? named : USUAL) {
		const start = Date.now();
		console.log(`\n— ${part}`);
		const program = ['--import', 'tsx', FILES.get(part) ?? '', ...flags];
		await run(program).catch(() => failed.push(part));
		console.log(`— ${part}: ${Math.round((Date.now() - start) / 1_000)} s`);
	}
	if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
}

void command(USAGE, measure);
