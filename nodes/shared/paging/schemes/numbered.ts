import type { OffsetScheme, PageBasedScheme } from '../dataset/types';
import { excerpt, kindOf } from '../errors';
import { buildRequest, type Call } from '../request';
import { readPath } from '../response/path';
import type { NumberedStrategy, PageContext, Step } from './types';

/**
 * Pages with a number that rises by 1 (paging-schemes, pageBased).
 *
 * Numbered from 0, page n is the one with n pages before it; from 1 on, a page's number counts the
 * page itself. Both end with the page that completes the total.
 */
export function pageBased(call: Call, scheme: PageBasedScheme, url: string): NumberedStrategy {
	const { pageParameter, pageStartingValue: first, limitValue = 0 } = scheme.request;
	const recordsBefore = (page: number) => (first === 0 ? page : page - 1) * limitValue;
	return numbered(call, scheme, url, { parameter: pageParameter, first, step: 1, recordsBefore });
}

/** How a scheme counts. */
interface Numbering {
	parameter: string;
	first: number;
	step: number;
	/** @returns the number of records before a page */
	recordsBefore: (position: number) => number;
}

/** @returns the strategy of a scheme that counts pages or records */
export function numbered(
	call: Call,
	scheme: PageBasedScheme | OffsetScheme,
	url: string,
	{ parameter, first, step, recordsBefore }: Numbering,
): NumberedStrategy {
	const { limitParameter, limitValue } = scheme.request;
	const covers = (position: number, total: number) => recordsBefore(position) >= total;
	const totalPath = scheme.pageUntil === 'reachTotalCount' ? scheme.response.totalCount : undefined;
	return {
		first,
		step,
		pageSize: limitValue,
		leftOut: recordsBefore(first),
		...(totalPath !== undefined && { covers }),
		request: (position) =>
			buildRequest(call, url, [
				[parameter, position],
				...(limitParameter === undefined ? [] : [[limitParameter, limitValue] as const]),
			]),
		next: (context) => {
			const position = context.position + step;
			if (totalPath === undefined) return { kind: 'next', position };
			const total = readTotal(totalPath, context);
			if (typeof total !== 'number') return total;
			return covers(position, total)
				? { kind: 'end', stopReason: 'reachTotalCount', total }
				: { kind: 'next', position, total };
		},
		accepts: (position): position is number =>
			typeof position === 'number' &&
			Number.isSafeInteger(position) &&
			position >= first &&
			(position - first) % step === 0,
	};
}

/** @returns a total given as a number or as digits; the end of the run if there is none */
function readTotal(path: string, { response, page }: PageContext<number>): number | Step {
	const found = readPath(path, response);
	const value = found.found ? found.value : undefined;
	const total = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof total === 'number' && Number.isInteger(total) && total >= 0) return total;
	const state = found.found
		? `contains ${kindOf(value)}, ${excerpt(value)}, not a number of records,`
		: 'was not found';
	const notice = `pagingScheme.response.totalCount "${path}" ${state} on page ${page}; reading stopped there.`;
	return { kind: 'end', stopReason: 'pathNotFound', notice };
}
