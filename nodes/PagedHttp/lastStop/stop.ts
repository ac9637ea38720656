import type { KeptRecords } from '../output/recordOutput';
import type { StopSettings } from './stopSettings';

/** How far a run came that was stopped, or that failed. */
export interface Reached {
	/** Pages and records over all runs that continued one another. */
	pages: number;
	items: number;
	/** Batches that were processed, over all runs. */
	batches?: number;
	/** Where the next run continues; null when the list was read to its end. */
	resume: unknown;
	/** The records, if they were not returned. */
	kept?: KeptRecords;
}

/** What a run has left of one input item, for the run that continues it. */
export interface Stop extends Reached {
	/** Names the list among those of the node: its settings, and which of the items with these it is. */
	list: string;
	settings: StopSettings;
	execution: string;
	/** When it stopped, in milliseconds since 1970. */
	at: number;
	/** Whether it was the only read of its execution: the next one can tell what has changed since. */
	isOnly: boolean;
}
