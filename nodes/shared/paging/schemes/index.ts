import type { Dataset, GraphqlDataset } from '../dataset/types';
import { graphqlConnections } from './graphqlConnections';
import { nextToken } from './nextToken';
import { pageBased } from './numbered';
import { offsetAndLimit } from './offsetAndLimit';
import { onePage } from './onePage';
import type { NumberedStrategy, Strategy } from './types';

/**
 * @param url absolute URL of the dataset
 * @returns how the dataset's scheme requests pages and continues
 */
export function strategyFor(dataset: Dataset, url: string): Strategy {
	if (isGraphql(dataset)) return graphqlConnections(dataset, url);
	const scheme = dataset.pagingScheme;
	switch (scheme?.type) {
		case 'pageBased':
			return pageBased(dataset, scheme, url);
		case 'offsetAndLimit':
			return offsetAndLimit(dataset, scheme, url);
		case 'nextToken':
			return nextToken(dataset, scheme, url);
		case undefined:
			return onePage(dataset, url);
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
