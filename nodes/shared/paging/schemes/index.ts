import { type Dataset, isGraphql } from '../dataset/types';
import { buildRequest } from '../request';
import { graphqlConnections } from './graphqlConnections';
import { nextToken } from './nextToken';
import { offsetAndLimit } from './offsetAndLimit';
import { pageBased } from './pageBased';
import type { NumberedStrategy, Position, Strategy } from './strategy';

/**
 * @param url absolute URL of the dataset
 * @returns how the dataset's scheme asks for pages and goes on
 */
export function strategyFor(dataset: Dataset, url: string): Strategy<Position> | NumberedStrategy {
	if (isGraphql(dataset)) return graphqlConnections(dataset, url);
	if (!dataset.pagingScheme) return onePage(dataset, url);
	switch (dataset.pagingScheme.type) {
		case 'pageBased':
			return pageBased(dataset, dataset.pagingScheme, url);
		case 'offsetAndLimit':
			return offsetAndLimit(dataset, dataset.pagingScheme, url);
		case 'nextToken':
			return nextToken(dataset, dataset.pagingScheme, url);
	}
}

/** A dataset without a scheme: whatever the first answer holds is everything. */
function onePage(dataset: Dataset, url: string): Strategy<Position> {
	return {
		first: null,
		request: () => buildRequest(dataset, url, []),
		next: () => ({ kind: 'end', stopReason: 'noNextPage' }),
		accepts: (position): position is Position => position === null,
	};
}
