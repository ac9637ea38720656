import { isRecord } from '../../shared/basics/guards';
import { jsonText } from '../../shared/basics/json';
import { memberOf } from '../../shared/basics/members';
import { userError } from '../../shared/n8n/nodeErrors';
import { readPath } from '../../shared/paging/path';
import type { Encoder, Format, TableFormat, WrittenText } from './formatTypes';

/**
 * What would end a field, and white space around it, which some readers leave out. In some countries, a
 * spreadsheet would begin a new field after a semicolon or tab, too.
 */
const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

/** What spreadsheets take for the beginning of a formula, in text. */
const FORMULA = /^[\s\u200b\ufeff]?[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

export const csv: Format = {
	extension: 'csv',
	mimeType: 'text/csv',
	encoder: csvTable,
};

/** Without it, Excel takes a file for one of an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table whose first line names the columns. */
function csvTable(
	{ columns: listed, isForSpreadsheets }: TableFormat,
	before?: WrittenText,
): Encoder {
	const isListed = listed.length > 0;
	/** Columns that were listed, and that no record has had so far. */
	const missing = new Set(before?.missing ?? listed);
	let columns = before?.columns ?? listed;
	let hasRecords = before !== undefined;

	/** A column that was listed may be a path; the name of another one may contain dots. */
	const valueOf = (row: Record<string, unknown>, name: string): unknown => {
		const isOwn = Object.hasOwn(row, name);
		if (!isOwn && !isListed) return undefined;
		const value = isOwn ? memberOf(row, name) : readPath(name, { body: row });
		if (isOwn || value !== undefined) missing.delete(name);
		return value;
	};
	const line = (values: readonly unknown[]) => csvLine(values, isForSpreadsheets);
	const head = () => (isForSpreadsheets ? BYTE_ORDER_MARK : '') + line(columns);
	return {
		encode(records, page) {
			if (records.length === 0) return '';
			const rows = records.map((record) => (isRecord(record) ? record : { value: record }));
			const isFirst = !hasRecords;
			hasRecords = true;
			if (!isListed) {
				// The line with the names is written before the others, so the first page decides on them.
				if (isFirst) columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
				else checkColumns(rows, new Set(columns), page);
			}
			const lines = rows.map((row) => line(columns.map((name) => valueOf(row, name))));
			return (isFirst ? head() : '') + lines.join('');
		},
		end: () => (isListed && !hasRecords ? head() : ''),
		warnings() {
			if (!hasRecords || missing.size === 0) return [];
			const names = Array.from(missing, (name) => `"${name}"`).join(', ');
			return [`No record has ${names}, as listed in CSV Columns. Check the spelling.`];
		},
		written: () => ({ columns: [...columns], missing: [...missing] }),
	};
}

/** @throws UserError when a row has a member without a column */
function checkColumns(
	rows: ReadonlyArray<Record<string, unknown>>,
	known: ReadonlySet<string>,
	page: number,
): void {
	for (const [index, row] of rows.entries()) {
		const name = Object.keys(row).find((key) => !known.has(key));
		if (name === undefined) continue;
		throw userError(
			`The CSV file has no column "${name}", which record ${index + 1} of page ${page} needs`,
			'The columns are those of the first page. List all columns to write in CSV Columns under Options > File, or set File Format to NDJSON, where records may differ. No file was created.',
		);
	}
}

/**
 * One line of a CSV file (RFC 4180), with the line break that ends it.
 *
 * @param values null and undefined are empty fields, `''` is an empty text (`""`); objects and arrays
 *   are written as JSON
 * @param escapesFormulas whether an apostrophe is written before text that a spreadsheet would calculate
 */
export function csvLine(values: readonly unknown[], escapesFormulas: boolean): string {
	const escape = (value: unknown) =>
		escapesFormulas && typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value;
	const line = values.map((value) => toField(escape(value))).join(',');
	// Readers skip a line with nothing on it.
	return `${line === '' ? '""' : line}\r\n`;
}

function toField(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? jsonText(value) : String(value);
	return text === '' || SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
