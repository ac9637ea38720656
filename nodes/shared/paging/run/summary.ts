import type { ResumePoint } from './resume';

/** Why a run ended. */
export type StopReason =
	| 'noDataLeft'
	| 'reachTotalCount'
	| 'noNextToken'
	| 'noNextPage'
	| 'pathNotFound'
	| 'maxPages'
	| 'limit'
	| 'loopDetected'
	| 'error'
	| 'cancelled';

/** One page of records, in the server's order. */
export interface Page {
	/** The records as they came, without those that an earlier run handed out or a limit cut off. */
	items: unknown[];
	/** Number of the page from 0; goes on where an earlier run ended. */
	index: number;
	/** Total that the server told with this page, where it is asked for. */
	total?: number;
}

/** How a run went. */
export interface Summary {
	/** Pages handed out by this run, an empty last one included. */
	pages: number;
	/** Requests given to the sender by this run, those that ran ahead included; its retries not. */
	requests: number;
	/** Records handed out by this run. */
	items: number;
	/** The last total that the server told; null when it told none. */
	total: number | null;
	stopReason: StopReason;
	/** Sentences for the user, each once. */
	warnings: string[];
	/** Handed in again, goes on where this run was cut; null when there is nothing to go on with. */
	resume: ResumePoint | null;
	/** What ended the run when `stopReason` is `error`: a `PagingError`, or what the sender threw. */
	error?: unknown;
}
