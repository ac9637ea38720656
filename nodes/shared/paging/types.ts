/** What a caller passes to the engine and gets from it. Types only: every other file may import them. */
import type { Overload } from '../basics/overload';

import type { FieldText, Say } from './fieldText';

/** Parsed JSON with named members. */
export type JsonObject = Record<string, unknown>;

/** One request of a run; credentials and other headers are up to the sender. */
export interface PageRequest {
	method: 'GET' | 'POST';
	/** Absolute. */
	url: string;
	/** A copy of the dataset's body with the parameters of this page; POST only. */
	body?: JsonObject;
	/** Parameters of this page that are sent as headers, by name. */
	headers?: Readonly<Record<string, string>>;
}

/** Parameters of a request by name, in the order in which they are added; `undefined` is left out. */
export type Parameters = ReadonlyArray<readonly [name: string, value: ParameterValue | undefined]>;

/** An array is sent in a body only. */
type ParameterValue = string | number | readonly unknown[] | EncodedValue;

/** A value for the query of a URL that is written there as it is. */
export interface EncodedValue {
	encoded: string;
}

/** Response headers by name, in any letter case; a repeated header is an array. */
type ResponseHeaders = Readonly<Record<string, unknown>>;

/** What the sender returns for one request. */
export interface PageResponse {
	/** HTTP status. */
	status: number;
	headers: ResponseHeaders;
	/** Parsed JSON; text if the body is not JSON; undefined if there is none. */
	body: unknown;
}

/** Why a request has to be repeated. */
export type ThrottleCause = Overload;

/** What goes with each request. */
export interface RequestControl {
	/** Fires when the response is no longer needed: the run was cancelled, or has ended. */
	signal: AbortSignal;
	/** Whether an answer of 500 is taken as it comes, and not requested again. */
	isTrial?: boolean;
}

/** What the engine passes to a sender with each request. */
export interface SendControl extends RequestControl {
	/**
	 * To be called when the sender is about to wait and repeat a request. Fewer requests are sent at
	 * once from then on, and none during the wait.
	 *
	 * @param waitMs milliseconds that the sender intends to wait
	 * @param cause `refused`: as one too many (429), the default; `failed`: an error that load may have
	 *   caused (500, 502, 504, no response)
	 * @returns to be awaited: resolves when the request may be repeated, that is after the wait (which
	 *   needs a clock), and when there is room for it; one that failed beside others is alone then
	 */
	onThrottled(waitMs: number, cause?: ThrottleCause): Promise<void>;
}

/**
 * Sends one request and returns its response, whatever the status. The sender also repeats requests
 * that were refused.
 *
 * @throws when there was no response
 */
export type Send = (request: PageRequest, control: SendControl) => Promise<PageResponse>;

/** What a run passes to its source with each request. */
export interface SourceControl extends RequestControl {
	/** Milliseconds until the next request of the run may be sent. */
	interval?: number | undefined;
	/**
	 * Resolves when the page is the next one to be read: a request that failed beside others is not
	 * repeated before, as it may be past the end.
	 */
	needed?: Promise<void> | undefined;
}

/** What sends the requests of a run, and says how many of them may be open. */
export interface PageSource {
	/** Requests sent so far, without those that were repeated. */
	readonly requests: number;
	/** Requests that may be open at once, as things stand; other runs may share them. */
	readonly window: number;
	/** Whether one more would be sent at once. */
	readonly hasRoom: boolean;
	/**
	 * Sends one request as soon as it may be, and again while it is refused.
	 *
	 * @throws when there was no response, and when the signal has fired
	 */
	send(request: PageRequest, control: SourceControl): Promise<PageResponse>;
}

/** Time, passed in so that the engine needs no timers of its own. */
export interface Clock {
	/** @param ms milliseconds; may reject when the run is cancelled */
	sleep(ms: number): Promise<void>;
	/** @returns milliseconds since any fixed time; lets automatic prefetch notice a slower server */
	now?(): number;
}

/** How far a run goes, and how fast. */
export interface Limits {
	/** Maximum number of records; all by default. */
	limit?: number;
	/** Maximum number of pages in this run; 1000 by default. */
	maxPages?: number;
	/** Milliseconds between two requests, with prefetch between their starts; needs a clock. */
	interval?: number;
	/**
	 * Number of pages to request at once, where pages are numbered: 1 (the default) to 64, or
	 * `automatic`: as many as the server answers well, GET only.
	 */
	prefetch?: number | 'automatic';
}

/** What a run made of a response. */
export interface PageRead {
	/** The object that the sender returned. */
	response: PageResponse;
	/** Number of records of it that the run returns. */
	records: number;
	/** Why the run ended with it; `undefined` when it goes on. */
	stopReason: StopReason | undefined;
	/** What is wrong with the response, when `stopReason` is `error`. */
	error?: unknown;
	/** Whether it is a page that was read before, requested once more to tell a copy of it. */
	isAgain?: boolean;
}

/** What is told how a run goes. */
export interface PageObserver {
	/** Called for every response that the run looks at, in the order of the pages. */
	onRead?(read: PageRead): void;
}

