/** Warnings of a run, in words. Pages are counted from 1. */

export const NO_PREFETCH =
	'prefetch has no effect here: the next page is known only from the page before it.';

export function repeatsPage(page: number): string {
	return `Page ${page} repeats the page before it; reading stopped there.`;
}

export function leadsBack(page: number): string {
	return `Page ${page} leads back to a page that was read; reading stopped there.`;
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
			? ` No page contained more than ${largestPage}: set pagingScheme.request.limitValue to that.`
			: '';
	return `${read} records were read, fewer than the ${expected} that the server reported.${advice}`;
}
