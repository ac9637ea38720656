import { UserError } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { readPath } from '../../shared/paging/response/path';
import { csvLine } from './csv';

/** Writes the records of one file as text, page by page. */
export interface Encoder {
	/**
	 * @param records of one page
	 * @param page its number, counted from 1
	 * @returns the text that follows what was returned before; `''` when there is none
	 * @throws UserError when the records do not fit into the file
	 */
	encode(records: readonly unknown[], page: number): string;
	/** @returns the end of the text */
	end(): string;
	/** @returns what the user should know of the whole file, in sentences */
	warnings?(): string[];
}

/** What the user has set of a table; other formats have none. */
export interface Table {
	/** To write, in their order; empty when the first page decides. */
	columns: readonly string[];
	/** Whether text that a spreadsheet would calculate is written with an apostrophe before it. */
	escapesFormulas: boolean;
}

/** A format of files, by the value of File Format. */
interface Format {
	extension: string;
	mimeType: string;
	encoder(table: Table): Encoder;
}

const ndjson: Format = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	encoder: () => ({
		encode: (records) => records.map((record) => `${toJson(record)}\n`).join(''),
		end: () => '',
	}),
};

const json: Format = {
	extension: 'json',
	mimeType: 'application/json',
	encoder() {
		let separator = '[\n';
		return {
			encode(records) {
				if (records.length === 0) return '';
				const text = separator + records.map(toJson).join(',\n');
				separator = ',\n';
				return text;
			},
			end: () => (separator === '[\n' ? '[]\n' : '\n]\n'),
		};
	},
};

const csv: Format = {
	extension: 'csv',
	mimeType: 'text/csv',
	encoder(table) {
		return new CsvTable(table);
	},
};

/** The formats by the value of the parameter File Format. */
export const FORMATS = new Map<unknown, Format>([
	['csv', csv],
	['json', json],
	['ndjson', ndjson],
]);

/** JSON has no undefined, and neither has a response. */
const toJson = (record: unknown): string => JSON.stringify(record) ?? 'null';

/** A table whose first line names the columns. */
class CsvTable implements Encoder {
	private columns: readonly string[];
	private readonly found = new Set<string>();
	private known: ReadonlySet<string> | undefined;
	private hasHead = false;
	private hasRecords = false;

	/** Columns that are listed, as names or dotted paths; other members are left out then. */
	private readonly chosen: readonly string[];
	private readonly line: (values: readonly unknown[]) => string;

	constructor({ columns, escapesFormulas }: Table) {
		this.chosen = columns;
		this.columns = columns;
		this.line = (values) => csvLine(values, escapesFormulas);
	}

	encode(records: readonly unknown[], page: number): string {
		if (records.length === 0) return '';
		const rows = records.map((record) => (isRecord(record) ? record : { value: record }));
		this.hasRecords = true;
		if (this.chosen.length === 0) this.check(rows, page);
		const lines = rows.map((row) => this.line(this.columns.map((name) => this.valueOf(row, name))));
		return this.head() + lines.join('');
	}

	end(): string {
		return this.chosen.length > 0 ? this.head() : '';
	}

	warnings(): string[] {
		const missing = this.hasRecords ? this.chosen.filter((name) => !this.found.has(name)) : [];
		if (missing.length === 0) return [];
		const names = missing.map((name) => `"${name}"`).join(', ');
		return [`No record has ${names}, as listed in CSV Columns. Check the spelling.`];
	}

	private valueOf(row: Record<string, unknown>, name: string): unknown {
		if (Object.hasOwn(row, name)) {
			this.found.add(name);
			return row[name];
		}
		if (this.chosen.length === 0) return undefined;
		const at = readPath(name, { body: row, headers: {} });
		if (!at.found) return undefined;
		this.found.add(name);
		return at.value;
	}

	private head(): string {
		if (this.hasHead) return '';
		this.hasHead = true;
		return this.line(this.columns);
	}

	/** The first page decides on the columns: the line with their names is written before the others. */
	private check(rows: ReadonlyArray<Record<string, unknown>>, page: number): void {
		if (!this.known) {
			this.known = new Set(rows.flatMap((row) => Object.keys(row)));
			this.columns = [...this.known];
			return;
		}
		for (const [index, row] of rows.entries()) {
			const name = Object.keys(row).find((key) => !this.known?.has(key));
			if (name !== undefined) throw newColumn(name, page, index + 1);
		}
	}
}

function newColumn(name: string, page: number, record: number): UserError {
	return new UserError(
		`The CSV file has no column "${name}", which record ${record} of page ${page} needs`,
		{
			description:
				'The columns are those of the first page. List all columns to write under Options > CSV Columns, or set File Format to NDJSON, where records may differ. No file was created.',
		},
	);
}
