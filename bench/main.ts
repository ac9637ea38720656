import { spawnSync } from 'node:child_process';
import path from 'node:path';

import glob from 'fast-glob';

/** What compares with what users would use instead goes first. */
const FIRST = ['paging', 'writes', 'growth', 'trigger', 'startup'];

/**
 * `npm run bench [-- part …] [--strict]`: runs the named parts, or all of them, each in a process of its
 * own, one after the other.
 */
function main(): void {
	const args = process.argv.slice(2);
	const files = glob.sync('*.ts', { cwd: __dirname }).map((file) => path.basename(file, '.ts'));
	const others = files.filter((part) => part !== 'main' && !FIRST.includes(part)).sort();
	const parts = [...FIRST, ...others];
	const flags = args.filter((arg) => arg.startsWith('--'));
	const named = args.filter((arg) => !arg.startsWith('--'));
	const unknown = named.find((part) => !parts.includes(part));
	if (unknown !== undefined || flags.some((flag) => flag !== '--strict')) {
		console.error(`npm run bench [-- part …] [--strict]\nParts: ${parts.join(', ')}`);
		process.exitCode = 1;
		return;
	}
	for (const part of named.length > 0 ? named : parts) {
		const start = Date.now();
		console.log(`\n— ${part}`);
		const file = path.join(__dirname, `${part}.ts`);
		const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...flags], {
			stdio: 'inherit',
		});
		console.log(`— ${part}: ${Math.round((Date.now() - start) / 1_000)} s`);
		if (status !== 0) process.exitCode = 1;
	}
}

main();
