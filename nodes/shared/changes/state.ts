import { isRecord } from '../json';
import type { Reached, ReadState, StateChange } from './types';
import { UNCONFIRMED } from './types';

/**
 * After what is kept of a record that the last complete read did not have, where a record can be
 * skipped by moving to a page that was read before. Not a character of a hash.
 */
const MISSING = '!';

/** @returns whether a read has already missed the record */
export function isMissing(kept: string): boolean {
	return kept.endsWith(MISSING);
}

/** @returns what is kept of a record that a read has missed */
export function asMissing(kept: string): string {
	return isMissing(kept) ? kept : kept + MISSING;
}

/** @returns what was kept of the record when a read had it last */
export function asFound(kept: string): string {
	return isMissing(kept) ? kept.slice(0, -MISSING.length) : kept;
}

/** Quotes, colon and comma of an entry. */
const PUNCTUATION = 6;

/** The state before the first run. */
export const NOTHING_KNOWN: ReadState = { known: {} };

/** @returns the characters that an entry of a state takes as JSON, apart from characters to be escaped */
export function sizeOf(key: string, hash: string): number {
	return key.length + hash.length + PUNCTUATION;
}

/** Adds what is known of records to a state. */
export function addAll({ known }: ReadState, more: ReadonlyMap<string, string>): void {
	// Not by assignment, since a key may be __proto__.
	const descriptor = { configurable: true, enumerable: true, writable: true };
	for (const [key, value] of more) Object.defineProperty(known, key, { ...descriptor, value });
}

/** @returns whether something stored is a state */
export function isReadState(value: unknown): value is ReadState {
	return isRecord(value) && isRecord(value.known) && areTexts(Object.values(value.known));
}

/** @returns whether all members of something stored are texts */
export function areTexts(values: readonly unknown[]): boolean {
	return values.every((value) => typeof value === 'string');
}

/** @returns the cursors among the members of something stored */
export function reachedOf({ cursor, latest }: { cursor?: unknown; latest?: unknown }): Reached {
	return {
		...((typeof cursor === 'string' || typeof cursor === 'number') && { cursor }),
		...((typeof latest === 'string' || typeof latest === 'number') && { latest }),
	};
}

/** @returns what leads from one state to a later one */
export function difference(from: ReadState, to: ReadState): StateChange {
	const [before, after] = [new Map(Object.entries(from.known)), new Map(Object.entries(to.known))];
	return {
		...reachedOf(to),
		set: Object.fromEntries([...after].filter(([key, hash]) => before.get(key) !== hash)),
		drop: [...before.keys()].filter((key) => !after.has(key)),
	};
}

/** @returns the state after a change that was processed */
export function confirmed(state: ReadState, change: StateChange): ReadState {
	const known = new Map(Object.entries(state.known));
	for (const key of change.drop) known.delete(key);
	for (const [key, hash] of Object.entries(change.set)) known.set(key, hash);
	return { ...reachedOf({ ...state, ...change }), known: Object.fromEntries(known) };
}

/**
 * A change that was never marked as processed may still have reached its target in part. So its records are
 * returned again even if they are again as they were before, and a new one that is gone is removed.
 */
export function unconfirmed(state: ReadState, change: StateChange): ReadState {
	const known = new Map(Object.entries(state.known));
	for (const [key, kept] of Object.entries(change.set)) {
		const before = known.get(key);
		// That a read has missed the record, or has it again, is true all the same.
		const isSame = before !== undefined && asFound(before) === asFound(kept);
		known.set(key, isSame ? kept : openMark(before));
	}
	// With a changed-at field, the keys were only no longer needed.
	const isByContent = change.cursor === undefined && change.latest === undefined;
	for (const key of isByContent ? change.drop : []) {
		known.set(key, asMissing(openMark(known.get(key))));
	}
	return { ...state, known: Object.fromEntries(known) };
}

function openMark(before: string = UNCONFIRMED.created): string {
	return asFound(before) === UNCONFIRMED.created ? UNCONFIRMED.created : UNCONFIRMED.updated;
}
