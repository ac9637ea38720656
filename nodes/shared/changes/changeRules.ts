import type { Reached } from './moment';
import type { FoundChange, ReadRecord } from './record';
import type { Kept } from './state';

/** What is known of records, by their keys; may be changed. */
export type KnownRecords = Map<string, Kept>;

/** Sentences for the user. */
export interface Notes {
	warnings: string[];
	/** Which changes may be missing. */
	incomplete: string[];
}

/** One way of finding changes, over the records of one run: by their content, or by a changed-at field. */
export interface ChangeRules {
	/** What the user has to know of a run that may not have read everything. */
	readonly notConcluded: string;

	/** @returns up to where the list was read, to be kept for the next run */
	reached(): Reached;

	/**
	 * To be called once for each record of the run, in the order of the list.
	 *
	 * @param kept what is kept of the record; `undefined` for one that was never seen
	 * @returns how the record has changed; `undefined` when it has not
	 */
	judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined;

	/**
	 * To be called when all records were read.
	 *
	 * @param canSkip whether a record may have moved to a page that was read before
	 * @returns the keys of records that were removed
	 */
	conclude(canSkip: boolean): string[];

	/** To be called when every record of a run that was concluded is processed. */
	settle(): void;
}
