import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../../basics/members';

/** A column that n8n makes of the second entry of a list, when it writes a table: `tags.1`. */
const ENTRY = /^(.+)\.(\d{1,4})$/;

/**
 * Puts lists together again that n8n has written as a column for each entry: `{ "tags.0": "gdpr", "tags.1": "" }`
 * is `{ "tags": ["gdpr"] }`. A row has columns for as many entries as the longest list of the table.
 *
 * @param row of a table
 * @returns the row, or a copy with lists in place of those columns
 */
export function withLists(row: IDataObject): IDataObject {
	if (!Object.keys(row).some((name) => ENTRY.test(name))) return row;
	const joined: IDataObject = {};
	for (const [name, value] of Object.entries(row)) {
		const [, list = '', at = ''] = ENTRY.exec(name) ?? [];
		const isList = list !== '' && Object.hasOwn(row, `${list}.0`) && !Object.hasOwn(row, list);
		if (!isList) setMember(joined, name, value);
		else if (at === '0') setMember(joined, list, entriesOf(row, list));
	}
	return joined;
}

/** @returns the entries that have a value; an empty text, as an empty cell is, when none has one */
function entriesOf(row: IDataObject, list: string): IDataObject[string] {
	const entries: Array<IDataObject[string]> = [];
	for (let at = 0; Object.hasOwn(row, `${list}.${at}`); at++) {
		const entry = memberOf(row, `${list}.${at}`) ?? '';
		if (entry !== '') entries.push(entry);
	}
	return entries.length === 0 ? '' : entries;
}
