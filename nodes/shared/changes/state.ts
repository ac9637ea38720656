import { isRecord } from '../basics/guards';
import { PagingError } from '../paging/pagingErrors';
import type { Reached } from './moment';

/** Values of watched fields by their paths; null where a record has none. */
export type Values = Record<string, unknown>;

/** What is kept of a record until the next read. */
export interface Kept {
	/** Of its content when it was read last. */
	hash: string;
	/** Of the watched fields when it was processed last; `undefined` where that is not known. */
	values: Values | undefined;
	/** The same of what was returned, until it is processed. */
	open: Values | undefined;
	/** Whether its key is a number. */
	isNumber: boolean;
	/** How many runs have returned it since it was processed last; 0 when it is processed. */
	tries: number;
	/** Whether no version of it was ever processed. */
	isNew: boolean;
	/** Whether the last complete read did not have it. */
	isMissing: boolean;
	/** Whether the last run has returned it, and it is not processed yet. */
	isReturned: boolean;
}

/** What is kept of one read until the next one. */
export interface ReadState extends Reached {
	/** Records by their keys. */
	known: Map<string, Kept>;
	/** Whether the last run got no record: an API that is out of order may return an empty list. */
	isEmpty?: boolean | undefined;
}

/** The state before the first run. */
export const NOTHING_KNOWN: ReadState = { known: new Map() };

/**
 * 48 bits: two contents of one record have the same hash once in 10^14 changes, and a state has room
 * for more records.
 */
export const HASH_LENGTH = 8;

/** What a workflow can remember, in characters of JSON: n8n loads and saves all of it with each run. */
export const MAX_CHARACTERS = 5_000_000;

/** A state as plain JSON: members of an object for each record would take more room. */
interface StoredState extends Omit<ReadState, 'known'> {
	keys: string[];
	/** Of each key, its flags, its tries, and its hash. */
	marks: string;
	/** Of watched fields, by the places of the keys. */
	values: Record<string, Pick<Kept, 'values' | 'open'>>;
}

/** Flags and tries are digits of this base. */
const BASE = 36;
const MARK = 2 + HASH_LENGTH;

/** Quotes and comma of a key. */
const PUNCTUATION = 3;

/** Names and punctuation of the values of a record. */
const AROUND_VALUES = 24;

/** @returns the characters that a record takes in a stored state, apart from characters to be escaped */
export function sizeOf(key: string, values?: Values): number {
	const more = values ? JSON.stringify(values).length + AROUND_VALUES : 0;
	return key.length + PUNCTUATION + MARK + more;
}

/** @param requests different requests that the node remembers */
export function tooLarge(requests = 1): PagingError {
	const most = MAX_CHARACTERS.toLocaleString('en-US');
	const more =
		requests > 1
			? ` It remembers ${requests} different requests of this node, so the URL or body must not contain what differs from run to run.`
			: '';
	return new PagingError(
		`The change history exceeds ${most} characters, the maximum for one workflow.${more}`,
		'Set Find Changes By to Changed-At Field if the API can filter by it, choose a shorter Record Key, or split the list over several workflows with a filter in the URL. In Paged HTTP, also set Mark as Processed to Immediately or Output to Batches to a Workflow; Reset Change History removes what earlier URLs and deleted nodes have stored.',
	);
}

/** What was read of a record. */
type Content = Pick<Kept, 'hash' | 'isNumber' | 'values'>;

/** @returns a record that needs nothing more to be done */
export function processed({ hash, isNumber, values }: Content): Kept {
	const none = { tries: 0, isNew: false, isMissing: false, isReturned: false, open: undefined };
	return { hash, isNumber, values, ...none };
}

/** @returns a record that is returned; what the target has of it is not known until it is processed */
export function returned(
	kept: Kept | undefined,
	{ hash, isNumber, values: open }: Content,
	isMissing = false,
): Kept {
	const { tries, isNew, values } = kept ?? { tries: 0, isNew: true, values: undefined };
	return { hash, isNumber, values, open, tries: tries + 1, isNew, isMissing, isReturned: true };
}

/**
 * Marks a record as processed that the last run has returned; any other one stays as it is.
 *
 * @returns whether it did
 */
export function confirm(known: Map<string, Kept>, key: string): boolean {
	const kept = known.get(key);
	if (!kept?.isReturned) return false;
	if (kept.isMissing) known.delete(key);
	else known.set(key, processed({ ...kept, values: kept.open }));
	return true;
}

/**
 * @returns what a new run starts with. What an earlier one has returned, and was never marked as
 *   processed, may still have reached its target in part: it is returned again, even if it is as
 *   before, and a new one that is gone is removed.
 */
export function begin(state: ReadState): ReadState {
	const { cursor, next = cursor, ...others } = state;
	const known = new Map(state.known);
	let isDone = true;
	for (const [key, kept] of known) {
		isDone &&= kept.tries === 0;
		if (kept.isReturned) known.set(key, { ...kept, isReturned: false, open: undefined });
	}
	return { ...others, cursor: isDone ? next : cursor, known };
}

/** @returns the state as plain JSON */
export function toStored({ cursor, latest, next, isEmpty, known }: ReadState): StoredState {
	let marks = '';
	const values: StoredState['values'] = {};
	let place = 0;
	for (const { hash, tries, isNew, isMissing, isReturned, isNumber, ...more } of known.values()) {
		if (more.values || more.open) values[place] = more;
		place++;
		const flags = Number(isNew) + 2 * Number(isMissing) + 4 * Number(isReturned);
		const digits = [flags + 8 * Number(isNumber), Math.min(tries, BASE - 1)];
		marks += digits.map((digit) => digit.toString(BASE)).join('') + hash;
	}
	return { cursor, latest, next, isEmpty, keys: [...known.keys()], marks, values };
}

/** @returns the state that something stored stands for; `undefined` when it is none */
export function fromStored(value: unknown): ReadState | undefined {
	if (!isStored(value)) return undefined;
	const { cursor, latest, next, isEmpty, keys, marks, values } = value;
	const known = new Map<string, Kept>();
	for (const [place, key] of keys.entries()) {
		const mark = marks.slice(place * MARK, (place + 1) * MARK);
		const [flags = 0, tries = 0] = [...mark.slice(0, 2)].map((digit) => parseInt(digit, BASE));
		const none = { values: undefined, open: undefined };
		known.set(key, {
			...{ ...none, ...values[place], hash: mark.slice(2), tries },
			isNew: (flags & 1) > 0,
			isMissing: (flags & 2) > 0,
			isReturned: (flags & 4) > 0,
			isNumber: (flags & 8) > 0,
		});
	}
	return { cursor, latest, next, isEmpty, known };
}

function isStored(value: unknown): value is StoredState {
	if (!isRecord(value) || !isRecord(value.values)) return false;
	const { keys, marks } = value;
	return Array.isArray(keys) && typeof marks === 'string' && marks.length === keys.length * MARK;
}
