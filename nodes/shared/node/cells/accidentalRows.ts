import type { IDataObject } from 'n8n-workflow';

import { visible } from '../../basics/visible';

/** Names of rows that add up those above them, also of pivot tables. */
const TOTALS: ReadonlySet<string> = new Set(
	[
		'total, totals, grand total, grand totals, subtotal, sub-total, sub total, subtotals, overall total, sum',
		'summe, gesamt, gesamtsumme, gesamtergebnis, zwischensumme, teilergebnis, somme, total général, sous-total',
		'total general, totale, totale complessivo, totale generale, suma, suma total, total geral, soma',
		'totaal, subtotaal, eindtotaal, итого, всего, общий итог, 合計, 総計, 小計, 总计',
	].flatMap((words) => words.split(', ')),
);

/** `Total (12):` is a total, whatever it counts. */
const NOT_IN_NAMES = /[^\p{L}\s-]/gu;

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
	return texts.length > 0 && texts.every(isTotalName);
}

function isTotalName(text: string): boolean {
	return TOTALS.has(visible(text.replaceAll(NOT_IN_NAMES, '')).normalize('NFC').toLowerCase());
}
