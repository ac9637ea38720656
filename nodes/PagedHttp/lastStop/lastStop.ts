import type { KeptRecords } from '../output/recordOutput';
import type { StopSettings } from './stopSettings';

/** How far a run came that was stopped, or that failed. */
export interface Reached {
	/** Pages and records over all runs that continued one another. */
	pages: number;
	items: number;
	/** Batches that were processed, over all runs. */
	batches?: number;
	/** Where the next run continues; null when only other input items are left. */
	resume: unknown;
	/** The records, if they were not returned. */
	kept?: KeptRecords;
}

/** What a run has left of one input item, for the run that continues it. */
export interface LastStop extends Reached {
	settings: StopSettings;
	execution: string;
	/** When it stopped, in milliseconds since 1970. */
	at: number;
	/** Whether it was the only read of its execution: the next one can tell what has changed since. */
	isOnly: boolean;
}
