import { isRecord } from '../basics/guards';
import { ChangesError } from './changesError';
import { HASH_LENGTH, type Kept, type ReadState, type Values } from './state';

/** What a workflow can remember, in characters of JSON: n8n loads and saves all of it with each run. */
export const MAX_CHARACTERS = 5_000_000;

/**
 * A state as plain JSON: members of an object for each record would take more room.
 *
 *     {
 *       "cursor": "2026-03-31T10:15:30Z",
 *       "isEmpty": false,
 *       "keys": ["7", "v-8"],
 *       "marks": "80q3Zr0-Xw41c0Qm_2Lf",
 *       "values": { "1": { "values": { "score": 70 }, "open": { "score": 85 } } }
 *     }
 *
 * `80q3Zr0-Xw` is the mark of the record 7: flags 8, for a key that is a number; 0 tries; and its hash.
 * The record v-8 was returned and is not processed yet: flags 4, and 1 try. Its place is 1.
 */
export interface StoredState extends Omit<ReadState, 'known'> {
	keys: string[];
	/** The flags, the tries, and the hash of each record, in the order of the keys. */
	marks: string;
	/** The values of watched fields, by the places of the keys. */
	values: Record<string, Pick<Kept, 'values' | 'open'>>;
}

/** Flags and tries are one digit of this base each. */
const BASE = 36;

/** What the sum of the flags is made of. */
const MARK_FLAGS = { isNew: 1, isMissing: 2, isReturned: 4, isNumber: 8 };

/** The digits of a mark before its hash. */
const DIGITS = 2;

/** Characters of a mark. */
const MARK_LENGTH = DIGITS + HASH_LENGTH;

/** Quotes and comma of a key. */
const PUNCTUATION = 3;

/** Names and punctuation of the values of a record. */
const AROUND_VALUES = 24;

/** @returns the characters that a record takes in a stored state, apart from characters to be escaped */
export function sizeOf(key: string, values?: Values): number {
	const more = values ? JSON.stringify(values).length + AROUND_VALUES : 0;
	return key.length + PUNCTUATION + MARK_LENGTH + more;
}

/** @returns the state as plain JSON */
export function toStored({ cursor, latest, next, isEmpty, known }: ReadState): StoredState {
	let marks = '';
	const values: StoredState['values'] = {};
	let place = 0;
	for (const { hash, tries, isNew, isMissing, isReturned, isNumber, ...more } of known.values()) {
		if (more.values || more.open) values[place] = more;
		place++;
		const flags =
			MARK_FLAGS.isNew * Number(isNew) +
			MARK_FLAGS.isMissing * Number(isMissing) +
			MARK_FLAGS.isReturned * Number(isReturned) +
			MARK_FLAGS.isNumber * Number(isNumber);
		const digits = [flags, Math.min(tries, BASE - 1)];
		marks += digits.map((digit) => digit.toString(BASE)).join('') + hash;
	}
	return { cursor, latest, next, isEmpty, keys: [...known.keys()], marks, values };
}

/**
 * @param value what was stored, by any version or by someone else
 * @returns the state that it stands for; `undefined` when it is none
 */
export function fromStored(value: unknown): ReadState | undefined {
	if (!isStored(value)) return undefined;
	const { cursor, latest, next, isEmpty, keys, marks, values } = value;
	const known = new Map<string, Kept>();
	for (const [place, key] of keys.entries()) {
		const mark = marks.slice(place * MARK_LENGTH, (place + 1) * MARK_LENGTH);
		const digits = [...mark.slice(0, DIGITS)].map((digit) => parseInt(digit, BASE));
		const [flags = 0, tries = 0] = digits;
		const none = { values: undefined, open: undefined };
		known.set(key, {
			...{ ...none, ...values[place], hash: mark.slice(DIGITS), tries },
			isNew: (flags & MARK_FLAGS.isNew) > 0,
			isMissing: (flags & MARK_FLAGS.isMissing) > 0,
			isReturned: (flags & MARK_FLAGS.isReturned) > 0,
			isNumber: (flags & MARK_FLAGS.isNumber) > 0,
		});
	}
	return { cursor, latest, next, isEmpty, known };
}

function isStored(value: unknown): value is StoredState {
	if (!isRecord(value) || !isRecord(value.values)) return false;
	const { keys, marks } = value;
	if (!Array.isArray(keys) || typeof marks !== 'string') return false;
	return marks.length === keys.length * MARK_LENGTH;
}

/**
 * @param requests different requests that the node remembers
 * @returns the error for a history that has no room in the workflow
 */
export function historyTooLarge(requests = 1): ChangesError {
	const most = MAX_CHARACTERS.toLocaleString('en-US');
	const more =
		requests > 1
			? ` It remembers ${requests} different requests of this node, so the URL or body must not contain what differs from run to run.`
			: '';
	return new ChangesError(
		`The change history exceeds ${most} characters, the maximum for one workflow.${more}`,
		'Set Find Changes By to Changed-At Field if the API can filter by it, choose a shorter Record Key, or split the list over several workflows with a filter in the URL. In Paged HTTP, also set Mark as Processed to Immediately or Output to Batches to a Workflow; Reset Change History removes what earlier URLs and deleted nodes have stored.',
	);
}
