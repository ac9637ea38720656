import type { RunSummary } from '../../shared/read/types';

/** A run that was finished, and the input item it was for, counted from 0. */
export interface FinishedRun {
	itemIndex: number;
	summary: RunSummary;
	/** How it ended, unless n8n says so itself. */
	stopMessage?: string;
}
