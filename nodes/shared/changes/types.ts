/**
 * How a record differs from what was last returned of it. `changed` is `created` or `updated`, where
 * that cannot be known.
 */
export type Change = 'created' | 'updated' | 'changed' | 'removed';

/** The change of a record that was read. */
export type FoundChange = Exclude<Change, 'removed'>;

/** A changed-at value as the API writes it. */
export type Moment = string | number;

/** Up to where a list was read. */
export interface Reached {
	/** Since when the next run requests what has changed; absent with Content, and as long as it reads everything. */
	cursor?: Moment | undefined;
	/**
	 * The latest value that a complete run has returned. Where records can be skipped, it becomes the
	 * cursor one run later, so that each change is requested twice.
	 */
	latest?: Moment | undefined;
	/** The cursor once every record is processed; until then, it stays before the oldest one that is not. */
	next?: Moment | undefined;
}

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
	/** Paths of the fields that are compared; without any, a record is compared as a whole. */
	watch: readonly string[];
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
	/** @returns seconds since 1970, by the clock of the server, or else of this machine */
	now: () => number;
	/** Share of the known records that may be removed in one run, in percent. */
	maxRemoved: number;
	/** Largest state, in characters of JSON; with a changed-at field, only the end of a run tells. */
	maxCharacters: number;
	/** Different requests of the node that share what the workflow can keep; 1 if absent. */
	requests?: number;
	/** Whether earlier runs have read another list, and this one is new. */
	isAnother?: boolean;
};

/** How many records of a run have changed, by their change. */
export type ChangeCounts = Record<Change | 'unchanged', number>;

/** A record of a page. */
export interface ReadRecord {
	/** Identifies it in a state. */
	key: string;
	/** Whether the API has written the key as a number. */
	isNumber: boolean;
	hash: string;
	/** Of the watched fields, if there are any. */
	values: Values | undefined;
	json: Record<string, unknown>;
	/** Number of the record on its page and of the page, from 1. */
	place: { record: number; page: number };
}

/** What differs between the ways to find changes. */
export interface Rules {
	/**
	 * @param kept what is kept of the record
	 * @returns `undefined` when it has not changed
	 */
	judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined;
	/**
	 * Called when all records were read.
	 *
	 * @param known may be changed
	 * @param canSkip whether a record may have moved to a page that was read before
	 * @param seen what was read, by key
	 * @returns the keys of records that were removed
	 */
	conclude(known: Map<string, Kept>, canSkip: boolean, seen: Map<string, unknown>): string[];
	/** Called when every record of a run that was concluded is processed. */
	settle?(known: Map<string, Kept>): void;
	/** Up to where the list was read, to be kept. */
	readonly reached: Reached;
	/** What the user has to know of a run that may not have read everything. */
	readonly notConcluded: string;
}

/** Sentences for the user. */
export interface Notes {
	warnings: string[];
	/** Which changes may be missing. */
	incomplete: string[];
}
