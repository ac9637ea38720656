import { spawnSync } from 'node:child_process';
import path from 'node:path';

import glob from 'fast-glob';

import { build } from './build';
import { main } from './command';
import { PROJECT, runScript } from './program';

const FOLDER = path.join(PROJECT, 'bench');
/** What compares with what users would use instead goes first. */
const FIRST = ['paging', 'items', 'itemsMemory', 'writes', 'growth', 'trigger', 'startup'];
/** Only by name: they take long, and the first one needs Redis and PostgreSQL. */
const FOLDERS = ['queue', 'triggers'];
const BY_NAME = [...FOLDERS, 'clone'];

const others = glob
	.sync('*.ts', { cwd: FOLDER })
	.map((file) => path.basename(file, '.ts'))
	.filter((part) => ![...FIRST, ...BY_NAME].includes(part))
	.sort();
const USUAL = [...FIRST, ...others];

const USAGE = `Measures the nodes in the real n8n beside what you would use instead, and keeps the figures.

  npm run bench                      ${USUAL.join(', ')}
  npm run bench -- paging growth     only these parts
  npm run bench -- queue             n8n in queue mode; needs Redis and PostgreSQL
  npm run bench -- triggers          TPRM Trigger beside n8n's own triggers, longer than trigger
  npm run bench -- clone             how long npm ci, demo, and tests take in three fresh clones of the last
                                     commit; with BENCH_BASE=<commit> beside those of an earlier one

  --strict   fail where a target is missed

npm run generate writes the figures into the documentation, and npm run docs -- charts draws them.`;

/** Runs parts in processes of their own, one after the other. */
async function measure(args: string[]): Promise<void> {
	const flags = args.filter((arg) => arg.startsWith('--'));
	const named = args.filter((arg) => !arg.startsWith('--'));
	const unknown =
		named.find((part) => ![...USUAL, ...BY_NAME].includes(part)) ??
		flags.find((flag) => flag !== '--strict');
	if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}\n\n${USAGE}`);
	await build();
	for (const part of named.length > 0 ? named : USUAL) {
		const start = Date.now();
		console.log(`\n— ${part}`);
		const file = path.join(FOLDER, FOLDERS.includes(part) ? `${part}/main.ts` : `${part}.ts`);
		const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...flags], {
			stdio: 'inherit',
		});
		console.log(`— ${part}: ${Math.round((Date.now() - start) / 1_000)} s`);
		if (status !== 0) process.exitCode = 1;
	}
	if (named.some((part) => BY_NAME.includes(part))) await runScript('scripts/docs.ts');
}

void main({ usage: USAGE, run: measure });
