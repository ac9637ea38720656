import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

import { TSC } from './checks';
import { main, takesNothing } from './command';
import { run } from './program';

const USAGE = `Compiles into dist/, and copies icons, search words, and output schemas next to the nodes.

  npm run build`;

const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];
/** What n8n looks for beside a compiled node or credential. */
const ASSETS = [
	'nodes/**/*.{svg,png,node.json}',
	'nodes/**/__schema__/**/*.json',
	'credentials/**/*.{svg,png}',
];

/** What the compiler knows of its last run. */
const MEMORY = '.data/cache/build.tsbuildinfo';

/**
 * Brings `dist/` up to date.
 *
 * @throws Error when something does not compile; the compiler has said what
 */
export async function build(): Promise<void> {
	const sources = glob.sync(SOURCES);
	// The compiler writes only what has changed since then: not what somebody has deleted.
	if (!sources.flatMap(outputsOf).every(existsSync)) rmSync(MEMORY, { force: true });
	await run([
		TSC,
		'-p',
		'scripts/tsconfig.build.json',
		'--incremental',
		'--tsBuildInfoFile',
		MEMORY,
	]);
	copyAssets();
	const wanted = new Set([...sources.flatMap(outputsOf), ...glob.sync(ASSETS).map(inDist)]);
	// A renamed or deleted source leaves nothing behind in the package.
	for (const file of glob.sync('dist/**/*', { dot: true })) if (!wanted.has(file)) rmSync(file);
}

/** Copies into `dist/` what is not compiled. */
export function copyAssets(): void {
	for (const file of glob.sync(ASSETS)) {
		const [content, place] = [readFileSync(file), inDist(file)];
		// Another command may be reading it.
		if (existsSync(place) && readFileSync(place).equals(content)) continue;
		mkdirSync(path.dirname(place), { recursive: true });
		writeFileSync(place, content);
	}
}

function outputsOf(source: string): string[] {
	return ['.js', '.d.ts'].map((extension) => inDist(source.replace(/\.ts$/, extension)));
}

function inDist(file: string): string {
	return `dist/${file}`;
}

if (require.main === module) {
	void main({
		usage: USAGE,
		run: async (args) => {
			takesNothing(args, USAGE);
			await build();
		},
	});
}
