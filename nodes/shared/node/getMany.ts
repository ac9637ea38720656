import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isTool } from '../n8n/workarounds';
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
	if (text !== '' || !Object.hasOwn(filters, name) || isTool(item.context)) return text;
	throw new UserError(`${label} in Filters is empty`, {
		description:
			`Without it, the list would contain all values of ${label}. Enter a value, or remove the filter. ${advice}`.trim(),
	});
}

/** About 10,000 tokens of vendors: a model forgets, or refuses, what is much longer. */
const MAX_RECORDS = 100;

/**
 * Shortens a list for the model of an agent, and says how many records there are: a model takes what
 * it gets for everything.
 *
 * @param records as the item's Limit allows
 * @param total how many there are without Limit
 * @returns the records unchanged in a workflow, where the node is not used as a tool
 */
export function forModel(item: InputItem, records: IDataObject[], total: number): IDataObject[] {
	if (!isTool(item.context)) return records;
	const shown = records.slice(0, MAX_RECORDS);
	if (shown.length === total) return shown;
	const note = `These are ${shown.length} of ${total} records. To get others, narrow the list with a filter, or raise the limit (at most ${MAX_RECORDS} records are returned).`;
	return [...shown, { returned: shown.length, total, note }];
}
