import type { PageBasedScheme, RestDataset } from '../dataset/types';
import { buildRequest } from '../request';
import { countOn, reaches } from './numbered';
import type { NumberedStrategy } from './strategy';

/**
 * Pages with a number that rises by 1 (paging-schemes, pageBased).
 *
 * Numbered from 0, page n is the one with n pages before it; from 1 on, a page's number counts the
 * page itself. Both end with the page that completes the total.
 */
export function pageBased(
	dataset: RestDataset,
	scheme: PageBasedScheme,
	url: string,
): NumberedStrategy {
	const { pageParameter, pageStartingValue: first, limitParameter, limitValue } = scheme.request;
	const before = (position: number) => (first === 0 ? position : position - 1);
	const covers = (position: number, total: number) => before(position) * (limitValue ?? 0) >= total;
	const totalPath = scheme.pageUntil === 'reachTotalCount' ? scheme.response.totalCount : undefined;
	const counting = { first, step: 1, totalPath, covers };
	return {
		first,
		step: 1,
		pageSize: limitValue,
		leftOut: before(first) * (limitValue ?? 0),
		...(totalPath === undefined ? {} : { covers }),
		request: (position) =>
			buildRequest(dataset, url, [
				[pageParameter, position],
				...(limitParameter === undefined ? [] : [[limitParameter, limitValue] as const]),
			]),
		next: (context) => countOn(counting, context),
		accepts: (position) => reaches(counting, position),
	};
}
