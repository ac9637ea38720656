import type { Summary } from '../paging/types';

/** Why a read ended when it has read everything. */
const AT_THE_END: string[] = ['noDataLeft', 'reachTotalCount', 'noNextToken', 'noNextPage'];

/** Where nothing speaks against it, a server may show its end in these ways, too. */
const MAYBE_AT_THE_END: string[] = ['pathNotFound', 'loopDetected'];

/** @returns whether a read came to the end of the list; it may still be incomplete */
export function isAtTheEnd({ stopReason, incomplete, items }: Omit<Summary, 'resume'>): boolean {
	if (AT_THE_END.includes(stopReason)) return true;
	// A list that is null from its first page on may be out of order.
	return MAYBE_AT_THE_END.includes(stopReason) && incomplete.length === 0 && items > 0;
}
