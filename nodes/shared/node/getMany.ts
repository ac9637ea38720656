import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { countOf } from '../basics/countOf';
import { showHints } from '../n8n/hints';
import type { ServiceResponse } from '../service/call';
import type { ServiceClient } from '../service/client';
import type { RecordList } from '../service/recordList';
import { forModel } from './modelAnswer';
import { forEachInput } from './forItems';
import { incompleteNote } from './incompleteList';
import type { InputItem } from './inputItem';
import type { Operation } from './operation';
import { limitProperties, returnFieldsOption } from './properties/returnedRecords';
import { optionsCollection } from './properties/requests';
import { returnFields } from './returnFields';
import { addWarning } from './warnings';

/** What an operation Get Many lists. */
interface Listing<Query> {
	/** Fields after Return All and Limit. */
	fields?: INodeProperties[];
	/** Members of Options besides those that every operation has. */
	options?: INodeProperties[];
	/** Reads what the item asks for; throws what is wrong with it. */
	read: (item: InputItem) => Query;
	/** @returns the records, and what the user should know about them: instead of how many there are, or besides */
	list: (
		client: ServiceClient,
		query: Query,
	) => Promise<RecordList & { note?: string; summary?: string }>;
	/**
	 * @param records all that the service returned, Limit or not
	 * @returns what brings a record into the form that the item's Options ask for
	 */
	output?: (
		item: InputItem,
		records: IDataObject[],
		response: ServiceResponse,
	) => Promise<(record: IDataObject) => IDataObject>;
}

/** @returns an operation that lists records, up to Limit, with a hint if the service has more */
export function getManyOperation<Query>({
	fields = [],
	options = [],
	read,
	list,
	output = async () => (record) => record,
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
				const { records, doubt, note, summary, response } = await list(item.client, query);
				const about = doubt === undefined ? note : incompleteNote(doubt);
				// What is counted over the whole list is wrong where it is not complete.
				const isOfAll = limit > records.length || summary !== undefined;
				if (about !== undefined && isOfAll) addWarning(item.context, about);
				const toOutput = await output(item, records, response);
				const shown = shape(records.slice(0, limit).map(toOutput));
				const returned = [`${shown.length} of ${countOf(records.length, 'record')} returned.`];
				if (about === undefined && item.context.getInputData().length === 1)
					showHints(item.context, [
						[...returned, ...(summary === undefined ? [] : [summary])].join(' '),
						'info',
					]);
				return forModel(item, shown, records.length, about ?? summary);
			},
		),
	};
}
