import type { PageResponse } from '../response/answer';
import type { PageRequest } from '../request';

/** What the engine tells the sender along with a request. */
export interface SendControl {
	/** Fires when the answer is of no more use: cancelled, or past the end. */
	signal: AbortSignal;
	/**
	 * To be called when the server refused the request as one too many (429) and the sender is about
	 * to wait and repeat it. Fewer requests leave at once from then on, and none for that long.
	 *
	 * @param waitMs milliseconds that the sender means to wait
	 * @returns resolves when the request may be repeated: after the wait (which needs a clock), and
	 *   when there is room for it. A sender that waits for this spares itself further refusals.
	 */
	onThrottled(waitMs: number): Promise<void>;
}

/**
 * Sends one request and returns its answer, whatever the status. Repeating refused requests is the
 * sender's business.
 *
 * @throws when no answer came
 */
export type Send = (request: PageRequest, control: SendControl) => Promise<PageResponse>;

/** Time, handed in so that the engine has none of its own. */
export interface Clock {
	/** @param ms milliseconds; may reject when the run is cancelled */
	sleep(ms: number): Promise<void>;
}

/** How far a run goes, and how fast. */
export interface Limits {
	/** Records at most; all when left out. */
	limit?: number;
	/** Pages at most in this run; 1000 when left out. */
	maxPages?: number;
	/** Milliseconds between two requests; needs a clock. Ahead of the line, between their starts. */
	interval?: number;
	/** Pages that are asked for at once, where pages are numbered; 1 when left out. */
	prefetch?: number;
}

/** Everything `paginate` is handed. */
export interface PagingOptions {
	send: Send;
	/** Completes a dataset's relative URL, path included. */
	baseUrl?: string;
	limits?: Limits;
	/** Whether 404 past the first page means that there are no more pages. */
	notFoundEndsPaging?: boolean;
	/** The `resume` of an earlier summary. */
	resume?: unknown;
	/** Ends the run with `cancelled`, at once. */
	signal?: AbortSignal;
	clock?: Clock;
	/** Warnings from before the first request, to be first in the summary. */
	warnings?: readonly string[];
}

/** Limits with their defaults. */
export type CheckedLimits = Required<Limits>;

const DEFAULT_MAX_PAGES = 1_000;

/**
 * Fills in the defaults of the limits.
 *
 * @throws RangeError naming the limit that is no count
 */
export function checkLimits(limits: Limits, clock: Clock | undefined): CheckedLimits {
	const checked = {
		limit: limits.limit ?? Infinity,
		maxPages: limits.maxPages ?? DEFAULT_MAX_PAGES,
		interval: limits.interval ?? 0,
		prefetch: limits.prefetch ?? 1,
	};
	requireCount('limit', checked.limit, 0);
	requireCount('maxPages', checked.maxPages, 1);
	requireCount('prefetch', checked.prefetch, 1);
	if (!(checked.interval >= 0)) throw new RangeError('interval must be 0 or more milliseconds.');
	if (checked.interval > 0 && !clock) throw new RangeError('interval needs a clock to wait with.');
	return checked;
}

function requireCount(name: string, value: number, least: number): void {
	if (value === Infinity || (Number.isInteger(value) && value >= least)) return;
	throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}.`);
}
