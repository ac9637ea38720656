import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { csvLine } from '../../../nodes/PagedHttp/output/csv';
import { FORMATS } from '../../../nodes/PagedHttp/output/formats';
import { amount } from '../../helpers/amounts';

/** Texts with everything that a table has a meaning for. */
const text = fc.string({
	unit: fc.oneof(
		fc.constantFrom('"', ',', '\r', '\n', ';', '\t', ' ', '\ufeff', '\u2028', '\\', "'", '='),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
	),
});
const value = fc.oneof(
	text,
	fc.double(),
	fc.boolean(),
	fc.constantFrom(null, undefined),
	fc.jsonValue(),
);

/** What a reader has to find where a value was written. */
function written(item: unknown): string {
	if (item === null || item === undefined) return '';
	return typeof item === 'object' ? JSON.stringify(item) : String(item);
}

const rows = (csv: string): string[][] => parse(csv, { relax_column_count: false });

test('a parser reads back every line that was written', () => {
	const table = fc
		.integer({ min: 1, max: 5 })
		.chain((width) =>
			fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1 }),
		);
	fc.assert(
		fc.property(table, (lines) => {
			// The parser drops a BOM only when it is asked to, and a text may begin with one.
			const csv = lines.map((line) => csvLine(line, false)).join('');
			expect(rows(csv)).toEqual(lines.map((line) => line.map(written)));
		}),
		{ numRuns: amount(100, 500) },
	);
});

test('a file has a line per record and the columns of its first page, however its pages are cut', () => {
	const names = fc.uniqueArray(fc.oneof(text, fc.constantFrom('__proto__', 'constructor')), {
		minLength: 1,
		maxLength: 5,
	});
	const pages = names.chain((columns) =>
		fc
			.array(fc.array(fc.array(value, { minLength: columns.length, maxLength: columns.length })), {
				minLength: 1,
			})
			.map((tables) =>
				tables.map((table) =>
					table.map((values) => Object.fromEntries(columns.map((name, at) => [name, values[at]]))),
				),
			),
	);
	fc.assert(
		fc.property(pages, (given) => {
			const encoder = FORMATS.csv.encoder({ columns: [], isForSpreadsheets: false });
			const parts = given.map((records, index) => encoder.encode(records, index + 1));
			const csv = [...parts, encoder.end()].join('');
			// JavaScript itself puts names such as 0 first.
			const all = given.flat();
			const lines = all.map((record) => Object.values(record).map(written));
			expect(rows(csv)).toEqual(all.length === 0 ? [] : [Object.keys(all[0] ?? {}), ...lines]);
		}),
		{ numRuns: amount(100, 300) },
	);
});

test.each([
	[['a', 'b'], 'a,b\r\n'],
	[['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
	[[' padded', 'padded ', ''], '" padded","padded ",""\r\n'],
	[[null, undefined, 0, false], ',,0,false\r\n'],
	[[null], '""\r\n'],
	[[{ a: [1] }, ['x']], '"{""a"":[1]}","[""x""]"\r\n'],
])('%j is the line %j', (values, line) => {
	expect(csvLine(values, false)).toBe(line);
});
