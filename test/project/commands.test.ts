import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import glob from 'fast-glob';

import { markdownPages } from '../../scripts/docs/markdown';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
};
const names = Object.keys(scripts);

const node = async (...program: string[]) =>
	(await promisify(execFile)(process.execPath, ['--import', 'tsx', ...program])).stdout;

let helps: Record<string, string>;
beforeAll(async () => {
	helps = JSON.parse(await node('test/helpers/helps.mjs')) as typeof helps;
});

/** What a command answers to `--help`. */
async function helpOf(name: string): Promise<string> {
	const [, ...program] = (scripts[name] ?? '').split(' ');
	return helps[name] ?? (await node(...program, '--help'));
}

/** @returns the names after `npm run` in files, with the files */
function mentioned(files: string[]): string[] {
	return files.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/npm run (?!\$)([\w:-]+)/g)].map(
			([, name]) => `${name} in ${file}`,
		),
	);
}

it.each(names)('%s says how it is called', async (name) => {
	const called = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
	expect(await helpOf(name)).toContain(called);
});

it('are those that documentation, workflows, and messages name, each in the list', () => {
	const sources = glob.sync(
		[
			'{nodes,credentials,scripts,sandbox,bench,test,docs}/**/*.{ts,mts,json,yml}',
			'.github/**/*.yml',
			'.ci/run',
			'*.{js,mjs,yml,yaml}',
			'examples/*',
		],
		{
			ignore: ['**/node_modules/**', '**/package-lock.json', 'test/project/commands.test.ts'],
			dot: true,
		},
	);
	// Of released versions, the list says what they had.
	const pages = markdownPages().filter((file) => file !== 'CHANGELOG.md');
	const unknown = mentioned([...sources, ...pages]).filter(
		(text) => !names.includes(text.split(' ')[0] ?? ''),
	);
	expect(unknown).toEqual([]);
	const list = readFileSync('docs/commands.md', 'utf8');
	for (const name of names)
		expect([
			name,
			list.includes(`| \`npm ${name}`) || list.includes(`| \`npm run ${name}`),
		]).toEqual([name, true]);
});

it('the weekly workflow runs what the weekly command runs', async () => {
	const [, list = ''] = /weekly .*: (.*)\n/.exec(await helpOf('e2e')) ?? [];
	const [, matrix = ''] =
		/part: \[(.*)\]/.exec(readFileSync('.github/workflows/weekly.yml', 'utf8')) ?? [];
	expect(matrix.replaceAll("'", '')).toBe(list);
});
