import { isGraphql } from '../dataset/graphql';
import type { Dataset } from '../dataset/types';
import { buildRequest } from '../request';
import type { Parameters } from '../types';
import { withFlag } from './moreFlag';
import { type NextUrlOptions, urlStrategy } from './nextUrl';
import { numberedStrategy } from './numbered';
import { tokenStrategy } from './token';
import type { Requests, Strategy } from './types';

/**
 * @param url absolute URL of the dataset
 * @param options what a run says about its next URLs
 * @returns how the dataset's scheme requests pages and continues
 * @throws RangeError when an allowed origin is not one
 */
export function strategyFor(dataset: Dataset, url: string, options: NextUrlOptions = {}): Strategy {
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
			? urlStrategy(requests, scheme, options)
			: tokenStrategy(requests, scheme, hasBody);
	return withFlag(strategy, scheme);
}
