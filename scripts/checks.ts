import { installed } from './program';

/** TypeScript 7 is several times as fast. What parses code here, and ESLint, needs the interface of 5. */
export const TSC = installed('typescript-7/bin/tsc');

/** Checks the types of all TypeScript files but those whose packages are installed on first use. */
export const TYPES = [TSC, '-p', 'test/tsconfig.json'];

/**
 * Without `--cache`: rules that know types may have something to say about a file that has not changed
 * itself.
 */
export const ESLINT = [installed('eslint/bin/eslint.js'), '--max-warnings', '0'];

/** Scans what is built. */
export const SCAN = ['--import', 'tsx', 'scripts/scan.ts', '--built'];
