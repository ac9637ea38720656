import type { INodeProperties } from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { collection } from '../forms/groups';
import { userError } from '../n8n/nodeErrors';
import { isTool } from '../n8n/tool';
import { toText } from './coerce';
import type { InputItem } from './inputItem';

/** @returns the collection Filters with these members */
export function filtersCollection(filters: INodeProperties[]): INodeProperties {
	return collection('Filters', 'filters', 'Add Filter', filters);
}

/**
 * Reads a filter of a list. An empty one is an error, since an Archive that follows would reach records
 * that were not meant; the model of an agent may leave it empty.
 *
 * @param name the filter's name in the collection Filters
 * @param label the filter's name as the user sees it
 * @param advice what to use for a filter that may be empty
 * @returns trimmed; `''` when the user did not add it
 * @throws UserError naming the filter when it is empty, an object or an array
 */
export function readFilter(item: InputItem, name: string, label: string, advice = ''): string {
	const filters = item.collection('filters');
	const text = toText(memberOf(filters, name), label);
	if (text !== '' || !Object.hasOwn(filters, name) || isTool(item.context)) return text;
	throw userError(
		`${label} in Filters is empty`,
		`An empty filter would return records with any ${label}. Enter a value, or remove the filter. ${advice}`.trim(),
	);
}
