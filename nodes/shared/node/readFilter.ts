import { UserError } from 'n8n-workflow';

import { isTool } from './forModel';
import type { InputItem } from './inputItem';
import { toText } from './parameters';

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
	const text = toText(filters[name], label);
	if (text !== '' || !Object.hasOwn(filters, name) || isTool(item)) return text;
	throw new UserError(`${label} in Filters is empty`, {
		description:
			`Without it, the list would contain all values of ${label}. Enter a value, or remove the filter. ${advice}`.trim(),
	});
}
