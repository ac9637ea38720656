import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isTool, userError } from '../n8n/workarounds';
import type { RecordList } from '../service/api/answers';
import type { ServiceResponse } from '../service/call';
import type { ServiceClient } from '../service/send';
import type { InputItem } from './inputItem';
import { hintAtIncompleteList, modelAnswer, returnFields, returnFieldsOption } from './lists';
import { toText } from './parameters';
import { collection, limitProperties, optionsCollection } from './properties/fields';
import { forEachInput } from './run';
import type { Operation } from './types';

/** What an operation Get Many lists. */
interface Listing<Query> {
	/** Fields after Return All and Limit. */
	fields?: INodeProperties[];
	/** Members of Options besides those that every operation has. */
	options?: INodeProperties[];
	/** Reads what the item asks for; throws what is wrong with it. */
	read: (item: InputItem) => Query;
	list: (client: ServiceClient, query: Query) => Promise<RecordList>;
	/** Brings records into the form that the item's Options ask for. */
	output?: (
		item: InputItem,
		records: IDataObject[],
		response: ServiceResponse,
	) => Promise<IDataObject[]>;
}

/** @returns an operation that lists records, up to Limit, with a hint if the service has more */
export function getManyOperation<Query>({
	fields = [],
	options = [],
	read,
	list,
	output = async (_item, records) => records,
}: Listing<Query>): Operation {
	return {
		properties: [
			...limitProperties,
			...fields,
			optionsCollection([returnFieldsOption, ...options]),
		],
		run: forEachInput(
			(item) => ({ query: read(item), limit: item.recordLimit, shape: returnFields(item) }),
			async ({ query, limit, shape }, item) => {
				const { records, doubt, response } = await list(item.client, query);
				if (doubt !== undefined && limit > records.length)
					hintAtIncompleteList(item.context, doubt);
				const shown = await output(item, records.slice(0, limit), response);
				return forModel(item, shown.map(shape), records.length);
			},
		),
	};
}

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
	const text = toText(filters[name], label);
	if (text !== '' || !Object.hasOwn(filters, name) || isTool(item.context)) return text;
	throw userError(
		`${label} in Filters is empty`,
		`An empty filter would return records with any ${label}. Enter a value, or remove the filter. ${advice}`.trim(),
	);
}

/**
 * Ends a list for the model of an agent where there is room for no more, and says how many records there are.
 *
 * @param records as the item's Limit allows
 * @param total how many there are without Limit
 * @returns the records unchanged in a workflow, where the node is not used as a tool
 */
export function forModel(item: InputItem, records: IDataObject[], total: number): IDataObject[] {
	if (!isTool(item.context)) return records;
	const answer = modelAnswer(item);
	return [...answer.take(records), answer.end(total, records.length < total)];
}

/** {@link forModel} for a single record, which is shortened where it is too long. */
export function recordForModel(item: InputItem, record: IDataObject): IDataObject {
	if (!isTool(item.context)) return record;
	const [shown = record] = modelAnswer(item).take([record]);
	return shown;
}
