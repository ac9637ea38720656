import type { Dataset, GraphqlDataset, PagingScheme } from '../dataset/types';
import { describeValue } from '../errors';
import { toFlag, totalOfRange } from '../response/metadata/facts';
import { buildRequest, readPath, valueOf } from '../values';
import type { Parameters } from '../types';
import { urlStrategy } from './nextUrls';
import { PAGE_INFO, tokenStrategy } from './tokens';
import {
	failure,
	noDataAt,
	type PageContext,
	type Requests,
	type Step,
	type Strategy,
} from './types';

/**
 * @param url absolute URL of the dataset
 * @param allowedOrigins origins that next URLs may have besides that of the first request
 * @returns how the dataset's scheme requests pages and continues
 * @throws RangeError when an allowed origin is not one
 */
export function strategyFor(
	dataset: Dataset,
	url: string,
	allowedOrigins: readonly string[] = [],
): Strategy {
	const scheme = dataset.pagingScheme;
	const { limitParameter, limitValue } = scheme?.request ?? {};
	const sizeName = isGraphql(dataset) ? `variables.${limitParameter}` : (limitParameter ?? '');
	const limit: Parameters = limitParameter === undefined ? [] : [[sizeName, limitValue]];
	const requests: Requests = {
		build: (parameters) => buildRequest(dataset, url, parameters, scheme?.parametersIn),
		limit,
	};
	if (!scheme) {
		// The first response contains everything.
		return {
			first: null,
			request: () => requests.build([]),
			next: () => ({ kind: 'end', stopReason: 'noNextPage' }),
			accepts: (position) => position === null,
		};
	}
	if (scheme.type === 'pageBased' || scheme.type === 'offsetAndLimit')
		return withFlag(numberedStrategy(requests, scheme), scheme);
	const hasBody = dataset.method === 'POST' && scheme.parametersIn !== 'query';
	const strategy =
		scheme.tokenType === 'url'
			? urlStrategy(requests, scheme, allowedOrigins)
			: tokenStrategy(requests, scheme, hasBody);
	return withFlag(strategy, scheme);
}

/** @returns whether a dataset is read from a GraphQL connection */
export function isGraphql(dataset: Dataset): dataset is GraphqlDataset {
	return dataset.pagingScheme?.type === 'graphqlConnections';
}

/** What a connection has to return. */
const SELECT = `Select hasNextPage and endCursor in the query, and check ${PAGE_INFO}.`;

/**
 * Lets a flag in each response decide whether there are more pages: that of a connection, or, beyond
 * the specification, any.
 */
function withFlag(strategy: Strategy, { response, pageUntil }: PagingScheme): Strategy {
	const { moreRecords, lastPage, pageInfo } = response;
	const path = pageInfo === undefined ? (moreRecords ?? lastPage) : `${pageInfo}.hasNextPage`;
	if (path === undefined) return strategy;
	const isLast = lastPage !== undefined;
	const name = pageInfo
		? PAGE_INFO
		: `pagingScheme.response.${isLast ? 'lastPage' : 'moreRecords'}`;
	const field = `${name} "${path}"`;

	const decide: Strategy['next'] = (context) => {
		const { page, records } = context;
		const value = readPath(path, context.response);
		if (value === undefined && records === 0 && pageUntil === 'noDataLeft')
			return { kind: 'end', stopReason: 'noDataLeft' };
		const step = strategy.next(context);
		const { total } = step;
		if (value === undefined) return { ...noDataAt(field, page), total };
		const isSet = toFlag(value, true);
		if (isSet === undefined) {
			return failure(
				`${field} contains ${describeValue(value)}, not true or false.`,
				pageInfo ? SELECT : `Set ${name} to the path of the flag itself, or clear it.`,
			);
		}
		// Under noDataLeft the empty page of a connection decides, if there is a cursor to request it with.
		const isOpen = pageInfo !== undefined && pageUntil === 'noDataLeft' && step.kind !== 'end';
		if (isSet === isLast && !isOpen) return { kind: 'end', stopReason: 'noNextPage', total };
		// The flag says that there are more pages, but nothing else leads to the next one.
		if (step.kind === 'end' && step.stopReason === 'noNextToken') {
			return failure(
				`Page ${page} reports more pages by ${field}, but doesn't include a next page.`,
				pageInfo ? SELECT : 'Compare pagingScheme.response.nextToken with a response of the API.',
			);
		}
		if (step.kind !== 'end' || step.stopReason !== 'reachTotalCount') return step;
		return {
			...step,
			notice: `${field} reports more pages after page ${page}, although the total was reached; reading stopped there.`,
		};
	};
	return { ...strategy, next: decide };
}

const CONTENT_RANGE = /^header:\s*(x-)?content-range\s*$/i;

/**
 * Pages with a number that rises by 1, or with an offset that rises by the page size (paging-schemes,
 * pageBased and offsetAndLimit).
 *
 * Numbered from 0, page n is the one with n pages before it; from 1 on, a page's number counts the
 * page itself. Both end with the page that completes the total. Offsets that start one past a multiple
 * of the page size count from 1: there the offset equal to the total still names a record.
 */
function numberedStrategy(
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

/** @returns a total given as a number or as digits; the end of the run if there is none */
function readTotal(
	path: string,
	countsPages: boolean,
	{ response, page }: PageContext,
): number | '*' | Step {
	const raw = readPath(path, response);
	const isRange = CONTENT_RANGE.test(path);
	const value = isRange ? totalOfRange(raw) : raw;
	if (isRange && value === '*') return value;
	const total = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof total === 'number' && Number.isInteger(total) && total >= 0) return total;
	const field = `pagingScheme.response.${countsPages ? 'totalPages' : 'totalCount'} "${path}"`;
	if (raw === undefined) return noDataAt(field, page);
	return noDataAt(
		field,
		page,
		`contains ${describeValue(value)}, not a number of ${countsPages ? 'pages' : 'records'},`,
	);
}
