import type { NumberedStrategy } from '../schemes/types';
import type { Clock, PageResponse, Position, SendControl } from '../types';

/** How a request went. */
export type FetchResult =
	{ kind: 'response'; response: PageResponse } | { kind: 'failed'; error: unknown };

/** What a run knows after a page; decides how far ahead requests may be sent. */
export interface Progress {
	/** Pages that the run may still return. */
	pagesLeft: number;
	/** Records that the run may still return, including those to be skipped. */
	itemsLeft: number;
	/** Records per page: as configured, or the most that a page contained; 0 when not known. */
	pageSize: number;
	/** The last total that the server reported, of records, or of pages where a scheme counts those. */
	total: number | undefined;
}

/** Where a run gets its responses from, in order. */
export interface PageSource {
	/** Requests passed to the sender so far. */
	readonly requests: number;
	/** @returns the response for a page; never rejects */
	take(position: Position): Promise<FetchResult>;
	/** Reports that the page taken last was read and that the run continues. */
	advance(next: Position, progress: Progress): void;
	/** Ends all work; responses that are still pending are of no use. */
	close(): void;
}

/** What every source is built from. */
export interface SourceParts {
	/** Sends the request for a page; never rejects. */
	fetch: (position: Position, control: SendControl) => Promise<FetchResult>;
	clock: Clock | undefined;
	/** Milliseconds between two requests. */
	interval: number;
}

/** What prefetching needs besides what every source does. */
export interface PrefetchParts extends SourceParts {
	strategy: Pick<NumberedStrategy, 'step' | 'covers'>;
	/** Maximum number of pages that are requested, or waiting to be read, at once. */
	prefetch: number | 'automatic';
	/** First position. */
	first: number;
	progress: Progress;
	/** @returns whether reading certainly ends at a result, whatever the pages before it contain */
	isEnd: (result: FetchResult) => boolean;
}

/** A page that was requested and not yet read. */
export interface Slot {
	position: number;
	ticket: Ticket;
	/** `held`: to be sent again when there is room. */
	state: 'pending' | 'held' | 'done';
	/** Whether another request was pending at some time during this one, and may be why it failed. */
	isShared: boolean;
	/** Whether it failed like that: it is sent again when it is the only one. */
	isAlone: boolean;
	/** One per request: many listeners on one signal look like a leak to Node.js. */
	abandon: AbortController;
	/** Lets a held request be sent again. */
	release: () => void;
	result: Promise<FetchResult>;
}

/** What was known when a request was sent. */
export interface Ticket {
	/** Number of bursts of refusals before it. */
	epoch: number;
	/** Requests answered before it. */
	answers: number;
	/** When it was sent, in milliseconds; absent where time does not matter. */
	sentAt?: number;
}

/** How many requests may be pending at once, learned from how the server answers. */
export interface Throttle {
	/** Requests that may be pending now. */
	readonly window: number;
	/** @returns what to keep with a request that is sent, for when it is refused */
	ticket(): Ticket;
	/**
	 * A request was refused, or failed beside others.
	 *
	 * @param ticket what was kept with it
	 * @param pending requests that were pending, including the refused one
	 */
	refused(ticket: Ticket, pending: number): void;
	/**
	 * A request was answered.
	 *
	 * @param ticket what was kept with it
	 */
	answered(ticket: Ticket): void;
}
