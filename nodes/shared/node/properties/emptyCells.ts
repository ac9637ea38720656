import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../basics/members';
import { listField } from '../../forms/fields';
import { toChoice } from '../coerce';

/** The member of Options for what an empty cell does to a field that has a value. */
export const emptyCellsOption = listField(
	'Empty Cells',
	'emptyCells',
	'keep',
	'What an empty cell, or null from a database, does to the field of an existing record',
	[
		['Leave Unchanged', 'keep', 'The field keeps its value'],
		['Clear Field', 'clear', 'The value is removed; Removal Limit counts it'],
	],
);

/**
 * @param options the Options of an item, by name
 * @returns whether an empty cell clears the field of an existing record
 * @throws UserError when an expression returned neither choice
 */
export function clearsEmptyCells(options: IDataObject): boolean {
	const { name, displayName, default: byDefault } = emptyCellsOption;
	const choices = { keep: false, clear: true };
	return toChoice(memberOf(options, name) ?? byDefault, displayName, choices);
}
