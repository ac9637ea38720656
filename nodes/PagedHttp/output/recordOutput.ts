import type { IBinaryData } from 'n8n-workflow';

import type { OutputRecord } from '../../shared/node/operation';
import type { Page } from '../../shared/paging/types';
import type { WrittenText } from './formatTypes';

/** Where the records of one run go. */
export interface RecordOutput {
	/** How far the records were handed on for good; absent where that happens with `end` only. */
	readonly done?: Readonly<Done>;
	/**
	 * Takes what an earlier run has kept, before the first page.
	 *
	 * @throws what keeps it from being read
	 */
	begin?(): Promise<void>;
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
	/**
	 * Keeps the records for the run that continues this one, in place of `discard`; absent where those of
	 * a run that has failed were handed on.
	 *
	 * @throws what keeps them from being stored; `discard` follows
	 */
	keep?(): Promise<KeptRecords>;
}

/** Records that a run has read and not returned, in a file of n8n's, for the run that continues it. */
export interface KeptRecords {
	file: IBinaryData;
	bytes: number;
	records: number;
	/** What has to be known to write on. */
	written?: WrittenText | undefined;
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
export interface OutputRun {
	/** What the run continues; `null` when it starts from the beginning. */
	resume: unknown;
	/** Records that the run has kept which this one continues. */
	kept?: KeptRecords | undefined;
	/** Called when every page added until then is done. */
	onDone: (() => void) | undefined;
}
