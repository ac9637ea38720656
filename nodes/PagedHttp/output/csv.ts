/** What would end a field, and white space around it, which some readers leave out. */
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** What separates fields in some countries: a spreadsheet would begin a new one with what follows. */
const OTHER_SEPARATOR = /[;\t]/;

/** What spreadsheets take for the beginning of a formula, in text. */
const FORMULA = /^[\s\u200b\ufeff]?[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * One line of a CSV file (RFC 4180), with the line break that ends it.
 *
 * @param values null and undefined are empty fields, `''` is an empty text (`""`); objects and arrays
 *   are written as JSON
 * @param escapesFormulas whether an apostrophe is written before text that a spreadsheet would calculate
 */
export function csvLine(values: readonly unknown[], escapesFormulas = false): string {
	const escape = (value: unknown) =>
		escapesFormulas && typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value;
	const line = values.map((value) => toField(escape(value), escapesFormulas)).join(',');
	// Readers skip a line with nothing on it.
	return `${line === '' ? '""' : line}\r\n`;
}

function toField(value: unknown, escapesFormulas: boolean): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const isQuoted =
		text === '' || SPECIAL.test(text) || (escapesFormulas && OTHER_SEPARATOR.test(text));
	return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
