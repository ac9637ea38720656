import type { ReadState, StateChange } from './types';
import { UNCONFIRMED } from './types';

/** Quotes, colon and comma of an entry. */
const PUNCTUATION = 6;

/** The state before the first run. */
export const NOTHING_KNOWN: ReadState = { known: {} };

/** @returns the characters that an entry of a state takes as JSON, apart from characters to be escaped */
export function sizeOf(key: string, hash: string): number {
	return key.length + hash.length + PUNCTUATION;
}

/** @returns what leads from one state to a later one */
export function difference(from: ReadState, to: ReadState): StateChange {
	const [before, after] = [new Map(Object.entries(from.known)), new Map(Object.entries(to.known))];
	return {
		...(to.cursor !== undefined && { cursor: to.cursor }),
		set: Object.fromEntries([...after].filter(([key, hash]) => before.get(key) !== hash)),
		drop: [...before.keys()].filter((key) => !after.has(key)),
	};
}

/** @returns the state after a change that counts as done */
export function confirmed(state: ReadState, change: StateChange): ReadState {
	const known = new Map(Object.entries(state.known));
	for (const key of change.drop) known.delete(key);
	for (const [key, hash] of Object.entries(change.set)) known.set(key, hash);
	const { cursor = state.cursor } = change;
	return { ...(cursor !== undefined && { cursor }), known: Object.fromEntries(known) };
}

/**
 * A change that never counted as done may still have reached its target in part. So its records are
 * returned again even if they are again as they were before, and a new one that is gone is removed.
 */
export function unconfirmed(state: ReadState, change: StateChange): ReadState {
	const known = new Map(Object.entries(state.known));
	// With a cursor, the keys were only no longer needed behind it.
	const removed = change.cursor === undefined ? change.drop : [];
	for (const key of [...removed, ...Object.keys(change.set)]) {
		const isNew = (known.get(key) ?? UNCONFIRMED.created) === UNCONFIRMED.created;
		known.set(key, isNew ? UNCONFIRMED.created : UNCONFIRMED.updated);
	}
	return { ...state, known: Object.fromEntries(known) };
}
