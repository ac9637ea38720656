import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isDataObject } from '../../basics/values';
import type { ItemParameters } from '../inputItem';
import { readNames } from '../parameters';

/** The member of Options for every operation that lists records. */
export const returnFieldsOption: INodeProperties = {
	displayName: 'Fields to Return',
	name: 'returnFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name, status, owner.email',
	description:
		'Fields to keep of each record, separated by commas: names or paths such as owner.email. If empty, all fields are returned.',
};

/**
 * @param more fields that are kept as well, unless all are
 * @returns a function that keeps the fields of a record that Fields to Return names
 */
export function returnFields({ options }: ItemParameters, more: string[] = []) {
	const names = readNames(options.returnFields, 'Fields to Return');
	return (record: IDataObject): IDataObject => {
		if (names.length === 0) return record;
		const kept: IDataObject = {};
		for (const name of [...names, ...more]) keep(record, name, kept);
		return kept;
	};
}

/** Keeps a field, with the objects that it is in. A name with dots may also be that of a field. */
function keep(record: IDataObject, path: string, kept: IDataObject): void {
	if (Object.hasOwn(record, path)) {
		kept[path] = record[path];
		return;
	}
	const [name = '', ...rest] = path.split('.');
	const inside = record[name];
	if (rest.length === 0 || !isDataObject(inside)) return;
	const before = kept[name];
	const part = isDataObject(before) && before !== inside ? before : {};
	if (before === inside) return;
	kept[name] = part;
	keep(inside, rest.join('.'), part);
}
