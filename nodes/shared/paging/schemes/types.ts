import { type FieldText, fieldText } from '../fieldText';
import { PagingError } from '../pagingErrors';
import type { PageRequest, PageResponse, Parameters, Position, StopReason } from '../types';

/** Query parameters of the first URL that a next URL lacks, although it only numbers its page. */
export interface LostNames {
	names: readonly string[];
	/** Whether only the page size was lost, which is no loss if it is that of the server. */
	isSize: boolean;
}

/** What follows a page. */
export type NextStep = {
	/** Total number of records that the response reports. */
	total?: number | undefined;
	/** Total number of pages that the response reports, where a scheme counts them. */
	totalPages?: number;
	/** Something that the user should know, once per run. */
	notice?: FieldText;
	/** Something that is worth knowing, and needs nothing to be done. */
	note?: FieldText;
	/** What the first URL asks for, and the next one does not. */
	lost?: LostNames | undefined;
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
export interface PageContext {
	position: Position;
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
	/** What the user should know before the first request. */
	warnings?: readonly FieldText[];
	/** Identity of the first request, when a page could lead back to it. */
	firstIdentity?: string;
	/** @returns the request for a page */
	request(position: Position): PageRequest;
	/** @returns what follows a page; not called for an empty page under noDataLeft without a flag */
	next(context: PageContext): NextStep;
	/** @returns whether a value from a resume point is a position of this scheme */
	accepts(position: unknown): position is Position;
	/**
	 * @param answer what is not a page; `undefined` when it is an earlier page once more
	 * @returns what to check where that came of a page that the API has named itself; `undefined` when it says
	 *   nothing about the scheme
	 */
	adviceFor?(position: Position, answer: PageResponse | undefined): FieldText | undefined;
	/** Set where positions are numbers: pages can be requested before the page before them is known. */
	numbering?: PageNumbers;
}

/** How a scheme counts. */
export interface PageNumbers {
	/** Distance between the positions of two pages. */
	step: number;
	/** Records per page, 0 where it is not configured. */
	pageSize: number;
	/**
	 * Set under reachTotalCount.
	 *
	 * @returns the position at which the pages before it contain the total, of records or of pages
	 */
	end?: (total: number) => number;
	/** Records before the first page: a run does not read them, although the total includes them. */
	leftOut: number;
}

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

/** What the requests of a scheme have in common. */
export interface Requests {
	/** @returns a request with the parameters of one page */
	build(parameters: Parameters): PageRequest;
	/** The page size, if it is sent. */
	limit: Parameters;
}

/**
 * @param response that reports an error; absent where something else is wrong with it
 * @returns the end of a run at something that cannot be used
 */
export function endWithError(
	message: FieldText,
	fix: FieldText,
	response?: PageResponse,
): NextStep & { kind: 'error' } {
	return { kind: 'error', error: new PagingError(message, fix, response) };
}

/** @returns the end of a run at a path that is not in the response, or without a usable value */
export function noDataAt(
	place: FieldText,
	page: number,
	state = 'was not found',
): NextStep & { kind: 'end' } {
	const notice = fieldText`${place} ${state} on page ${page}; reading stopped there.`;
	return { kind: 'end', stopReason: 'pathNotFound', notice };
}
