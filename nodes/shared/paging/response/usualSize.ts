/** Records of a page, in APIs that are in use. */
const FEWEST = 5;

/** @returns whether a number of records is likely to be a page size */
export function isUsualSize(records: number): boolean {
	// Also powers of 2, from 8 on.
	return records >= FEWEST && [5, 6, 8, 9].some((part) => records % part === 0);
}
