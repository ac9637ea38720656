import type { OutputRecord } from '../../shared/node/types';
import type { Page, ResumePoint } from '../../shared/paging/types';
import type { RunSummary } from '../../shared/read/types';

/** Where the records of one run go. */
export interface RecordOutput {
	/** How far the records were handed on for good; absent where that happens with `end` only. */
	readonly done?: Readonly<Done>;
	/**
	 * Takes the records of one page. The next page waits for it.
	 *
	 * @throws what keeps the records from being handed on; the run ends with it
	 */
	add(page: Page): void | Promise<void>;
	/**
	 * Hands on what is left, once the last page was taken.
	 *
	 * @param resume where the run stopped; null when there is nothing to continue
	 * @returns what the Items output shows
	 * @throws what keeps the records from being handed on, also what `add` has thrown before
	 */
	end(resume: ResumePoint | null): OutputRecord[] | Promise<OutputRecord[]>;
	/** @returns what the user should know of the records that were handed on, in sentences */
	warnings?(): string[];
	/**
	 * Hands nothing more on, as the run has failed or was cancelled.
	 *
	 * @returns what was handed on before
	 */
	discard(): OutputRecord[] | Promise<OutputRecord[]>;
}

/** What was handed on for good: a later failure does not undo it. */
export interface Done {
	batches: number;
	pages: number;
	items: number;
	/** Where a run continues after it; what the run itself began with while there is nothing. */
	resume: unknown;
}

/** What is to be said of a run, and whether its records are returned. */
export interface Verdict {
	summary: RunSummary;
	isReturned: boolean;
}

/** A verdict, what the Items output shows, and where the next run continues. */
export type Ended<V> = V & { records: OutputRecord[]; resume: unknown };
