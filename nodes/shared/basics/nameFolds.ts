import { plainBlanks } from './text';

/** Two names are the same when this returns the same text for both. */
export type Fold = (name: string) => string;

/** The fold for names that a person takes for the same: whatever their letter case, blanks, widths, and first zeros. */
export const looseFold: Fold = (name) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[\s\p{Cf}]/gu, '')
		.replace(/^0+(\d)/, '$1');

/** Whether two names differ in one place, by two letters at most, short ones by one. */
export function isSimilar(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	let [start, end] = [0, 0];
	while (start < short.length && short[start] === long[start]) start++;
	while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
	return start + end > 0 && long.length - start - end <= (long.length > 4 ? 2 : 1);
}

/** @returns the fold for names; the same letter can be encoded in several ways, and NFC makes them one */
export function nameFold(ignoreCase: boolean): Fold {
	return (name) => {
		const text = plainBlanks(name).normalize('NFC');
		return ignoreCase ? text.toLowerCase() : text;
	};
}
