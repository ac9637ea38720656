import { execFileSync } from 'node:child_process';

import { command } from '../sandbox/command';
import { BROWSER, DOCS, ensureInstalled } from '../sandbox/server/install';
import { run } from './program';

const USAGE = `Opens the site of the documentation on this machine, and updates it while you edit.

  npm run docs
  npm run docs -- check              checks links, pictures, and spelling
  npm run docs -- build              builds the site into docs/.vitepress/dist; fails on dead links
  npm run docs -- pictures [name …]  takes the pictures of n8n's editor again, or only those named

The first run installs what it needs.`;

const VITEPRESS = 'docs/node_modules/vitepress/bin/vitepress.js';

/** Programs that find something are run after one another. */
const CHECKS = [
	['node_modules/typescript/bin/tsc', '-p', 'docs/tsconfig.json'],
	['--import', 'tsx', 'docs/tools/links.ts'],
	['docs/node_modules/cspell/bin.mjs', '--config', 'docs/tools/cspell.yaml', '--no-progress'],
];

const VARIANTS: Record<string, (args: string[]) => Promise<void>> = {
	dev: async () => await run([VITEPRESS, 'dev', 'docs']),
	build: async () => await run([VITEPRESS, 'build', 'docs']),
	check: async () => {
		const failed: string[] = [];
		for (const check of CHECKS)
			await run(check).catch(({ message }: Error) => failed.push(message));
		if (failed.length > 0) throw new Error(failed.join('\n'));
	},
	pictures: async (args) => {
		execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
		await ensureInstalled(BROWSER, console.log);
		await run(['--import', 'tsx', 'sandbox/editor/screenshots.ts', ...args]);
	},
};

void command(USAGE, async ([first = 'dev', ...others]) => {
	const variant = VARIANTS[first];
	if (!variant) throw new Error(`Unknown argument ${first}\n\n${USAGE}`);
	await ensureInstalled(DOCS, console.log);
	await variant(others);
});
