import type {
	Dataset,
	GraphqlDataset,
	OffsetScheme,
	PageBasedScheme,
	RestDataset,
} from '../dataset/types';
import { describeValue } from '../errors';
import { buildRequest, valueOf } from '../request';
import { toFlag } from '../response/metadata/names';
import { readPath, totalOfRange, UNKNOWN } from '../response/path';
import type { Parameters } from '../types';
import { urlStrategy } from './nextUrls';
import { tokenStrategy, graphqlConnections } from './tokens';
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
	const { limitParameter, limitValue } = dataset.pagingScheme?.request ?? {};
	const limit: Parameters = limitParameter === undefined ? [] : [[limitParameter, limitValue]];
	if (isGraphql(dataset)) return graphqlConnections(dataset, url, limit);
	const scheme = dataset.pagingScheme;
	const requests: Requests = {
		build: (parameters) => buildRequest(dataset, url, parameters, scheme?.parametersIn),
		limit,
	};
	switch (scheme?.type) {
		case 'pageBased':
		case 'offsetAndLimit':
			return withFlag(numberedStrategy(requests, scheme), scheme);
		case 'nextToken': {
			const hasBody = dataset.method === 'POST' && scheme.parametersIn !== 'query';
			const strategy =
				scheme.tokenType === 'url'
					? urlStrategy(requests, scheme, allowedOrigins)
					: tokenStrategy(requests, scheme, hasBody);
			return withFlag(strategy, scheme);
		}
		// Without a scheme, the first response contains everything.
		case undefined:
			return {
				first: null,
				request: () => requests.build([]),
				next: () => ({ kind: 'end', stopReason: 'noNextPage' }),
				accepts: (position) => position === null,
			};
	}
}

/** @returns whether a dataset is read from a GraphQL connection */
export function isGraphql(dataset: Dataset): dataset is GraphqlDataset {
	return dataset.pagingScheme?.type === 'graphqlConnections';
}

/** A flag may also be written as a digit. */
const DIGITS = new Map<unknown, boolean>([
	[1, true],
	['1', true],
	[0, false],
	['0', false],
]);

/** Lets a flag in each response decide whether there are more pages. Beyond the specification. */
function withFlag(
	strategy: Strategy,
	{ response, pageUntil }: RestDataset['pagingScheme'],
): Strategy {
	const { moreRecords, lastPage } = response ?? {};
	const path = moreRecords ?? lastPage;
	if (path === undefined) return strategy;
	const isLast = moreRecords === undefined;
	const name = `pagingScheme.response.${isLast ? 'lastPage' : 'moreRecords'}`;
	const field = `${name} "${path}"`;

	const decide: Strategy['next'] = (context) => {
		const { page, records } = context;
		const value = readPath(path, context.response);
		if (value === undefined && records === 0 && pageUntil === 'noDataLeft') {
			return { kind: 'end', stopReason: 'noDataLeft' };
		}
		const step = strategy.next(context);
		const total = step.total === undefined ? {} : { total: step.total };
		if (value === undefined) return { ...noDataAt(field, page), ...total };
		const digit = typeof value === 'string' ? value.trim() : value;
		const isSet = toFlag(value) ?? DIGITS.get(digit);
		if (isSet === undefined) {
			return failure(
				`${field} contains ${describeValue(value)}, not true or false.`,
				`Set ${name} to the path of the flag itself, or clear it.`,
			);
		}
		if (isSet === isLast) return { kind: 'end', stopReason: 'noNextPage', ...total };
		return step.kind === 'end' ? contradicted(step, field, page) : step;
	};
	return { ...strategy, readsFlag: true, next: decide };
}

/** The flag says that there are more pages, but nothing else leads to the next one. */
function contradicted(step: Step & { kind: 'end' }, field: string, page: number): Step {
	if (step.stopReason === 'noNextToken') {
		return failure(
			`Page ${page} reports more pages by ${field}, but names no next page.`,
			'Compare pagingScheme.response.nextToken with a response of the API.',
		);
	}
	if (step.stopReason !== 'reachTotalCount') return step;
	const notice = `${field} reports more pages after page ${page}, although the total was reached; reading stopped there.`;
	return { ...step, notice };
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
	scheme: PageBasedScheme | OffsetScheme,
): Strategy {
	const { limitValue: pageSize = 0, valueTemplate } = scheme.request;
	const isPage = scheme.type === 'pageBased';
	const [parameter, first, step] = isPage
		? [scheme.request.pageParameter, scheme.request.pageStartingValue, 1]
		: [scheme.request.offsetParameter, scheme.request.offsetStartingValue, pageSize];
	const countsFromOne = isPage ? first > 0 : first === 1 || first % step === 1;
	const before = (position: number) => position - Number(countsFromOne);
	const recordsBefore = (position: number) => before(position) * (isPage ? pageSize : 1);
	const response = scheme.pageUntil === 'reachTotalCount' ? scheme.response : undefined;
	const countsPages = response?.totalPages !== undefined;
	const totalPath = response?.totalPages ?? response?.totalCount;
	const countBefore = countsPages ? before : recordsBefore;
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
