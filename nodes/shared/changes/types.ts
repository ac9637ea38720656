/**
 * How a record differs from what was last returned of it. `changed` is `created` or `updated`, where
 * that cannot be known.
 */
export type Change = 'created' | 'updated' | 'changed' | 'removed';

/** The change of a record that was read. */
export type FoundChange = Exclude<Change, 'removed'>;

/** A changed-at value as the API writes it. */
export type Moment = string | number;

/** Up to where a changed-at field was read; empty with Content. */
export interface Reached {
	/** Since when the next run requests what has changed; absent as long as it reads everything. */
	cursor?: Moment;
	/**
	 * The latest value that a complete run has returned. Where records can be skipped, it becomes the
	 * cursor one run later, so that each change is requested twice.
	 */
	latest?: Moment;
}

/** What is kept of one read until the next one, as plain JSON. */
export interface ReadState extends Reached {
	/** Hashes of records by their keys, see {@link UNCONFIRMED} and `MISSING`. */
	known: Record<string, string>;
}

/** What a run would change in a state. */
export interface StateChange extends Reached {
	/** New hashes. */
	set: Record<string, string>;
	/** Keys that are no longer kept. */
	drop: string[];
}

/** In place of a hash: the record was returned, but never marked as processed. */
export const UNCONFIRMED = { created: '+', updated: '' } as const;

/** What identifies a record. */
interface Keyed {
	/** Path of what identifies a record. */
	recordKey: string;
	/** Name of the field that gets the change; `''` for none. Removed records are returned only with it. */
	changeField: string;
}

/** A hash per record; every run reads all records. */
export interface ByContent extends Keyed {
	by: 'content';
}

/** The API returns only what changed since a moment. */
export interface ByChangedAt extends Keyed {
	by: 'changedAt';
	/** Path of the moment of the last change. */
	changedAtPath: string;
	/** Path of the moment of creation; `''` when there is none. */
	createdAtPath: string;
	/** Seconds before the cursor that are read again. */
	overlap: number;
}

/** How changes are found. */
export type ChangeOptions = (ByContent | ByChangedAt) & {
	/** Seconds since 1970, by the clock of this machine. */
	now: number;
	/** Largest state, in characters of JSON; with a changed-at field, only the end of a run tells. */
	maxCharacters: number;
	/** Different requests of the node that share what the workflow can keep; 1 if absent. */
	requests?: number;
};

/** How many records of a run have changed, by their change. */
export type ChangeCounts = Record<Change | 'unchanged', number>;

/** A record of a page. */
export interface ReadRecord {
	/** Identifies it in a state. */
	key: string;
	hash: string;
	json: Record<string, unknown>;
	/** Number of the record on its page and of the page, from 1. */
	place: { record: number; page: number };
}

/** What differs between the ways to find changes. */
export interface Rules {
	/**
	 * @param known what is kept of the record
	 * @returns `undefined` when it has not changed
	 */
	judge(record: ReadRecord, known: string | undefined): FoundChange | undefined;
	/**
	 * Called when all records were read.
	 *
	 * @param known may be changed
	 * @param canSkip whether a record may have moved to a page that was read before
	 * @returns the keys of records that were removed
	 */
	conclude(known: Map<string, string>, canSkip: boolean): string[];
	/** Up to where the field was read, to be kept. */
	readonly reached: Reached;
	/** Sentences for the user. */
	readonly warnings: readonly string[];
	/** What the user has to know of a run that may not have read everything. */
	readonly notConcluded: string;
}
