import type { Position, StopReason } from '../types';

/** What ties a resume point to a dataset. */
export interface Origin {
	dataset: object;
	/** Absolute URL of the dataset. */
	url: string;
}

/** How a run ended, and where the next one continues; null when there is nothing more. */
export interface Ending {
	stopReason: StopReason;
	resume: { position: Position; skip: number } | null;
	error?: unknown;
}
