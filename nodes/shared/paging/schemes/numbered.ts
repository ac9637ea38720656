import type { PagingScheme } from '../dataset/types';
import { field, fieldText } from '../fieldText';
import { describeValue } from '../pagingErrors';
import { readPath } from '../path';
import { valueOf } from '../valueTemplate';
import { totalOfRange } from '../response/contentRange';
import type { PageResponse } from '../types';
import { noDataAt, type PageContext, type Requests, type NextStep, type Strategy } from './types';

const CONTENT_RANGE = /^header:\s*(x-)?content-range\s*$/i;

/**
 * Pages with a number that rises by 1, or with an offset that rises by the page size (paging-schemes,
 * pageBased and offsetAndLimit).
 *
 * Numbered from 0, page n is the one with n pages before it; from 1 on, a page's number counts the
 * page itself. Both end with the page that completes the total. Offsets that start one past a multiple
 * of the page size count from 1: there the offset equal to the total still names a record.
 */
export function numberedStrategy(
	{ build, limit }: Requests,
	{ type, request, response }: PagingScheme,
): Strategy {
	const { limitValue: pageSize = 0, valueTemplate, pageParameter, offsetParameter } = request;
	const isPage = type === 'pageBased';
	const parameter = pageParameter ?? offsetParameter ?? '';
	const first = request.pageStartingValue ?? request.offsetStartingValue ?? 0;
	const step = isPage ? 1 : pageSize;
	const countsFromOne = isPage ? first > 0 : first === 1 || first % step === 1;
	const size = isPage ? pageSize : 1;
	const { totalPages, totalCount } = response;
	const countsPages = totalPages !== undefined;
	const totalPath = totalPages ?? totalCount;
	const end = (total: number) => {
		const last = total / (countsPages ? 1 : size) + Number(countsFromOne);
		return first + Math.ceil((last - first) / step) * step;
	};
	return {
		first,
		numbering: {
			step,
			pageSize,
			leftOut: (first - Number(countsFromOne)) * size,
			...(totalPath !== undefined && { end }),
		},
		request: (position) =>
			build([[parameter, valueOf(valueTemplate, Number(position), pageSize)], ...limit]),
		next: (context) => {
			const position = Number(context.position) + step;
			if (totalPath === undefined) return { kind: 'next', position };
			const total = readTotal(totalPath, countsPages, context);
			if (total === '*') {
				const isLast = context.records === 0;
				return isLast ? { kind: 'end', stopReason: 'noDataLeft' } : { kind: 'next', position };
			}
			if (typeof total !== 'number') return total;
			const reported = countsPages ? { totalPages: total } : { total };
			return position >= end(total)
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

/**
 * @returns a total given as a number or as digits, `{ "total": "230" }`; `*` where the server does not know
 *   it yet, `Content-Range: items 0-24/*`, or only how many there are at least; the end of the run at anything else
 */
function readTotal(
	path: string,
	countsPages: boolean,
	{ response, page }: PageContext,
): number | '*' | NextStep {
	const raw = readPath(path, response);
	const isRange = CONTENT_RANGE.test(path);
	const value = isRange ? totalOfRange(raw) : raw;
	if ((isRange && value === '*') || isLowerBound(path, response)) return '*';
	const total = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof total === 'number' && Number.isInteger(total) && total >= 0) return total;
	const name = field(`pagingScheme.response.${countsPages ? 'totalPages' : 'totalCount'}`);
	const place = fieldText`${name} "${path}"`;
	if (raw === undefined) return noDataAt(place, page);
	return noDataAt(
		place,
		page,
		`contains ${describeValue(value)}, not a number of ${countsPages ? 'pages' : 'records'},`,
	);
}

/** @returns whether a total is a lower bound: `{ "total": { "value": 10000, "relation": "gte" } }` of Elasticsearch */
function isLowerBound(path: string, response: PageResponse): boolean {
	return (
		path.endsWith('.value') && readPath(path.replace(/value$/, 'relation'), response) === 'gte'
	);
}
