/**
 * Behind what is kept of a record that the last complete read did not have, where a record can be
 * skipped by moving to a page that was read before. Not a character of a hash.
 */
const MISSING = '!';

/** @returns whether a read has already missed the record */
export function isMissing(kept: string): boolean {
	return kept.endsWith(MISSING);
}

/** @returns what is kept of a record that a read has missed */
export function asMissing(kept: string): string {
	return isMissing(kept) ? kept : kept + MISSING;
}

/** @returns what was kept of the record when a read had it last */
export function asFound(kept: string): string {
	return isMissing(kept) ? kept.slice(0, -MISSING.length) : kept;
}
