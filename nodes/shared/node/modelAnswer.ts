import type { IDataObject } from 'n8n-workflow';

import { countOf } from '../basics/text';
import { isDataObject } from '../basics/values';
import type { ItemParameters } from './inputItem';
import { toNumber } from './parameters';
import { DEFAULT_MAX_CHARACTERS } from './properties/limit';

/** What a model gets of a list: as many records as there is room for, and one that says what is left. */
export class ModelAnswer {
	/** Whether there is no room for another record. */
	isFull = false;
	private readonly start: number;
	private readonly mostCharacters: number;
	private seen = 0;
	private returned = 0;
	private shortened = 0;
	private characters = 0;

	/** @throws UserError naming the field that is no usable number */
	constructor(item: ItemParameters) {
		this.start = item.startAt;
		this.mostCharacters = toNumber(item.value('maxCharacters', ''), 'Max Characters', {
			fallback: DEFAULT_MAX_CHARACTERS,
			min: 1_000,
		});
	}

	/** @returns those of the next records that the model gets; a record that is too long alone is shortened */
	take(records: IDataObject[]): IDataObject[] {
		const taken: IDataObject[] = [];
		for (const record of records) {
			if (this.seen++ < this.start) continue;
			const size = JSON.stringify(record).length;
			const isTooLong = size > this.mostCharacters;
			this.isFull ||= this.returned > 0 && this.characters + size > this.mostCharacters;
			if (this.isFull) break;
			taken.push(isTooLong ? shortenRecord(record, this.mostCharacters) : record);
			this.characters += size;
			this.shortened += Number(isTooLong);
			this.returned++;
		}
		return taken;
	}

	/**
	 * @param total how many records there are; `null` when that is not known
	 * @param mayHaveMore whether there are, or may be, others after those that were taken
	 * @returns the last record of the answer: a model takes what it gets for everything
	 */
	end(total: number | null, mayHaveMore: boolean): IDataObject {
		const { start, returned, shortened } = this;
		const next = start + returned;
		const hasMore = this.isFull || mayHaveMore;
		const which = returned === 0 ? 'No records' : `Records ${start + 1} to ${next}`;
		const of = total === null ? '' : ` of ${total}`;
		const after = hasMore
			? `For the next ones, call this tool again with startAt ${next}, or narrow the list.`
			: 'There are no more.';
		const cut =
			shortened > 0 ? ` Long texts and lists in ${countOf(shortened, 'record')} were cut.` : '';
		return { returned, total, hasMore, note: `${which}${of}. ${after}${cut}` };
	}
}

/** Lengths of texts, and a tenth of them of lists, to try one after the other. */
const LENGTHS = [2_000, 500, 100];

/** @returns the record with its texts and lists cut, so that it has no more characters than this */
function shortenRecord(record: IDataObject, mostCharacters: number): IDataObject {
	const shortened = 'Too long: texts and lists were cut';
	for (const length of LENGTHS) {
		const cut = { ...cutIn(record, length), shortened };
		if (JSON.stringify(cut).length <= mostCharacters) return cut;
	}
	return { shortened, text: JSON.stringify(record).slice(0, mostCharacters / 2) };
}

function cutIn(record: IDataObject, length: number): IDataObject {
	const cut = (value: unknown): unknown => {
		if (typeof value === 'string')
			return value.length > length ? `${value.slice(0, length)}…` : value;
		if (Array.isArray(value)) return value.slice(0, length / 10).map(cut);
		return isDataObject(value) ? cutIn(value, length) : value;
	};
	const entries = Object.entries(record).map(([name, value]) => [name, cut(value)]);
	return Object.fromEntries(entries);
}
