import { INVISIBLE } from './invisible';
import { plainBlanks } from './visible';

/** Two names are the same when this returns the same text for both. */
export type Fold = (name: string) => string;

/**
 * The fold for names that a person takes for the same: whatever their letter case, blanks, widths, and first
 * zeros, and whatever in them cannot be seen.
 */
export const looseFold: Fold = (name) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(INVISIBLE, '')
		.replaceAll(/\s/g, '')
		.replace(/^0+(\d)/, '$1');

/**
 * The fold for names of members, which APIs write in different ways: `next_page`, `nextPage` and
 * `next-page` are one name. Letters of every language remain.
 */
export const memberFold: Fold = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * {@link looseFold} without punctuation: `R&D`, `R & D`, and `RD` may be one thing. A name of nothing else keeps it.
 */
export const duplicateFold: Fold = (name) => {
	const loose = looseFold(name);
	return loose.replaceAll(/\p{P}/gu, '').replace(/^0+(\d)/, '$1') || loose;
};

/** Whether two names differ in one place, by two letters at most, short ones by one, or by two that are swapped. */
export function isSimilar(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	let start = 0;
	let end = 0;
	while (start < short.length && short[start] === long[start]) start++;
	while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
	const most = isSwapped(short, long, start, end) || long.length > 4 ? 2 : 1;
	return start + end > 0 && long.length - start - end <= most;
}

/** @returns whether two letters are the other way round, between a beginning and an end that are the same */
function isSwapped(one: string, other: string, start: number, end: number): boolean {
	const [a, b, ...more] = one.slice(start, one.length - end);
	return more.length === 0 && other.slice(start, other.length - end) === `${b ?? ''}${a ?? ''}`;
}

/**
 * Finds what a misspelled name means.
 *
 * @param wanted the name, folded
 * @param nameOf the name of a candidate, folded likewise
 * @returns the candidate of that name, else one whose name is similar; `undefined` when there is none
 */
export function mostSimilar<Candidate>(
	wanted: string,
	candidates: readonly Candidate[],
	nameOf: (candidate: Candidate) => string,
): Candidate | undefined {
	return (
		candidates.find((candidate) => nameOf(candidate) === wanted) ??
		candidates.find((candidate) => isSimilar(nameOf(candidate), wanted))
	);
}

/** @returns the fold for names; the same letter can be encoded in several ways, and NFC makes them one */
export function nameFold(ignoreCase: boolean): Fold {
	return (name) => {
		const text = plainBlanks(name).normalize('NFC');
		return ignoreCase ? text.toLowerCase() : text;
	};
}
