/** What identifies a record. */
interface Keyed {
	/** Path of what identifies a record. */
	recordKey: string;
	/** Name of the field that gets the change; `''` for none. */
	changeField: string;
	/** Share of the known records that may be removed in one run, in percent. */
	maxRemoved: number;
	/** Whether an empty list stops the run, or removes all records. */
	emptyList: 'stop' | 'remove';
	/** Whether removed records are returned, or only counted. */
	returnsRemoved: boolean;
}

/** A hash per record; every run reads all records. */
export interface ByContent extends Keyed {
	by: 'content';
	/** Paths of the fields that are compared; without any, a record is compared as a whole. */
	watch: readonly string[];
	/** Paths of fields that are left out where a record is compared as a whole. */
	ignore: readonly string[];
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
	/** Largest state, in characters of JSON; with a changed-at field, only the end of a run tells. */
	maxCharacters: number;
	/** Different requests of the node that share what the workflow can keep; absent for a trigger. */
	requests?: number;
	/** Whether earlier runs have read another list, and this one is new. */
	isAnother?: boolean;
	/** Whether records that are gone, and must not be removed, are kept, and no error. */
	holdsRemovals?: boolean;
	/** Whether a record is processed when it is returned. */
	isDoneAtOnce?: boolean;
	/** The most new and changed records that a run returns; absent for all. */
	maxReturned?: number | undefined;
};
