import { installed } from './program';

/** Checks the types of all TypeScript files but those whose packages are installed on first use. */
export const TYPES = [
	installed('typescript/bin/tsc'),
	...['-p', 'test/tsconfig.json'],
	...['--incremental', '--tsBuildInfoFile', '.data/cache/types.tsbuildinfo'],
];

/**
 * Without `--cache`: rules that know types may have something to say about a file that has not changed
 * itself.
 */
export const ESLINT = [installed('eslint/bin/eslint.js'), '--max-warnings', '0'];

/** Scans what is built. */
export const SCAN = ['--import', 'tsx', 'scripts/scan.ts', '--built'];
