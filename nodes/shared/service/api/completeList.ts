import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { findList, isRecord, toRecord } from '../../json';

/**
 * Reads a list for a decision that a wrong or shortened list would make wrong.
 *
 * @param member the name that the records have where there are several arrays
 * @param isUsable whether a record has what the decision needs
 * @returns all records; `undefined` when it is not certain that these are all
 */
export function completeList(
	body: unknown,
	member: string,
	isUsable: (record: IDataObject) => boolean,
): IDataObject[] | undefined {
	const records = findList(body, member)?.map(toRecord);
	if (!records?.every(isUsable) || saysMore(body, records.length)) return undefined;
	return records;
}

/** @throws UserError that says what to check */
export function unusableList(what: string, check: string): UserError {
	return new UserError(`The service returned a list of ${what} that cannot be used`, {
		description: `${check} Nothing was written.`,
	});
}

/** The specification shows no paging; a service that pages anyway reports it somewhere. */
function saysMore(body: unknown, count: number): boolean {
	if (!isRecord(body)) return false;
	const nested = Object.values(body).filter(isRecord);
	return [body, ...nested]
		.flatMap((record) => Object.entries(record))
		.some(
			([name, value]) =>
				(/total/i.test(name) && Number(value) > count) ||
				(/^has_?more$/i.test(name) && value === true) ||
				(/^next/i.test(name) && Boolean(value)),
		);
}
