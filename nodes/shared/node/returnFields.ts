import type { IDataObject } from 'n8n-workflow';

import { isDataObject, toRecord } from '../basics/guards';
import { memberOf, setMember } from '../basics/members';
import { shorten } from '../basics/shorten';
import { readNames } from './coerce';
import type { InputItem } from './inputItem';
import { addWarning } from './warnings';

/** Keeps fields of records; what is no object stays as it is. */
type KeepFields = <T>(records: T[]) => Array<T | IDataObject>;

/**
 * @param more fields that are kept as well, unless all are
 * @returns a function that keeps the fields that Fields to Return names, and warns of those that no record has
 */
export function returnFields({ context, options }: InputItem, more: string[] = []): KeepFields {
	const names = readNames(options.returnFields, 'Fields to Return');
	let isFirst = true;
	return (records) => {
		if (names.length === 0 || records.length === 0) return records;
		const missing = new Set(names);
		const shown = records.map((record) => {
			if (!isDataObject(record)) return record;
			const kept: IDataObject = {};
			for (const name of [...names, ...more]) if (keep(record, name, kept)) missing.delete(name);
			return kept;
		});
		if (isFirst && missing.size > 0)
			addWarning(
				context,
				`The first records have no "${[...missing].join('", "')}". Check the spelling in Fields to Return. The first one has: ${shorten(Object.keys(toRecord(records[0])).join(', '))}.`,
			);
		isFirst = false;
		return shown;
	};
}

/**
 * Keeps a field, with the objects that it is in. A name with dots may also be that of a field.
 *
 * @returns whether the record has it
 */
function keep(record: IDataObject, path: string, kept: IDataObject): boolean {
	const [name = '', ...rest] = Object.hasOwn(record, path) ? [path] : path.split('.');
	const inside = memberOf(record, name);
	if (rest.length === 0) {
		if (Object.hasOwn(record, name)) setMember(kept, name, inside);
		return Object.hasOwn(kept, name);
	}
	const part = memberOf(kept, name) ?? {};
	if (!isDataObject(inside) || !isDataObject(part)) return false;
	// What is kept as a whole has it already.
	if (part !== inside) setMember(kept, name, part);
	return keep(inside, rest.join('.'), part);
}
