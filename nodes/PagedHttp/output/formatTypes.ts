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
	/** @returns what has to be known to write on later; nothing by default */
	written?(): WrittenText;
}

/** What is known of text that was written before. */
export interface WrittenText {
	/** Columns of a table. */
	columns?: string[];
	/** Those of them that were listed, and that no record has had so far. */
	missing?: string[];
}

/** What the user has set of a table; other formats have none. */
export interface TableFormat {
	/** To write, in their order; empty when the first page decides. */
	columns: readonly string[];
	/**
	 * Whether people open the file: then it says how its letters are encoded, and has an apostrophe before text
	 * that a spreadsheet would calculate.
	 */
	isForSpreadsheets: boolean;
}

/** A format of files, by the value of File Format. */
export interface Format {
	extension: string;
	mimeType: string;
	/** @param before what records were written before, if some were */
	encoder(table: TableFormat, before?: WrittenText): Encoder;
}
