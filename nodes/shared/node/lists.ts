import { type IDataObject, type IExecuteFunctions, jsonParse, type UserError } from 'n8n-workflow';

import { countOf } from '../basics/text';
import { isDataObject } from '../basics/values';
import { userError } from '../n8n/workarounds';
import { addWarning, type InputItem, type ItemParameters } from './inputItem';
import { readNames, switchOf } from './parameters';
import { maxCharactersField, switchField, textField } from './properties/fields';

/** The member of Options for every operation that writes on the strength of a list. */
export const incompleteListOption = switchField(
	'Allow Incomplete List',
	'allowIncompleteList',
	'Whether to continue if the service reports more records than it returned. Records that it did not return are treated as missing, so they may be created again.',
);

/**
 * Decides about a list that is not complete.
 *
 * @param doubt what is missing, to follow "The service" in a sentence
 * @throws UserError unless the item's Options allow it; then the output has a hint
 */
export function checkIncompleteList({ context, options }: InputItem, doubt: string): void {
	if (switchOf(options, incompleteListOption)) {
		return addWarning(
			context,
			`The service ${doubt}. Records that it did not return are treated as missing.`,
		);
	}
	throw incompleteList(doubt, 'To continue anyway, turn on Allow Incomplete List under Options.');
}

/** @throws UserError whatever the Options say, where missing records would be lost */
export function refuseIncompleteList(doubt: string): never {
	throw incompleteList(doubt, 'Allow Incomplete List does not apply here.');
}

function incompleteList(doubt: string, about: string): UserError {
	return userError(
		`The service ${doubt}`,
		`Check that the client ID in the credential has access to all of them, or read them in pages with the Paged HTTP node. Nothing was written, because records that were not returned would be treated as missing. ${about}`,
	);
}

/** Says beside the output of a list that it is not complete. */
export function hintAtIncompleteList(context: IExecuteFunctions, doubt: string): void {
	addWarning(context, `The service ${doubt}. Use the Paged HTTP node to read the others.`);
}

/** The member of Options for every operation that lists records. */
export const returnFieldsOption = textField(
	'Fields to Return',
	'returnFields',
	'Fields to keep of each record, separated by commas: names or paths such as owner.email. If empty, all fields are returned.',
	{ placeholder: 'e.g. name, status, owner.email' },
);

/**
 * @param more fields that are kept as well, unless all are
 * @returns a function that keeps the fields of a record that Fields to Return names
 */
export function returnFields({ options }: ItemParameters, more: string[] = []) {
	const names = readNames(options.returnFields, 'Fields to Return');
	return (record: IDataObject): IDataObject => {
		if (names.length === 0) return record;
		const kept: IDataObject = {};
		for (const name of [...names, ...more]) keep(record, name, kept);
		return kept;
	};
}

/** Keeps a field, with the objects that it is in. A name with dots may also be that of a field. */
function keep(record: IDataObject, path: string, kept: IDataObject): void {
	const [name = '', ...rest] = Object.hasOwn(record, path) ? [path] : path.split('.');
	const inside = record[name];
	if (rest.length === 0) {
		if (Object.hasOwn(record, name)) kept[name] = inside;
		return;
	}
	const part = kept[name] ?? {};
	// What is kept as a whole has it already.
	if (!isDataObject(inside) || !isDataObject(part) || part === inside) return;
	kept[name] = part;
	keep(inside, rest.join('.'), part);
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
				const size = JSON.stringify(record).length;
				const isTooLong = size > mostCharacters;
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
		 * @returns the last record of the answer: a model takes what it gets for everything
		 */
		end(total: number | null, mayHaveMore: boolean): IDataObject {
			const next = start + returned;
			const hasMore = isFull || mayHaveMore;
			const which = returned === 0 ? 'No records' : `Records ${start + 1} to ${next}`;
			const of = total === null ? '' : ` of ${total}`;
			const after = hasMore
				? `For the next ones, call this tool again with startAt ${next}, or narrow the list.`
				: 'There are no more.';
			const cut =
				shortened > 0 ? ` Long texts and lists in ${countOf(shortened, 'record')} were cut.` : '';
			return { returned, total, hasMore, note: `${which}${of}. ${after}${cut}` };
		},
	};
}

/** Lengths of texts, and a tenth of them of lists, to try one after the other. */
const LENGTHS = [2_000, 500, 100];

/** @returns the record with its texts and lists cut, so that it has no more characters than this */
function shortenRecord(record: IDataObject, mostCharacters: number): IDataObject {
	const shortened = 'Too long: texts and lists were cut';
	for (const length of LENGTHS) {
		const cut = JSON.stringify({ ...record, shortened }, (_name, value: unknown) => {
			if (Array.isArray(value)) return value.slice(0, length / 10);
			const isLong = typeof value === 'string' && value.length > length;
			return isLong ? `${value.slice(0, length)}…` : value;
		});
		if (cut.length <= mostCharacters) return jsonParse<IDataObject>(cut);
	}
	return { shortened, text: JSON.stringify(record).slice(0, mostCharacters / 2) };
}
