import { BROWSER, DOCS, ensureInstalled } from '../sandbox/server/install';
import { build } from './build';
import { TSC } from './checks';
import { main, takesNothing } from './command';
import { PROJECT, run, runScript } from './program';

const USAGE = `Opens the site of the documentation on this machine, and updates it while you edit.

  npm run docs
  npm run docs -- check              checks links, pictures, charts, spelling, and wording
  npm run docs -- build              builds the site into docs/.vitepress/dist; fails on dead links
  npm run docs -- charts             draws the charts from the figures of npm run bench
  npm run docs -- pictures [name …]  takes the pictures of n8n's editor again, or only those named

The first run installs what it needs.`;

const VITEPRESS = 'docs/node_modules/vitepress/bin/vitepress.js';
const CSPELL = 'docs/node_modules/cspell/bin.mjs';

const VARIANTS: Record<string, (args: string[]) => Promise<void>> = {
	check,
	build: vitepress('build'),
	charts: async (args) => {
		takesNothing(args, USAGE);
		await runScript('docs/tools/charts.ts');
	},
	pictures: async (args) => {
		await build();
		await ensureInstalled(BROWSER, console.log);
		await runScript('sandbox/editor/screenshots.ts', ...args);
	},
};

function vitepress(command: string): (args: string[]) => Promise<void> {
	return async (args) => {
		takesNothing(args, USAGE);
		await run([VITEPRESS, command, 'docs']);
	};
}

/** Runs every check, also after one that has found something. */
async function check(args: string[]): Promise<void> {
	takesNothing(args, USAGE);
	const checks: Array<[string, string[]]> = [
		['Types', [TSC, '-p', 'docs/tsconfig.json']],
		['Links, anchors, and pictures', ['--import', 'tsx', 'docs/tools/links.ts']],
		['Charts', ['--import', 'tsx', 'docs/tools/charts.ts', '--check']],
		['Spelling', [CSPELL, '--config', 'docs/tools/cspell.yaml', '--no-progress', '--no-summary']],
		['Wording', ['--import', 'tsx', 'docs/tools/wording.ts']],
	];
	const failed: string[] = [];
	for (const [name, program] of checks) {
		console.log(`${name} …`);
		await run(program).catch(() => failed.push(name));
	}
	if (failed.length > 0) throw new Error(`Failed: ${failed.join('; ')}`);
}

void main({
	usage: USAGE,
	run: async (args) => {
		process.chdir(PROJECT);
		const [first, ...others] = args;
		const variant = first === undefined ? vitepress('dev') : VARIANTS[first];
		if (!variant) throw new Error(`Unknown argument ${first}\n\n${USAGE}`);
		await ensureInstalled(DOCS, console.log);
		await variant(others);
	},
});
