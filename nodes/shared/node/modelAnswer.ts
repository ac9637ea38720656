import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isTooDeep, jsonText } from '../basics/json';
import { countOf } from '../basics/countOf';
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
	const answer = new ModelAnswer(item);
	return [...answer.take(records), answer.end(total, records.length < total, about)];
}

/** {@link forModel} for a single record, which is shortened where it is too long. */
export function recordForModel(item: InputItem, record: IDataObject): IDataObject {
	if (!isTool(item.context)) return record;
	return new ModelAnswer(item).take([record])[0] ?? record;
}

/** What a model gets of a list: as many records as there is room for, and one that says what is left. */
export class ModelAnswer {
	private readonly start: number;
	private readonly mostCharacters: number;
	private seen = 0;
	private taken = 0;
	private shortened = 0;
	private characters = 0;
	private hasNoRoom = false;

	/** @throws UserError naming the field that is no usable number */
	constructor(item: ItemParameters) {
		this.start = item.startAt;
		this.mostCharacters = item.number(maxCharactersField);
	}

	/** Whether there is no room for another record. */
	get isFull(): boolean {
		return this.hasNoRoom;
	}

	/** How many records the model gets. */
	get returned(): number {
		return this.taken;
	}

	/** @returns those of the next records that the model gets; a record that is too long alone is shortened */
	take(records: IDataObject[]): IDataObject[] {
		const taken: IDataObject[] = [];
		for (const record of records) {
			if (this.seen++ < this.start) continue;
			const size = jsonText(record).length;
			const isTooLong = size > this.mostCharacters || isTooDeep(record);
			this.hasNoRoom ||= this.taken > 0 && this.characters + size > this.mostCharacters;
			if (this.hasNoRoom) break;
			taken.push(isTooLong ? shortenRecord(record, this.mostCharacters) : record);
			this.characters += size;
			this.shortened += Number(isTooLong);
			this.taken++;
		}
		return taken;
	}

	/**
	 * @param total how many records there are; `null` when that is not known
	 * @param mayHaveMore whether there are, or may be, others after those that were taken
	 * @param atTheEnd what to say when there are none
	 * @returns the last record of the answer: a model takes what it gets for everything
	 */
	end(total: number | null, mayHaveMore: boolean, atTheEnd = 'There are no more.'): IDataObject {
		const { isFull, returned, shortened, start } = this;
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
	}
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
