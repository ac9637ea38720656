import { readFileSync } from 'node:fs';

it('the words of the project are sorted, and each is there once', () => {
	const words = readFileSync('docs/tools/words.txt', 'utf8').trimEnd().split('\n');
	const sorted = [...new Set(words)].sort((a, b) => a.localeCompare(b, 'en'));
	expect(words).toEqual(sorted);
});
