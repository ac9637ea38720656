import type { IDataObject } from 'n8n-workflow';

import { errorWords } from '../basics/errorWords';
import { isRecord, toRecord } from '../basics/guards';
import { idKey } from '../basics/ids';
import { plainText } from '../basics/plainText';
import { shorten } from '../basics/shorten';
import { findList, listIn } from './recordList';

/** The answer to a bulk request, whose parts may have had different ends. */
export interface BulkAnswer {
	/** What the service confirms. */
	records: IDataObject[];
	/** What it reports beside them in `errors`. */
	errors: IDataObject[];
}

/**
 * Reads the answer to a bulk request (scoped-controls, whose shape is left open).
 *
 * @param member the name that the records have where there are several arrays
 */
export function readBulkAnswer(body: unknown, member: string): BulkAnswer {
	const { errors, ...others } = isRecord(body) ? body : { errors: undefined };
	if (Array.isArray(errors)) {
		const { list = [] } = findList(others, member) ?? {};
		return { records: list.map(toRecord), errors: errors.map(toRecord) };
	}
	const records = listIn(body, findList(body, member));
	return { records: records.filter((record) => Object.keys(record).length > 0), errors: [] };
}

/** @returns what the service says about an error, on one line; `''` when it says nothing */
export function errorText(error: IDataObject | undefined): string {
	return shorten(plainText(errorWords(error) || String(error?.value ?? '')));
}

/** @returns the texts of a record and of the records right inside it, among them its ids */
export function textsIn(record: IDataObject): string[] {
	return Object.values(record)
		.flatMap((value): unknown[] => (isRecord(value) ? Object.values(value) : [value]))
		.filter((value) => typeof value === 'string');
}

/** @returns everything in an error of a bulk answer that may name a record, ids as they are compared */
export function namesIn(error: IDataObject): Set<string> {
	const lists = Object.values(error)
		.flat()
		.filter((value) => typeof value === 'string');
	return new Set([...textsIn(error), ...lists].map(idKey));
}
