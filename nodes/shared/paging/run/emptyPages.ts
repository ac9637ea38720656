import type { Dataset } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';

/**
 * Pages without records in a row that are followed. A filter can leave many of them empty: DynamoDB returns
 * what it finds in 1 MB, which are 100 MB here. A server whose tokens never end has cost 100 requests then,
 * a tenth of what Max Pages allows by default.
 */
const MOST_EMPTY = 100;

/** The part of Max Pages that may be empty in a row: who raises it expects a list that is searched for long. */
const PART_OF_MAX_PAGES = 10;

/** However many pages a run may have, such as Infinity. */
const MOST_EMPTY_EVER = 1_000;

/** @returns how many pages without records in a row are followed, of a run with so many pages at most */
export function mostEmptyPages(maxPages: number): number {
	return Math.min(MOST_EMPTY_EVER, Math.max(MOST_EMPTY, Math.floor(maxPages / PART_OF_MAX_PAGES)));
}

/** @returns why reading has stopped after so many pages without records, although another one was named */
export function endlessPages({ pagingScheme: scheme }: Dataset, count: number): FieldText {
	const { moreRecords, lastPage } = scheme?.response ?? {};
	const flag = moreRecords === undefined ? lastPage && 'lastPage' : 'moreRecords';
	const without = flag ? fieldText` without ${field(`pagingScheme.response.${flag}`)}` : '';
	return fieldText`The last ${count} pages had no records, but each named another one; reading stopped there. If the first empty page is the end, set ${field('pagingScheme.pageUntil', 'noDataLeft')}${without}.`;
}
