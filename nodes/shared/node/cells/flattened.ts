import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../../basics/members';
import { isBlankCell } from './blank';

/** A column that n8n makes of the second entry of a list, when it writes a table: `tags.1`. */
const ENTRY = /^(.+)\.(\d{1,4})$/;

/**
 * Puts lists together again that n8n has written as a column for each entry: `{ "tags.0": "gdpr", "tags.1": "" }`
 * is `{ "tags": ["gdpr"] }`. A row has columns for as many entries as the longest list of the table, and an empty cell
 * for the field itself where another row has `null`.
 *
 * @param row of a table
 * @returns the row, or a copy with lists in place of those columns
 */
export function withLists(row: IDataObject): IDataObject {
	if (!Object.keys(row).some((name) => ENTRY.test(name))) return row;
	const joined: IDataObject = {};
	for (const [name, value] of Object.entries(row)) {
		const [, list = '', at = ''] = ENTRY.exec(name) ?? [];
		const isList =
			list !== '' && Object.hasOwn(row, `${list}.0`) && isBlankCell(memberOf(row, list));
		if (!isList && !(isBlankCell(value) && Object.hasOwn(joined, name)))
			setMember(joined, name, value);
		else if (at === '0') setMember(joined, list, entriesOf(row, list));
	}
	return joined;
}

/** @returns the entries that have a value; an empty text, as an empty cell is, when none has one */
function entriesOf(row: IDataObject, list: string): IDataObject[string] {
	const cells = Object.entries(row).flatMap(([name, value]): Cell[] => {
		const [, of, at = ''] = ENTRY.exec(name) ?? [];
		return of === list ? [[at, value]] : [];
	});
	const entries = plainList(cells);
	return entries.length === 0 ? '' : entries;
}

/** A cell of a list or an object, with the rest of its column's name: `city` of `address.city`. */
export type Cell = [rest: string, value: IDataObject[string]];

/** @returns whether cells are the entries of a list that has neither lists nor objects */
export function isPlainList(cells: readonly Cell[]): boolean {
	return cells.every(([rest]) => /^\d{1,4}$/.test(rest));
}

/** @returns the entries that have a value, in their order */
export function plainList(cells: readonly Cell[]): Array<Exclude<IDataObject[string], undefined>> {
	return [...cells]
		.sort(([one], [other]) => Number(one) - Number(other))
		.flatMap(([, value]) => (value === undefined || isBlankCell(value) ? [] : [value]));
}
