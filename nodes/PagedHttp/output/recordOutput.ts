import type { OutputRecord } from '../../shared/node/operation';
import type { Page } from '../../shared/paging/types';

/** Where the records of one run go. */
export interface RecordOutput {
	/** How far the records were handed on for good; absent where that happens with `end` only. */
	readonly done?: Readonly<Done>;
	/**
	 * Takes the records of one page. The next page waits for it.
	 *
	 * @throws what keeps the records from being handed on; the run ends with it, and `discard` follows
	 */
	add(page: Page): void | Promise<void>;
	/**
	 * Hands on what is left, once the last page was taken.
	 *
	 * @param resume where the run stopped; null when there is nothing to continue
	 * @returns what the Items output shows
	 * @throws what keeps the records from being handed on; `discard` follows
	 */
	end(resume: unknown): OutputRecord[] | Promise<OutputRecord[]>;
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

/** What the caller knows of a run, and wants to know. */
export interface BatchRun {
	/** What the run continues; `null` when it starts from the beginning. */
	resume: unknown;
	/** Called when every page added until then is done. */
	onDone: (() => void) | undefined;
}
