import type { Dataset } from '../dataset/types';
import { isPositionName } from '../response/metadata/urls';
import { readPath } from '../response/path';

/** What a run can tell about where it began: in the middle, or at the same page again and again. */

/** @returns that reading may have started in the middle, as a warning */
export function startsInMiddle(parameter: string, where: string): string {
	return `The first request already contains the parameter "${parameter}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`;
}

/** @returns why reading starts in the middle, when the dataset names a token of its own */
export function tokenInDataset(dataset: Dataset, url: string): string | undefined {
	const scheme = dataset.pagingScheme;
	const { tokenParameter: name, valueTemplate } = scheme?.request ?? {};
	if (name === undefined || valueTemplate !== undefined) return undefined;
	const inQuery = dataset.method === 'GET' || scheme?.parametersIn === 'query';
	const value = inQuery
		? new URL(url).searchParams.get(name)
		: readPath(name, { body: dataset.body });
	return isToken(value) ? startsInMiddle(name, inQuery ? 'its URL' : 'its body') : undefined;
}

/**
 * @param first URL of the first request
 * @param next the URL of the page after it, from the server
 * @returns why reading starts in the middle, when the server's URL changes a position in the first
 */
export function positionInUrl(first: string, next: string): string | undefined {
	if (!URL.canParse(next)) return undefined;
	const following = new URL(next).searchParams;
	for (const [name, value] of new URL(first).searchParams) {
		const then = following.get(name);
		if (isPositionName(name) && isToken(value) && then !== null && then !== value) {
			return startsInMiddle(name, 'its URL');
		}
	}
	return undefined;
}

/** Values that some servers want for the first page. */
const BEGINNING = /^(?:|\*|-1|0|1|null|start|first|initial|begin)$/i;

function isToken(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false && !BEGINNING.test(String(value));
}

/** @returns what a server seems to ignore that returns the first page again, with a space before it */
export function ignoredBy({ pagingScheme: scheme }: Dataset): string {
	if (scheme?.type === 'graphqlConnections') {
		return ' The query has to pass after: $after to the connection.';
	}
	for (const field of ['pageParameter', 'offsetParameter', 'tokenParameter'] as const) {
		const name = scheme?.request[field];
		if (name !== undefined) {
			return ` The API seems to ignore pagingScheme.request.${field} "${name}".`;
		}
	}
	return '';
}
