import { readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

import { markdownPages } from '../../scripts/docs/markdown';

const REPOSITORY = 'n8n-nodes-grc-tprm/n8n-nodes-grc-tprm';
/** By its path: it is looked for from where this runs, and installed here. */
const VALIDATE_LINKS = path.resolve(__dirname, '../node_modules/remark-validate-links/index.js');
/** Rows of a table have an anchor that is no heading: `npm test` follows these. */
const ROWS = [/paging-designs\.md#/];
const URL_OF_OURS = new RegExp(`https://github\\.com/${REPOSITORY}[^'"\\s]*`, 'g');

/**
 * Checks all links within the repository: between pages, to headings, files and pictures, and those
 * that n8n shows with nodes and credential. Other addresses are not fetched. Prints what leads
 * nowhere, and fails then.
 */
async function main(): Promise<void> {
	const { engine } = await import('unified-engine');
	const { remark } = await import('remark');
	const { default: gfm } = await import('remark-gfm');
	const { VFile } = await import('vfile');
	const { default: reporter } = await import('vfile-reporter');

	await new Promise<void>((resolve, reject) => {
		engine(
			{
				processor: remark().use(gfm),
				plugins: [[VALIDATE_LINKS, { repository: REPOSITORY, skipPathPatterns: ROWS }]],
				files: [
					...markdownPages(),
					new VFile({ path: 'links in nodes and credentials.md', value: linksInEditor() }),
				],
				output: false,
				out: false,
				frail: true,
				quiet: true,
				reporter,
			},
			(error, code) => {
				if (error) return reject(new Error('The links could not be checked', { cause: error }));
				process.exitCode = code ?? 0;
				resolve();
			},
		);
	});
}

/** @returns a page with every link to us that n8n shows, as `main` on GitHub has it */
function linksInEditor(): string {
	return glob
		.sync(['nodes/**/*.node.json', '{nodes,credentials}/**/*.ts'])
		.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(URL_OF_OURS)].map(
				([url]) =>
					`- [${file}](${url.replace(/#/, url.includes('/blob/') ? '#' : '/blob/main/README.md#')})`,
			),
		)
		.join('\n');
}

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
