import type { PageResponse } from '../response/answer';
import type { PagingError } from '../errors';
import type { PageRequest } from '../request';
import type { StopReason } from '../run/summary';

/** What names a page: its number, offset, token, cursor or URL; null is the first one. */
export type Position = number | string | null;

/** What follows a page. */
export type Step<P extends Position> = {
	/** Total that the answer tells. */
	total?: number;
	/** Something that the user should know, once per run. */
	notice?: string;
} & (
	| {
			kind: 'next';
			position: P;
			/** What must not come again: the token, cursor or URL. */
			identity?: string;
	  }
	| { kind: 'end'; stopReason: StopReason }
	| { kind: 'error'; error: PagingError }
);

/** A page that was read, for deciding what follows. */
export interface PageContext<P extends Position> {
	position: P;
	response: PageResponse;
	/** Number of the page from 1, for messages. */
	page: number;
}

/** How one paging scheme asks for pages and goes on. */
export interface Strategy<P extends Position> {
	/** The first page. */
	first: P;
	/** Identity of the first request, when a page could lead back to it. */
	firstIdentity?: string;
	/** @returns the request for a page */
	request(position: P): PageRequest;
	/** @returns what follows a page; an empty page under noDataLeft never comes here */
	next(context: PageContext<P>): Step<P>;
	/** @returns whether a value from a resume point names a page of this scheme */
	accepts(position: unknown): position is P;
}

/** A scheme whose pages can be asked for before the page before them came. */
export interface NumberedStrategy extends Strategy<number> {
	/** Distance between the positions of two pages. */
	step: number;
	/** Records per page, where configured. */
	pageSize: number | undefined;
	/**
	 * Set under reachTotalCount.
	 *
	 * @returns whether the pages before a position hold the total
	 */
	covers?: (position: number, total: number) => boolean;
	/** Records before the first page, which a run does not read although the total counts them. */
	leftOut: number;
}

/** @returns whether pages can be asked for ahead */
export function isNumbered<P extends Position>(
	strategy: Strategy<P> | NumberedStrategy,
): strategy is NumberedStrategy {
	return 'step' in strategy;
}
