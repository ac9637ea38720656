import type { PagingError } from '../errors';
import type { PageRequest, PageResponse, Position, StopReason } from '../types';

/** What follows a page. */
export type Step = {
	/** Total number of records that the response reports. */
	total?: number;
	/** Total number of pages that the response reports, where a scheme counts them. */
	totalPages?: number;
	/** Something that the user should know, once per run. */
	notice?: string;
} & (
	| {
			kind: 'next';
			position: Position;
			/** What must not be repeated: the token, cursor or URL. */
			identity?: string;
	  }
	| { kind: 'end'; stopReason: StopReason }
	| { kind: 'error'; error: PagingError }
);

/** A page that was read, to find what follows it. */
export interface PageContext<P extends Position = Position> {
	position: P;
	response: PageResponse;
	/** Number of the page from 1, for messages. */
	page: number;
	/** Number of records on it. */
	records: number;
}

/** How one paging scheme requests pages and continues. */
export interface Strategy {
	/** The first page. */
	first: Position;
	/** Identity of the first request, when a page could lead back to it. */
	firstIdentity?: string;
	/** @returns the request for a page */
	request(position: Position): PageRequest;
	/**
	 * Whether a flag decides about an empty page under noDataLeft: it need not be the last one, as
	 * where a server leaves out records that the user may not see.
	 */
	readsFlag?: boolean;
	/** @returns what follows a page; not called for an empty page under noDataLeft without a flag */
	next(context: PageContext): Step;
	/** @returns whether a value from a resume point is a position of this scheme */
	accepts(position: unknown): position is Position;
}

/** A scheme whose pages can be requested before the page before them is known. */
export interface NumberedStrategy extends Strategy {
	first: number;
	request(position: number): PageRequest;
	next(context: PageContext<number>): Step;
	accepts(position: unknown): position is number;
	/** Distance between the positions of two pages. */
	step: number;
	/** Records per page, where configured. */
	pageSize: number | undefined;
	/**
	 * Set under reachTotalCount.
	 *
	 * @returns whether the pages before a position contain the total, of records or of pages
	 */
	covers?: (position: number, total: number) => boolean;
	/** Records before the first page: a run does not read them, although the total includes them. */
	leftOut: number;
}
