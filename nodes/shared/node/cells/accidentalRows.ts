import type { IDataObject } from 'n8n-workflow';

import { visible } from '../../basics/visible';

/** First cells of a row that adds up those above it. */
const TOTAL =
	/^(?:(?:grand |sub-?)?totals?|sum|summe|gesamt(?:summe)?|zwischensumme|somme|totale|suma)\b[ :]*$/i;

/**
 * Finds rows that people do not mean as records, by what is in them.
 *
 * @param rows the input as the table has it, column names as names
 * @returns a sentence for each such row, by its index
 */
export function accidentalRows(rows: readonly IDataObject[]): Map<number, string> {
	const found = new Map<number, string>();
	for (const [index, row] of rows.entries()) {
		const cells = Object.entries(row).filter(([, value]) => !isBlank(value));
		if (cells.length > 0 && cells.every(([name, value]) => isName(name, value)))
			found.set(index, 'Every cell has the name of its column: it may be the header again.');
		else if (isTotal(cells)) found.set(index, 'It may be a row of totals.');
	}
	return found;
}

function isBlank(value: unknown): boolean {
	return (
		value === null || value === undefined || (typeof value === 'string' && visible(value) === '')
	);
}

function isName(name: string, value: unknown): boolean {
	return typeof value === 'string' && visible(value).toLowerCase() === visible(name).toLowerCase();
}

/** All text in it is the word for a total. */
function isTotal(cells: Array<[name: string, value: unknown]>): boolean {
	const texts = cells.flatMap(([, value]) =>
		typeof value === 'string' && /\p{L}/u.test(value) ? [visible(value)] : [],
	);
	return texts.length > 0 && texts.every((text) => TOTAL.test(text));
}
