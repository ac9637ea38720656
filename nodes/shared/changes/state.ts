import type { Reached } from './moment';

/** Values of watched fields by their paths; null where a record has none. */
export type Values = Record<string, unknown>;

/** What is kept of a record until the next read. */
export interface Kept {
	/** Hash of its content when it was read last. */
	hash: string;
	/** The values of the watched fields when it was processed last; `undefined` where that is not known. */
	values: Values | undefined;
	/** The values of the watched fields that were returned, until it is processed. */
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
	/** Whether the last run has read it twice, with different content. */
	cameTwice: boolean;
}

/** Hashes of the fields of a few records, one after the other, by the keys of the records. */
export type Samples = ReadonlyMap<string, string>;

/** What is kept of one read until the next one. */
export interface ReadState extends Reached {
	/** Records by their keys. */
	known: Map<string, Kept>;
	/** Whether the last run got no record: an API that is out of order may return an empty list. */
	isEmpty?: boolean | undefined;
	/** What tells the fields that have changed where whole records are compared. */
	samples?: Samples | undefined;
}

/** The state before the first run. */
export const NOTHING_KNOWN: ReadState = { known: new Map() };

/**
 * 48 bits: two contents of one record have the same hash once in 10^14 changes, and a state has room
 * for more records.
 */
export const HASH_LENGTH = 8;

/** What was read of a record. */
type Content = Pick<Kept, 'hash' | 'isNumber' | 'values'>;

/** @returns a record that needs nothing more to be done */
export function asProcessed({ hash, isNumber, values }: Content): Kept {
	const none = { tries: 0, isNew: false, isMissing: false, isReturned: false, cameTwice: false };
	return { hash, isNumber, values, open: undefined, ...none };
}

/** @returns a record that is returned; what the target has of it is not known until it is processed */
export function asReturned(
	kept: Kept | undefined,
	{ hash, isNumber, values: open }: Content,
	isMissing = false,
): Kept {
	const { tries, isNew, values: all } = kept ?? { tries: 0, isNew: true, values: undefined };
	// Those of fields that are no longer watched would take room, and be returned by nothing.
	const values = all && open && onlyOf(all, Object.keys(open));
	const flags = { isNew, isMissing, isReturned: true, cameTwice: false };
	return { hash, isNumber, values, open, tries: tries + 1, ...flags };
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
	else
		known.set(key, {
			...asProcessed({ ...kept, values: kept.open }),
			cameTwice: kept.cameTwice,
		});
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

/** @returns the values at some of the paths, as far as they are known */
function onlyOf(values: Values, paths: readonly string[]): Values {
	const some = new Set(paths);
	return Object.fromEntries(Object.entries(values).filter(([path]) => some.has(path)));
}
