import type { PagingError } from '../errors';
import type { StopReason } from '../types';

/** What a response is to a run: a page, the end, or something that cannot be used. */
export type Answer =
	| {
			kind: 'page';
			items: unknown[];
			isLast: boolean;
			/** Why the page may be incomplete. */
			notice?: string;
	  }
	| { kind: 'end'; stopReason: StopReason; notice?: string }
	| { kind: 'error'; error: PagingError };

/** What has to be known of a dataset to read its responses. */
export interface Expected {
	/** Path to the records. */
	property: string;
	/** Whether a member `errors` of the body means that the query was refused. */
	isGraphql: boolean;
	/** Whether the pages are counted, instead of each naming the next one. */
	isNumbered: boolean;
	/** Whether an empty page is the last one. */
	emptyIsLast: boolean;
	/**
	 * Statuses after the first page that mean that there are no more pages; `undefined` where pages are
	 * not numbered, so that none can mean it.
	 */
	endStatuses: readonly number[] | undefined;
}
