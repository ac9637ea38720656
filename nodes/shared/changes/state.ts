import { isRecord, toRecord } from '../basics/values';
import { HASH_LENGTH } from './record';
import type { Kept, Reached, ReadState, Values } from './types';

/** The state before the first run. */
export const NOTHING_KNOWN: ReadState = { known: new Map() };

/** A state as plain JSON: members of an object for each record would take more room. */
export interface StoredState extends Reached {
	keys: string[];
	/** {@link MARK} characters for each key: what is known of it as a number, and its hash. */
	marks: string;
	/** Of watched fields, by the places of the keys. */
	values?: Record<string, Pick<Kept, 'values' | 'open'>>;
}

/** Digits of the number before a hash, and their base. */
const DIGITS = 2;
const BASE = 36;
const MARK = DIGITS + HASH_LENGTH;

/** The number has four flags and the tries. */
const FLAGS = 16;
const MOST_TRIES = Math.floor(BASE ** DIGITS / FLAGS) - 1;

/** Quotes and comma of a key. */
const PUNCTUATION = 3;

/** Names and punctuation of the values of a record. */
const AROUND_VALUES = 24;

/** @returns the characters that a record takes in a stored state, apart from characters to be escaped */
export function sizeOf(key: string, values?: Values): number {
	const more = values ? JSON.stringify(values).length + AROUND_VALUES : 0;
	return key.length + PUNCTUATION + MARK + more;
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

/** Marks a record as processed that the last run has returned; any other one stays as it is. */
export function confirm(known: Map<string, Kept>, key: string): void {
	const kept = known.get(key);
	if (!kept?.isReturned) return;
	if (kept.isMissing) known.delete(key);
	else known.set(key, processed({ ...kept, values: kept.open }));
}

/**
 * @returns what a new run starts with. What an earlier one has returned, and was never marked as
 *   processed, may still have reached its target in part: it is returned again, even if it is as
 *   before, and a new one that is gone is removed.
 */
export function begin({ next, ...state }: ReadState): ReadState {
	const known = new Map(state.known);
	let isDone = true;
	for (const [key, kept] of known) {
		isDone &&= kept.tries === 0;
		if (kept.isReturned) known.set(key, { ...kept, isReturned: false, open: undefined });
	}
	return { ...state, ...(isDone && next !== undefined && { cursor: next }), known };
}

/** @returns the state as plain JSON */
export function toStored({ known, ...reached }: ReadState): StoredState {
	let marks = '';
	const values: StoredState['values'] = {};
	let place = 0;
	for (const { hash, tries, isNew, isMissing, isReturned, isNumber, ...more } of known.values()) {
		if (more.values || more.open) values[place] = more;
		place++;
		const flags = [isNew, isMissing, isReturned, isNumber].map(Number);
		const sum = flags.reduce((total, flag, index) => total + flag * 2 ** index, 0);
		const number = sum + Math.min(tries, MOST_TRIES) * FLAGS;
		marks += number.toString(BASE).padStart(DIGITS, '0') + hash;
	}
	const watched = Object.keys(values).length > 0 && { values };
	return { ...reachedOf(reached), keys: [...known.keys()], marks, ...watched };
}

/** @returns the state that something stored stands for; `undefined` when it is none */
export function fromStored(value: unknown): ReadState | undefined {
	if (!isRecord(value) || !Array.isArray(value.keys) || typeof value.marks !== 'string') return;
	const { keys, marks } = value;
	if (marks.length !== keys.length * MARK) return;
	const known = new Map<string, Kept>();
	const watched = isRecord(value.values) ? value.values : {};
	for (const [index, key] of keys.entries()) {
		const at = index * MARK;
		const number = parseInt(marks.slice(at, at + DIGITS), BASE);
		if (typeof key !== 'string' || Number.isNaN(number)) return;
		const { values, open } = toRecord(watched[index]);
		known.set(key, {
			values: isRecord(values) ? values : undefined,
			open: isRecord(open) ? open : undefined,
			hash: marks.slice(at + DIGITS, at + MARK),
			tries: Math.floor(number / FLAGS),
			isNew: (number & 1) > 0,
			isMissing: (number & 2) > 0,
			isReturned: (number & 4) > 0,
			isNumber: (number & 8) > 0,
		});
	}
	return { ...reachedOf(value), known };
}

/** @returns the members among those of something stored that say up to where a list was read */
export function reachedOf(value: { [member in keyof Reached]?: unknown }): Reached {
	const { cursor, latest, next, isEmpty } = value;
	return {
		...(isMoment(cursor) && { cursor }),
		...(isMoment(latest) && { latest }),
		...(isMoment(next) && { next }),
		...(isEmpty === true && { isEmpty }),
	};
}

function isMoment(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
