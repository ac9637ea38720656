import { readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

import { markdownPages } from '../../scripts/docs/markdown';
import { stringsOnly } from './stringsOnly';

const PACKAGES = path.resolve(__dirname, '../node_modules');

/** Of these, only the texts in quotes are read: what a user sees. */
const SOURCES = ['nodes/**/*.ts', 'nodes/**/*.node.json', 'credentials/**/*.ts', 'examples/*.json'];

/**
 * Checks the wording of the documentation and of the texts in nodes, credential and examples against
 * the list in `prh.yml`. Prints what to write instead, and fails where something was found.
 */
async function main(): Promise<void> {
	const { createLinter, loadLinterFormatter, loadTextlintrc } = await import('textlint');
	const configFilePath = path.join(__dirname, '.textlintrc.json');
	const descriptor = await loadTextlintrc({ configFilePath, node_modulesDir: PACKAGES });
	const linter = createLinter({ descriptor });
	const results = [
		...(await linter.lintFiles(markdownPages())),
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