/** Everything that `paginate` needs besides the dataset. */
export interface PagingOptions {
	/** A function, or a source whose window other runs may share. */
	send: Send | PageSource;
	/** Completes a dataset's relative URL, path included. */
	baseUrl?: string;
	limits?: Limits;
	/**
	 * Origins that next URLs may have besides that of the first request, such as
	 * `https://api.example.com`. The sender decides what is sent to them.
	 */
	allowedOrigins?: readonly string[];
	/** The `resume` of an earlier summary. */
	resume?: unknown;
	/** Ends the run with `cancelled`, at once. */
	signal?: AbortSignal;
	clock?: Clock;
	observer?: PageObserver | undefined;
	/** Warnings from before the first request, to be first in the summary. */
	warnings?: readonly FieldText[];
	/** Why reading may start in the middle of the list, to be said unless as many records are read as there are. */
	incomplete?: readonly FieldText[];
	/** Writes the texts of the summary; by default, with the names that fields have in a dataset. */
	say?: Say;
	/**
	 * Whether one further request may be sent at the end, where only its records can tell whether the
	 * list goes on. They are not returned. `uncommon` leaves it out where many complete lists look alike,
	 * such as one page with its total: of similar lists, one is enough.
	 */
	verifiesEnd?: boolean | 'uncommon';
	/**
	 * Whether a next URL is completed that only numbers its page, or is relative: with the query parameters
	 * of the first URL that it lacks, and with the base that the answer names. By default it is used as it
	 * is, and what it lacks is reported.
	 */
	completesUrls?: boolean;
	/** Whether reading has proven where next URLs lead: that they are relative needs no note then. */
	isProven?: boolean;
}

/**
 * What identifies a page: its number, offset, token, cursor or URL; null is the first one. A token
 * that is an array is sent in a body as it is.
 */
export type Position = number | string | readonly unknown[] | null;

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
	/** The records, without those that an earlier run returned or that exceed the limit. */
	items: unknown[];
	/** Number of the page from 0, counted over all runs. */
	index: number;
	/** Total that the server reported with this page, where it is read. */
	total?: number | undefined;
	/**
	 * To be called before the next page is requested from the iteration.
	 *
	 * @returns the resume point of a run that stops after this page; null when this is the end
	 */
	resume(): ResumePoint | null;
}

/** Where a run stopped, and what the next one has to know. */
export interface StartingPoint {
	/** The page to request next: its number, offset, token, cursor or URL; null is the first page. */
	position: Position;
	/** Records of that page that were returned already. */
	skip: number;
	/** Pages returned so far, over all runs. */
	pages: number;
	/** Records returned so far, over all runs. */
	items: number;
	/** Hash of the records of the page before. */
	previous?: string | undefined;
	/** Hashes of the tokens, cursors or URLs seen, where each page names the next one. */
	seen?: string[];
	/** What was seen so far, to judge all runs together; absent when it is not known. */
	observed?: EarlierRuns;
}

/** What has to be known of earlier runs to judge whether all of them together are complete. */
export interface EarlierRuns {
	/** The most records that a page contained. */
	largest: number;
	/** Hash that the first page is recognized by. */
	first?: string | undefined;
	/** The first total that the server reported, where it is read. */
	total?: number | undefined;
	/** Paths of the members that pages had besides their records: what stands elsewhere is new. */
	members?: string[] | undefined;
}

/** A starting point as plain JSON, for a later run of the same dataset. */
export interface ResumePoint extends StartingPoint {
	version: 1;
	/** Hash of the dataset; the position means nothing in another one. */
	dataset: string;
}

/** How a run went. */
export interface Summary {
	/** Pages returned by this run, including an empty last one. */
	pages: number;
	/** Requests of this run, including prefetched ones; one that was repeated counts once. */
	requests: number;
	/** Records returned by this run. */
	items: number;
	/** The last total that the server reported; null if it reported none. */
	total: number | null;
	stopReason: StopReason;
	/** Sentences for the user, without duplicates. */
	warnings: string[];
	/** What else is worth knowing, and needs nothing to be done: how next URLs were corrected. */
	notes: string[];
	/**
	 * Why records may be missing, or may have been read twice, each of them also in `warnings`. Empty
	 * when everything was read as far as can be known, and when `stopReason` itself says that the run
	 * ended before its end (`limit`, `maxPages`, `error`, `cancelled`).
	 */
	incomplete: string[];
	/**
	 * What the server has said that settles that the whole list was read, `"total" is 230 on page 3`; null
	 * where nothing in the answers says whether there are more records, or something contradicts it.
	 */
	proof: string | null;
	/** Continues where this run stopped; null when there is nothing to continue. */
	resume: ResumePoint | null;
	/** What ended the run when `stopReason` is `error`: a `PagingError`, or what the sender threw. */
	error?: unknown;
}

/** A run in progress: yields pages and returns how it went. */
export type Pages = AsyncGenerator<Page, Summary, undefined>;
