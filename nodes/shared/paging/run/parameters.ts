import { isRecord } from '../../json';
import type { Dataset } from '../dataset/types';
import { named, plain } from '../response/metadata/names';
import { startsInMiddle } from './warnings';

/** Values that some servers want for the first page. */
const BEGINNING = /^(?:|\*|-1|0|1|null|start|first|initial|begin)$/i;

/** Parameters that name a page, for URLs that the server builds. */
const POSITION = named(
	...['after', 'bookmark', 'continuation', 'continuationToken', 'cursor', 'from', 'marker'],
	...['nextToken', 'offset', 'page', 'pageNumber', 'pageToken', 'skip', 'skipToken', 'start'],
	...['startAt', 'startingAfter', 'token'],
);

/** @returns why reading starts in the middle, when the dataset names a token of its own */
export function tokenInDataset(dataset: Dataset, url: string): string | undefined {
	const scheme = dataset.pagingScheme;
	if (scheme?.type !== 'nextToken' || scheme.tokenType !== 'token') return undefined;
	const { tokenParameter: name, valueTemplate } = scheme.request;
	if (valueTemplate !== undefined) return undefined;
	const inUrl = new URL(url).searchParams.get(name);
	if (dataset.method === 'GET' || scheme.parametersIn === 'query') {
		return isToken(inUrl) ? startsInMiddle(name, 'its URL') : undefined;
	}
	return isToken(memberOf(dataset.body, name)) ? startsInMiddle(name, 'its body') : undefined;
}

/**
 * @param first URL of the first request
 * @param next the URL of the page after it, from the server
 * @returns why reading starts in the middle, when the server's URL changes a position in the first
 */
export function positionInUrl(first: string, next: string): string | undefined {
	if (!URL.canParse(first) || !URL.canParse(next)) return undefined;
	const following = new URL(next).searchParams;
	for (const [name, value] of new URL(first).searchParams) {
		const isPosition = POSITION.has(plain(name));
		const then = following.get(name);
		if (isPosition && isToken(value) && then !== null && then !== value) {
			return startsInMiddle(name, 'its URL');
		}
	}
	return undefined;
}

function isToken(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false && !BEGINNING.test(String(value));
}

function memberOf(body: unknown, name: string): unknown {
	if (!isRecord(body)) return undefined;
	if (Object.hasOwn(body, name)) return body[name];
	return name
		.split('.')
		.reduce((value: unknown, key) => (isRecord(value) ? value[key] : undefined), body);
}

/** @returns what a server seems to ignore that returns the first page again */
export function ignoredBy({ pagingScheme }: Dataset): string | undefined {
	switch (pagingScheme?.type) {
		case 'pageBased':
			return ignores('pageParameter', pagingScheme.request.pageParameter);
		case 'offsetAndLimit':
			return ignores('offsetParameter', pagingScheme.request.offsetParameter);
		case 'nextToken':
			return pagingScheme.tokenType === 'token'
				? ignores('tokenParameter', pagingScheme.request.tokenParameter)
				: undefined;
		case 'graphqlConnections':
			return 'The query has to pass after: $after to the connection.';
		case undefined:
			return undefined;
	}
}

function ignores(field: string, parameter: string): string {
	return `The API seems to ignore pagingScheme.request.${field} "${parameter}".`;
}
