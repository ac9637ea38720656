import { readFileSync } from 'node:fs';

import glob from 'fast-glob';

import { MARKDOWN_PAGES } from './docs/markdown';
import { stringsOnly } from './wording/stringsOnly';

/** Of these, only the texts in quotes are read: what a user sees. */
const SOURCES = ['nodes/**/*.ts', 'nodes/**/*.node.json', 'credentials/**/*.ts', 'examples/*.json'];

/**
 * Checks the wording of the documentation and of the texts in nodes, credential and examples against
 * the list in `prh.yml`. Prints what to write instead, and fails where something was found.
 */
async function main(): Promise<void> {
	const { createLinter, loadLinterFormatter, loadTextlintrc } = await import('textlint');
	const linter = createLinter({ descriptor: await loadTextlintrc() });
	const results = [
		...(await linter.lintFiles(glob.sync(MARKDOWN_PAGES))),
		...(await Promise.all(
			glob.sync(SOURCES).map(async (file) => {
				const { messages } = await linter.lintText(
					stringsOnly(file, readFileSync(file, 'utf8')),
					`${file}.txt`,
				);
				return { filePath: file, messages };
			}),
		)),
	].filter(({ messages }) => messages.length > 0);
	if (results.length === 0) return;
	const formatter = await loadLinterFormatter({ formatterName: 'unix' });
	console.error(formatter.format(results));
	process.exitCode = 1;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
