import { installed } from './program';

/** TypeScript 7 is several times as fast. What parses code here, and ESLint's parser, needs the interface of 5. */
export const TSC = installed('typescript-7/bin/tsc');

/** Checks the types of all TypeScript files but those whose packages are installed on first use. */
export const TYPES = [TSC, '-p', 'tsconfig.json'];

/** The rules for all code. It takes the types from the nearest tsconfig.json of each file. */
export const OXLINT = [
	installed('oxlint/bin/oxlint'),
	'--config=scripts/oxlint.json',
	'--type-aware',
	'--deny-warnings',
];

/** n8n's rules for what it loads. They are in {@link SCAN}, too. */
export const ESLINT = [installed('eslint/bin/eslint.js'), '--max-warnings=0'];

/** Scans what is built. */
export const SCAN = ['--import', 'tsx', 'scripts/scan.ts', '--built'];
