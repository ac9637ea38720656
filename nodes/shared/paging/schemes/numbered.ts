import type { OffsetScheme, PageBasedScheme } from '../dataset/types';
import { describeValue } from '../errors';
import { valueOf } from '../request';
import { readPath, totalOfRange, UNKNOWN } from '../response/path';
import { noDataAt, type PageContext, type Requests, type Step, type Strategy } from './types';

const CONTENT_RANGE = /^header:\s*(x-)?content-range\s*$/i;

/**
 * Pages with a number that rises by 1 (paging-schemes, pageBased).
 *
 * Numbered from 0, page n is the one with n pages before it; from 1 on, a page's number counts the
 * page itself. Both end with the page that completes the total.
 */
export function pageBased(requests: Requests, scheme: PageBasedScheme): Strategy {
	const { pageParameter: parameter, pageStartingValue: first, limitValue = 0 } = scheme.request;
	const pagesBefore = (page: number) => (first === 0 ? page : page - 1);
	const recordsBefore = (page: number) => pagesBefore(page) * limitValue;
	return numbered(requests, scheme, { parameter, first, step: 1, recordsBefore, pagesBefore });
}

/**
 * Pages with an offset that rises by the page size (paging-schemes, offsetAndLimit).
 *
 * Offsets that start one past a multiple of the page size count from 1: there the offset equal to
 * the total still names a record.
 */
export function offsetAndLimit(requests: Requests, scheme: OffsetScheme): Strategy {
	const {
		offsetParameter: parameter,
		offsetStartingValue: first,
		limitValue: step,
	} = scheme.request;
	const origin = first === 1 || first % step === 1 ? 1 : 0;
	const recordsBefore = (offset: number) => offset - origin;
	return numbered(requests, scheme, { parameter, first, step, recordsBefore });
}

/** How a scheme counts. */
interface Counting {
	parameter: string;
	first: number;
	step: number;
	/** @returns the number of records before a page */
	recordsBefore: (position: number) => number;
	/** @returns the number of pages before a page, where a total of pages can be read */
	pagesBefore?: (position: number) => number;
}

function numbered(
	{ build, limit }: Requests,
	scheme: PageBasedScheme | OffsetScheme,
	{ parameter, first, step, recordsBefore, pagesBefore = recordsBefore }: Counting,
): Strategy {
	const { limitValue: pageSize = 0, valueTemplate } = scheme.request;
	const response = scheme.pageUntil === 'reachTotalCount' ? scheme.response : undefined;
	const countsPages = response?.totalPages !== undefined;
	const totalPath = response?.totalPages ?? response?.totalCount;
	const countBefore = countsPages ? pagesBefore : recordsBefore;
	const covers = (position: number, total: number) => countBefore(position) >= total;
	return {
		first,
		numbering: {
			step,
			pageSize,
			leftOut: recordsBefore(first),
			...(totalPath !== undefined && { covers }),
		},
		request: (position) =>
			build([[parameter, valueOf(valueTemplate, Number(position), pageSize)], ...limit]),
		next: (context) => {
			const position = Number(context.position) + step;
			if (totalPath === undefined) return { kind: 'next', position };
			const total = readTotal(totalPath, countsPages, context);
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
	countsPages: boolean,
	{ response, page }: PageContext,
): number | typeof UNKNOWN | Step {
	const raw = readPath(path, response);
	const value = CONTENT_RANGE.test(path) ? totalOfRange(raw) : raw;
	if (value === UNKNOWN) return UNKNOWN;
	const total = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof total === 'number' && Number.isInteger(total) && total >= 0) return total;
	const field = `pagingScheme.response.${countsPages ? 'totalPages' : 'totalCount'} "${path}"`;
	if (raw === undefined) return noDataAt(field, page);
	const wanted = `a number of ${countsPages ? 'pages' : 'records'}`;
	return noDataAt(field, page, `contains ${describeValue(value)}, not ${wanted},`);
}
