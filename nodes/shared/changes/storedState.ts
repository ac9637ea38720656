import { isRecord } from '../basics/guards';
import { HASH_LENGTH, type Kept, type ReadState, type Samples } from './state';
import { readStoredValues, type StoredValues, toStoredValues } from './storedValues';

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
 *       "values": []
 *     }
 *
 * `80q3Zr0-Xw` is the mark of the record 7: flags 8, for a key that is a number; 0 tries; and its hash.
 * The record v-8 was returned and is not processed yet: flags 4, and 1 try. For the values of watched
 * fields, see {@link StoredValues}.
 */
export interface StoredState extends Omit<ReadState, 'known' | 'samples'>, StoredValues {
	keys: string[];
	/** The flags, the tries, and the hash of each record, in the order of the keys. */
	marks: string;
	/** The places of some records, counted from 0, and the hashes of their fields. */
	samples?: Array<[place: number, hashes: string]>;
}

/** Flags and tries are one digit of this base each. */
const BASE = 36;

/** What the sum of the flags is made of. */
const MARK_FLAGS = { isNew: 1, isMissing: 2, isReturned: 4, isNumber: 8, cameTwice: 16 } as const;

const FLAGS = ['isNew', 'isMissing', 'isReturned', 'isNumber', 'cameTwice'] as const;

/** The digits of a mark before its hash. */
const DIGITS = 2;

/** Characters of a mark. */
export const MARK_LENGTH = DIGITS + HASH_LENGTH;

/** @returns the state as plain JSON */
export function toStored({ known, samples, ...others }: ReadState): StoredState {
	const { cursor, latest, next, isEmpty } = others;
	let marks = '';
	for (const kept of known.values()) {
		const flags = FLAGS.reduce((sum, flag) => sum + MARK_FLAGS[flag] * Number(kept[flag]), 0);
		const digits = [flags, Math.min(kept.tries, BASE - 1)];
		marks += digits.map((digit) => digit.toString(BASE)).join('') + kept.hash;
	}
	const values = toStoredValues(known.values());
	const keys = [...known.keys()];
	return {
		...{ cursor, latest, next, isEmpty, keys, marks, ...values },
		...(samples && samples.size > 0 && { samples: toStoredSamples(samples, keys) }),
	};
}

/**
 * @param value what was stored, by any version or by someone else
 * @returns the state that it stands for; `undefined` when it is none
 */
export function fromStored(value: unknown): ReadState | undefined {
	if (!isStored(value)) return undefined;
	const valuesAt = readStoredValues(value);
	if (!valuesAt) return undefined;
	const { cursor, latest, next, isEmpty, keys, marks } = value;
	const known = new Map<string, Kept>();
	for (const [place, key] of keys.entries()) {
		const mark = marks.slice(place * MARK_LENGTH, (place + 1) * MARK_LENGTH);
		const digits = [...mark.slice(0, DIGITS)].map((digit) => parseInt(digit, BASE));
		const [flags = 0, tries = 0] = digits;
		const has = (flag: keyof typeof MARK_FLAGS) => (flags & MARK_FLAGS[flag]) > 0;
		known.set(key, {
			...{ ...valuesAt(place), hash: mark.slice(DIGITS), tries },
			isNew: has('isNew'),
			isMissing: has('isMissing'),
			isReturned: has('isReturned'),
			isNumber: has('isNumber'),
			cameTwice: has('cameTwice'),
		});
	}
	const samples = readSamples(value.samples, keys);
	return { cursor, latest, next, isEmpty, known, ...(samples && { samples }) };
}

/** A key may be long, and is stored once. */
function toStoredSamples(
	samples: Samples,
	keys: readonly string[],
): NonNullable<StoredState['samples']> {
	return keys.flatMap((key, place) => {
		const hashes = samples.get(key);
		return hashes === undefined ? [] : [[place, hashes]];
	});
}

function readSamples(stored: unknown, keys: readonly string[]): Samples | undefined {
	if (!Array.isArray(stored)) return undefined;
	const pairs = stored.filter(Array.isArray);
	return new Map(pairs.map(([place, hashes]) => [keys[Number(place)] ?? '', String(hashes)]));
}

function isStored(value: unknown): value is Omit<StoredState, 'values'> & Record<string, unknown> {
	if (!isRecord(value)) return false;
	const { keys, marks } = value;
	if (!Array.isArray(keys) || typeof marks !== 'string') return false;
	return marks.length === keys.length * MARK_LENGTH;
}
