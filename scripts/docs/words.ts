import { readFileSync } from 'node:fs';

import glob from 'fast-glob';

import { withoutTables } from './tables';

/** The most words that the documentation may have: written by hand, and generated. */
export const LIMITS = { byHand: 20_000, generated: 22_000 };

const REFERENCE = 'docs/reference/';

/**
 * Counts README.md and the pages of docs/. By hand is what is neither in docs/reference/ nor between
 * the comments that a generator writes between; code counts, comments of Markdown and the frames of
 * tables do not.
 */
export function countWords(): typeof LIMITS {
	const files = glob.sync(['README.md', 'docs/**/*.md'], { ignore: ['**/node_modules/**'] });
	const counts = { byHand: 0, generated: 0 };
	for (const file of files) {
		const page = readFileSync(file, 'utf8');
		const byHand = file.startsWith(REFERENCE) ? 0 : wordsIn(withoutTables(page));
		counts.byHand += byHand;
		counts.generated += wordsIn(page) - byHand;
	}
	return counts;
}

/** @returns how many pieces between spaces have a letter or a digit */
export function wordsIn(text: string): number {
	const pieces = text.replace(/<!--[^]*?-->/g, ' ').split(/\s+/);
	return pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length;
}

/** Prints the counts, and fails beyond a limit. */
function main(): void {
	const { byHand, generated } = countWords();
	const of = (count: number, limit: number) =>
		`${count.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`;
	console.log(
		`Words by hand: ${of(byHand, LIMITS.byHand)}, generated: ${of(generated, LIMITS.generated)}`,
	);
	if (byHand > LIMITS.byHand || generated > LIMITS.generated) process.exitCode = 1;
}

if (require.main === module) main();
