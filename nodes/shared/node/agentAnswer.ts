import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isTooDeep, jsonText } from '../basics/json';
import { countOf } from '../basics/text';
import { isTool } from '../n8n/tool';
import type { InputItem } from './inputItem';
import type { ItemParameters } from './itemParameters';
import { maxCharactersField } from './properties/returnedRecords';

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
