import { type IDataObject, type INodeProperties, jsonParse } from 'n8n-workflow';

import { showHints } from '../n8n/shown';
import { userError } from '../n8n/shownErrors';
import { isTool } from '../n8n/workarounds';
import type { RecordList } from '../service/api/answers';
import type { ServiceResponse } from '../service/errors';
import type { ServiceClient } from '../service/send';
import type { InputItem, ItemParameters, Operation } from './operation';
import { readNames, toText } from './parameters';
import {
	collection,
	limitProperties,
	maxCharactersField,
	optionsCollection,
	returnFieldsOption,
} from './properties/fields';
import { forEachInput } from './run';
import { isTooDeep, jsonText } from '../basics/json';
import { countOf, isDataObject, memberOf, setMember, shorten, toRecord } from '../basics/values';
import { addWarning } from './failure';

/** What an operation Get Many lists. */
interface Listing<Query> {
	/** Fields after Return All and Limit. */
	fields?: INodeProperties[];
	/** Members of Options besides those that every operation has. */
	options?: INodeProperties[];
	/** Reads what the item asks for; throws what is wrong with it. */
	read: (item: InputItem) => Query;
	/** @returns the records, and what the user should know about them */
	list: (client: ServiceClient, query: Query) => Promise<RecordList & { note?: string }>;
	/** Brings a record into the form that the item's Options ask for. */
	output?: (
		item: InputItem,
		record: IDataObject,
		response: ServiceResponse,
	) => Promise<IDataObject>;
}

/** @returns an operation that lists records, up to Limit, with a hint if the service has more */
export function getManyOperation<Query>({
	fields = [],
	options = [],
	read,
	list,
	output = async (_item, record) => record,
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
				const { records, doubt, note, response } = await list(item.client, query);
				const about = doubt === undefined ? note : incompleteNote(doubt);
				if (about !== undefined && limit > records.length) addWarning(item.context, about);
				const shown = shape(
					await Promise.all(
						records.slice(0, limit).map(async (record) => await output(item, record, response)),
					),
				);
				if (about === undefined && item.context.getInputData().length === 1)
					showHints(item.context, [
						`${shown.length} of ${countOf(records.length, 'record')} returned.`,
						'info',
					]);
				return forModel(item, shown, records.length, about);
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
	const text = toText(memberOf(filters, name), label);
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
 * @param about what there is to know at the end of the list
 * @returns the records unchanged in a workflow, where the node is not used as a tool
 */
export function forModel(
	item: InputItem,
	records: IDataObject[],
	total: number,
	about?: string,
): IDataObject[] {
	if (!isTool(item.context)) return records;
	const answer = modelAnswer(item);
	return [...answer.take(records), answer.end(total, records.length < total, about)];
}

/** {@link forModel} for a single record, which is shortened where it is too long. */
export function recordForModel(item: InputItem, record: IDataObject): IDataObject {
	if (!isTool(item.context)) return record;
	return modelAnswer(item).take([record])[0] ?? record;
}

/** @returns what to say beside the output of a list that is not complete */
export function incompleteNote(doubt: string): string {
	return `The service ${doubt}. Use the Paged HTTP node to read the others.`;
}

/**
 * @param more fields that are kept as well, unless all are
 * @returns a function that keeps the fields that Fields to Return names, and warns of those that no record has
 */
export function returnFields({ context, options }: InputItem, more: string[] = []) {
	const names = readNames(options.returnFields, 'Fields to Return');
	let isFirst = true;
	return <T>(records: T[]): Array<T | IDataObject> => {
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

/**
 * What a model gets of a list: as many records as there is room for, and one that says what is left.
 *
 * @throws UserError naming the field that is no usable number
 */
export function modelAnswer(item: ItemParameters) {
	const start = item.startAt;
	const mostCharacters = item.number(maxCharactersField);
	let isFull = false;
	let seen = 0;
	let returned = 0;
	let shortened = 0;
	let characters = 0;
	return {
		/** @returns whether there is no room for another record */
		isFull: () => isFull,

		/** @returns how many records the model gets */
		returned: () => returned,

		/** @returns those of the next records that the model gets; a record that is too long alone is shortened */
		take(records: IDataObject[]): IDataObject[] {
			const taken: IDataObject[] = [];
			for (const record of records) {
				if (seen++ < start) continue;
				const size = jsonText(record).length;
				const isTooLong = size > mostCharacters || isTooDeep(record);
				isFull ||= returned > 0 && characters + size > mostCharacters;
				if (isFull) break;
				taken.push(isTooLong ? shortenRecord(record, mostCharacters) : record);
				characters += size;
				shortened += Number(isTooLong);
				returned++;
			}
			return taken;
		},

		/**
		 * @param total how many records there are; `null` when that is not known
		 * @param mayHaveMore whether there are, or may be, others after those that were taken
		 * @param atTheEnd what to say when there are none
		 * @returns the last record of the answer: a model takes what it gets for everything
		 */
		end(total: number | null, mayHaveMore: boolean, atTheEnd = 'There are no more.'): IDataObject {
			const next = start + returned;
			const hasMore = isFull || mayHaveMore;
			const which = returned === 0 ? 'No records' : `Records ${start + 1} to ${next}`;
			const of = total === null ? '' : ` of ${total}`;
			const after = hasMore
				? `For the next ones, call this tool again with startAt ${next}, or narrow the list.`
				: atTheEnd;
			const cut =
				shortened > 0
					? ` Long text and lists in ${countOf(shortened, 'record')} were shortened.`
					: '';
			return { returned, total, hasMore, note: `${which}${of}. ${after}${cut}` };
		},
	};
}

/** Lengths of texts, and a tenth of them of lists, to try one after the other. */
const LENGTHS = [2_000, 500, 100];

/** @returns the record with its texts and lists cut, so that it has no more characters than this */
function shortenRecord(record: IDataObject, mostCharacters: number): IDataObject {
	const text = jsonText(record).slice(0, mostCharacters / 2);
	if (isTooDeep(record)) return { shortened: 'Too many levels: returned as text', text };
	const shortened = 'Too long: text and lists were shortened';
	for (const length of LENGTHS) {
		const cut = JSON.stringify({ ...record, shortened }, (_name, value: unknown) => {
			if (Array.isArray(value)) return value.slice(0, length / 10);
			const isLong = typeof value === 'string' && value.length > length;
			return isLong ? `${value.slice(0, length)}…` : value;
		});
		if (cut.length <= mostCharacters) return jsonParse<IDataObject>(cut);
	}
	return { shortened, text };
}
