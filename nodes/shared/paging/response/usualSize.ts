/** The smallest page size that is usual, in records. */
const FEWEST = 5;

/** Page sizes that are in use are multiples of 5, or of powers of 2 and their likes. */
const PARTS = [5, 6, 8, 9];

/** @returns whether a number of records is likely to be a page size: 10, 24, 64, but not 7 or 43 */
export function isUsualSize(records: number): boolean {
	return records >= FEWEST && PARTS.some((part) => records % part === 0);
}

/** @returns whether a number of records is a round one, as most page sizes are: 0, 5, 10, 25 */
export function isRoundNumber(records: number): boolean {
	return records % 5 === 0;
}
