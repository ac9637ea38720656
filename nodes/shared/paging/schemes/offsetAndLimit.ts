import type { OffsetScheme, RestDataset } from '../dataset/types';
import { buildRequest } from '../request';
import { countOn, reaches } from './numbered';
import type { NumberedStrategy } from './strategy';

/**
 * Pages with an offset that rises by the page size (paging-schemes, offsetAndLimit).
 *
 * Offsets that start one past a multiple of the page size count from 1: there the offset equal to
 * the total still names a record.
 */
export function offsetAndLimit(
	dataset: RestDataset,
	scheme: OffsetScheme,
	url: string,
): NumberedStrategy {
	const {
		offsetParameter,
		offsetStartingValue: first,
		limitParameter,
		limitValue,
	} = scheme.request;
	const origin = first === 1 || first % limitValue === 1 ? 1 : 0;
	const covers = (position: number, total: number) => position - origin >= total;
	const totalPath = scheme.pageUntil === 'reachTotalCount' ? scheme.response.totalCount : undefined;
	const counting = { first, step: limitValue, totalPath, covers };
	return {
		first,
		step: limitValue,
		pageSize: limitValue,
		leftOut: first - origin,
		...(totalPath === undefined ? {} : { covers }),
		request: (position) =>
			buildRequest(dataset, url, [
				[offsetParameter, position],
				...(limitParameter === undefined ? [] : [[limitParameter, limitValue] as const]),
			]),
		next: (context) => countOn(counting, context),
		accepts: (position) => reaches(counting, position),
	};
}
