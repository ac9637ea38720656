/**
 * Finds cells that may be empty because they are merged: only the first row of several has the value.
 *
 * @param column cells of a column as text, `''` for an empty one
 * @returns the indexes of empty cells below one that is not
 */
export function mergedGaps(column: readonly string[]): Set<number> {
	const first = column.findIndex((text) => text !== '');
	const gaps = [...column.keys()].filter((row) => column[row] === '' && first >= 0 && row > first);
	return new Set(gaps);
}
