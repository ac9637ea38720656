import { countOf } from '../../count';

/** Warnings of a run, in words. Pages are counted from 1. */

export const NO_PREFETCH = 'prefetch has no effect here: each page is needed to find the next one.';

export function repeatsPage(page: number): string {
	return `Page ${page} repeats the page before it; reading stopped there.`;
}

export function leadsBack(page: number): string {
	return `Page ${page} points back to a page that was already read; reading stopped there.`;
}

/**
 * @param largestPage the most records that a page contained
 * @param pageSize records per page as configured, 0 when not
 */
export function missingRecords(
	read: number,
	expected: number,
	largestPage: number,
	pageSize: number,
): string {
	const advice =
		largestPage > 0 && largestPage < pageSize
			? ` No page contained more than ${countOf(largestPage, 'record')}: set pagingScheme.request.limitValue to ${largestPage}.`
			: '';
	const were = read === 1 ? 'was' : 'were';
	return `${countOf(read, 'record')} ${were} read, fewer than the ${expected} that the server reported.${advice}`;
}
