import { spawnSync } from 'node:child_process';

const script = (name: string) => ['--import', 'tsx', `scripts/${name}.ts`];

/** What follows from the nodes: output schemas, also in the built package, and tables in the documentation. */
const BY_DEFAULT = [
	...['schemas', 'docs', 'automatic'].map(script),
	['node_modules/gulp/bin/gulp.js', '--silent'],
];

/** What is written on request only: workflows that users of a version have saved. */
const ON_REQUEST: Record<string, string[][]> = { saved: [script('saved')] };

const USAGE = `Usage: npm run generate [-- saved]

Without an argument: writes the output schemas of the nodes, and the tables in the documentation.
saved: writes workflows as this version saves them to test/saved/, until it is released.`;

/** `npm run generate`: runs programs one after the other, and stops at the first that fails. */
function main([wanted, ...others]: string[]): number {
	const programs = wanted === undefined ? BY_DEFAULT : ON_REQUEST[wanted];
	if (!programs || others.length > 0) {
		console.log(USAGE);
		return wanted === '--help' ? 0 : 1;
	}
	for (const program of programs) {
		const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
		if (status !== 0) return status ?? 1;
	}
	return 0;
}

process.exitCode = main(process.argv.slice(2));
