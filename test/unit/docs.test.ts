import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { stringsOnly } from '../../scripts/wording/stringsOnly';

const run = async (...command: string[]) =>
	await promisify(execFile)(process.execPath, command, { maxBuffer: 2 ** 26 }).then(
		() => '',
		({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
	);

it('every link, anchor and picture of the documentation leads somewhere', async () => {
	expect(await run('--import', 'tsx', 'scripts/links.ts')).toBe('');
});

it('the documentation and the texts of the nodes are spelled right', async () => {
	expect(await run('node_modules/cspell/bin.mjs', '--no-progress', '--no-summary')).toBe('');
});

it('they have none of the words that this project does not use', async () => {
	expect(await run('--import', 'tsx', 'scripts/wording.ts')).toBe('');
});

it('the words of the project are sorted, and each is there once', () => {
	const words = readFileSync('cspell.words.txt', 'utf8').trimEnd().split('\n');
	const sorted = [...new Set(words)].sort((a, b) => a.localeCompare(b, 'en'));
	expect(words).toEqual(sorted);
});

it('of a source, only what is in quotes is read', () => {
	const source =
		"import a from 'told';\n// told\nconst told = 'It said\\nso';\nconst b = `x${told}y`;\n";
	const text = stringsOnly('a.ts', source);
	expect(text).toHaveLength(source.length);
	expect(text.split('\n').map((line) => line.trim())).toEqual([
		'',
		'',
		"'It said  so'",
		'`x${    }y`',
		'',
	]);
	expect(text.indexOf("'It said")).toBe(source.indexOf("'It said"));
});
