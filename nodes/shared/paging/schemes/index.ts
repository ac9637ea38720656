import type { Dataset, GraphqlDataset, Placed, RestScheme } from '../dataset/types';
import type { Call } from '../request';
import { graphqlConnections } from './graphqlConnections';
import { withFlag } from './moreFlag';
import { nextToken } from './nextToken';
import { pageBased } from './numbered';
import { offsetAndLimit } from './offsetAndLimit';
import { onePage } from './onePage';
import type { NumberedStrategy, Strategy } from './types';

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
	if (isGraphql(dataset)) return graphqlConnections(dataset, url);
	const scheme = dataset.pagingScheme;
	if (!scheme) return onePage(dataset, url);
	const strategy = restStrategy(dataset, scheme, url, allowedOrigins);
	const { moreRecords, lastPage } = scheme.response ?? {};
	const emptyIsLast = scheme.pageUntil === 'noDataLeft';
	if (moreRecords !== undefined) return withFlag(strategy, { moreRecords }, emptyIsLast);
	return lastPage === undefined ? strategy : withFlag(strategy, { lastPage }, emptyIsLast);
}

function restStrategy(
	call: Call,
	scheme: RestScheme & Placed,
	url: string,
	allowedOrigins: readonly string[],
): Strategy {
	switch (scheme.type) {
		case 'pageBased':
			return pageBased(call, scheme, url);
		case 'offsetAndLimit':
			return offsetAndLimit(call, scheme, url);
		case 'nextToken':
			return nextToken(call, scheme, url, allowedOrigins);
	}
}

/** @returns whether pages can be requested ahead */
export function isNumbered(strategy: Strategy): strategy is NumberedStrategy {
	return 'step' in strategy;
}

/** @returns whether a dataset is read from a GraphQL connection */
export function isGraphql(dataset: Dataset): dataset is GraphqlDataset {
	return dataset.pagingScheme?.type === 'graphqlConnections';
}

/** @returns the statuses that end the pages of a dataset; `undefined` where pages are not numbered */
export function endStatusesOf({ pagingScheme: scheme }: Dataset): readonly number[] | undefined {
	const isCounted = scheme?.type === 'pageBased' || scheme?.type === 'offsetAndLimit';
	return isCounted ? (scheme.endStatuses ?? []) : undefined;
}
