import type { OffsetScheme, PageBasedScheme, Placed } from '../dataset/types';
import { excerpt, kindOf } from '../errors';
import { buildRequest, type Call, valueOf } from '../request';
import { totalOfRange, UNKNOWN } from '../response/contentRange';
import { readPath } from '../response/path';
import type { NumberedStrategy, PageContext, Step } from './types';

const CONTENT_RANGE = /^header:\s*(x-)?content-range\s*$/i;

/**
 * Pages with a number that rises by 1 (paging-schemes, pageBased).
 *
 * Numbered from 0, page n is the one with n pages before it; from 1 on, a page's number counts the
 * page itself. Both end with the page that completes the total.
 */
export function pageBased(
	call: Call,
	scheme: PageBasedScheme & Placed,
	url: string,
): NumberedStrategy {
	const { pageParameter: parameter, pageStartingValue: first, limitValue = 0 } = scheme.request;
	const pagesBefore = (page: number) => (first === 0 ? page : page - 1);
	const recordsBefore = (page: number) => pagesBefore(page) * limitValue;
	return numbered(call, scheme, url, { parameter, first, step: 1, recordsBefore, pagesBefore });
}

/** How a scheme counts. */
interface Numbering {
	parameter: string;
	first: number;
	step: number;
	/** @returns the number of records before a page */
	recordsBefore: (position: number) => number;
	/** @returns the number of pages before a page, where a total of pages can be read */
	pagesBefore?: (position: number) => number;
}

/** @returns the strategy of a scheme that counts pages or records */
export function numbered(
	call: Call,
	scheme: (PageBasedScheme | OffsetScheme) & Placed,
	url: string,
	{ parameter, first, step, recordsBefore, pagesBefore = recordsBefore }: Numbering,
): NumberedStrategy {
	const { limitParameter, limitValue, valueTemplate } = scheme.request;
	const response = scheme.pageUntil === 'reachTotalCount' ? scheme.response : undefined;
	const countsPages = response?.totalPages !== undefined;
	const field = countsPages ? 'totalPages' : 'totalCount';
	const totalPath = response?.[field];
	const countBefore = countsPages ? pagesBefore : recordsBefore;
	const covers = (position: number, total: number) => countBefore(position) >= total;
	return {
		first,
		step,
		pageSize: limitValue,
		leftOut: recordsBefore(first),
		...(totalPath !== undefined && { covers }),
		request: (position) =>
			buildRequest(
				call,
				url,
				[
					[parameter, valueOf(valueTemplate, position, limitValue)],
					...(limitParameter === undefined ? [] : [[limitParameter, limitValue] as const]),
				],
				scheme.parametersIn,
			),
		next: (context) => {
			const position = context.position + step;
			if (totalPath === undefined) return { kind: 'next', position };
			const total = readTotal(totalPath, field, context);
			if (total === UNKNOWN) {
				const isLast = context.records === 0;
				return isLast ? { kind: 'end', stopReason: 'noDataLeft' } : { kind: 'next', position };
			}
			if (typeof total !== 'number') return total;
			const reported = countsPages ? { totalPages: total } : { total };
			return covers(position, total)
				? { kind: 'end', stopReason: 'reachTotalCount', ...reported }
				: { kind: 'next', position, ...reported };
		},
		accepts: (position): position is number =>
			typeof position === 'number' &&
			Number.isSafeInteger(position) &&
			position >= first &&
			(position - first) % step === 0,
	};
}

/** @returns a total given as a number or as digits; the end of the run if there is none */
function readTotal(
	path: string,
	field: 'totalCount' | 'totalPages',
	{ response, page }: PageContext<number>,
): number | typeof UNKNOWN | Step {
	const found = readPath(path, response);
	const raw = found.found ? found.value : undefined;
	const value = CONTENT_RANGE.test(path) ? totalOfRange(raw) : raw;
	if (value === UNKNOWN) return UNKNOWN;
	const total = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof total === 'number' && Number.isInteger(total) && total >= 0) return total;
	const state = found.found
		? `contains ${kindOf(value)}, ${excerpt(value)}, not a number of ${field === 'totalCount' ? 'records' : 'pages'},`
		: 'was not found';
	const notice = `pagingScheme.response.${field} "${path}" ${state} on page ${page}; reading stopped there.`;
	return { kind: 'end', stopReason: 'pathNotFound', notice };
}
