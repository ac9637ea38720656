import type { Page, Summary } from './types';

/**
 * Whether a record that is added or removed during a read moves others to another page. `counted`:
 * pages are numbers or offsets, so it does; `possible`: pages are URLs, which may contain such
 * numbers.
 */
export type Motion = 'none' | 'possible' | 'counted';

/** Why a read ended when it has read everything. */
const AT_THE_END: string[] = ['noDataLeft', 'reachTotalCount', 'noNextToken', 'noNextPage'];

/** Where nothing speaks against it, a server may show its end in these ways, too. */
const MAYBE_AT_THE_END: string[] = ['pathNotFound', 'loopDetected'];

/** @param first the first page of a read; it shows how the next one is requested */
export function motionOf(first: Page): Motion {
	const position = first.resume()?.position ?? '';
	if (/^\d+$/.test(String(position))) return 'counted';
	return /^https?:/i.test(String(position)) ? 'possible' : 'none';
}

/** @returns whether a read came to the end of the list; it may still be incomplete */
export function isAtTheEnd({ stopReason, incomplete, items }: Summary): boolean {
	if (AT_THE_END.includes(stopReason)) return true;
	// A list that is null from its first page on may be out of order.
	return MAYBE_AT_THE_END.includes(stopReason) && incomplete.length === 0 && items > 0;
}
