import type { IDataObject } from 'n8n-workflow';

import { isSimilar, memberFold } from '../../basics/nameFolds';
import { visible } from '../../basics/visible';

/** A shorter name is a part of many others. */
const FEWEST_LETTERS = 4;

/**
 * Finds the column that may be meant where no row has a value in another one.
 *
 * @param wanted the name of the column that is empty, or of its field
 * @param rows the input as the table has it, column names as names
 * @param used what is entered in other fields: a column in one of them is not meant
 * @returns the name of a column with values whose name is similar, or contains the other one
 */
export function similarColumn(
	wanted: string,
	rows: readonly IDataObject[],
	used: readonly string[],
): string | undefined {
	const filled = new Set<string>();
	for (const row of rows)
		for (const [name, value] of Object.entries(row))
			if (value !== null && value !== undefined && visible(String(value)) !== '') filled.add(name);
	const fold = memberFold(wanted);
	return [...filled].find((name) => {
		const other = memberFold(name);
		if (fold === '' || other === '' || used.some((text) => text.includes(name))) return false;
		const isPart = other.length >= FEWEST_LETTERS && fold.includes(other);
		return other.includes(fold) || isPart || isSimilar(other, fold);
	});
}
