import type { Dataset, GraphqlDataset, RestDataset } from '../dataset/types';
import { describeValue } from '../errors';
import { buildRequest } from '../request';
import { toFlag } from '../response/metadata/names';
import { readPath } from '../response/path';
import type { Parameters } from '../types';
import { nextUrls } from './nextUrls';
import { offsetAndLimit, pageBased } from './numbered';
import { graphqlConnections, nextToken } from './tokens';
import { failure, noDataAt, type Requests, type Step, type Strategy } from './types';

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
			return withFlag(pageBased(requests, scheme), scheme);
		case 'offsetAndLimit':
			return withFlag(offsetAndLimit(requests, scheme), scheme);
		case 'nextToken': {
			const hasBody = dataset.method === 'POST' && scheme.parametersIn !== 'query';
			const strategy =
				scheme.tokenType === 'url'
					? nextUrls(requests, scheme, allowedOrigins)
					: nextToken(requests, scheme, hasBody);
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
