import { readFileSync } from 'node:fs';

import glob from 'fast-glob';

const page = readFileSync('docs/troubleshooting.md', 'utf8');

/** The messages of ours that the page has: in the first column of the tables headed "Message". */
const messages = [...page.matchAll(/^\| Message .*\n\|.*\n((?:\|.*\n)+)/gm)]
	.flatMap(([, rows = '']) => rows.split('\n').map((row) => row.split('|')[1] ?? ''))
	.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message));

const sources = glob
	.sync(['nodes/**/*.ts', 'credentials/*.ts', 'sandbox/server/*.ts', 'sandbox/editor/*.ts'])
	.map((file) => readFileSync(file, 'utf8'))
	.join('\n');

/** @returns each three words in a row, but those with a gap or a number, which differ from case to case */
function triples(message: string): string[] {
	return message.split(/…|\b\d+\b|"/).flatMap((piece) => {
		const words = piece.trim().split(/\s+/);
		return words
			.map((_, at) => words.slice(at, at + 3).join(' '))
			.slice(0, Math.max(1, words.length - 2));
	});
}

it.each(messages)('the sources say: %s', (message) => {
	const parts = triples(message).filter((part) => part !== '');
	// A text may be put together from several.
	expect(parts.filter((part) => sources.includes(part)).length / parts.length).toBeGreaterThan(
		1 / 3,
	);
});

it('has each message once', () => {
	expect(messages.length).toBeGreaterThan(40);
	expect(new Set(messages).size).toBe(messages.length);
});
