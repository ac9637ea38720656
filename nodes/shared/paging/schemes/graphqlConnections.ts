import { isRecord } from '../../json';
import type { GraphqlDataset } from '../dataset/types';
import { excerpt, inexact, isInexact, kindOf, PagingError } from '../errors';
import { readPath } from '../response/path';
import { withMembers } from '../request';
import type { PageContext, Position, Step, Strategy } from './strategy';

/** Field that holds the path, as messages name it. */
const FIELD = 'pagingScheme.response.pageInfo';

/** Forward paging through a connection (paging-schemes, graphqlConnections). */
export function graphqlConnections(dataset: GraphqlDataset, url: string): Strategy<Position> {
	const { request, response, pageUntil } = dataset.pagingScheme;
	return {
		first: null,
		request: (cursor) => {
			const variables = withMembers(dataset.body.variables ?? {}, [
				...(request.limitParameter === undefined
					? []
					: [[request.limitParameter, request.limitValue] as const]),
				['after', cursor === null ? undefined : cursor],
			]);
			return { method: 'POST', url, body: { ...structuredClone(dataset.body), variables } };
		},
		next: (context) => follow(response.pageInfo, pageUntil, context),
		accepts: (position): position is Position =>
			position === null || typeof position === 'string' || typeof position === 'number',
	};
}

function follow(
	path: string,
	pageUntil: 'noNextPage' | 'noDataLeft',
	{ response, page }: PageContext<Position>,
): Step<Position> {
	const found = readPath(path, response);
	if (!found.found) return nothingAt(path, page);
	if (!isRecord(found.value)) return wrongKind(path, found.value, 'the pageInfo object');

	const { hasNextPage, endCursor } = found.value;
	if (hasNextPage === undefined || hasNextPage === null) {
		return nothingAt(`${path}.hasNextPage`, page);
	}
	if (typeof hasNextPage !== 'boolean') {
		return wrongKind(`${path}.hasNextPage`, hasNextPage, 'true or false');
	}
	const hasCursor = endCursor !== undefined && endCursor !== null && endCursor !== '';
	// Under noDataLeft the empty page decides, as long as there is a cursor to ask for it with.
	if (!hasNextPage && (pageUntil === 'noNextPage' || !hasCursor)) {
		return { kind: 'end', stopReason: 'noNextPage' };
	}
	if (!hasCursor) {
		const error = new PagingError(
			`Page ${page} says that there is a next page, but ${path}.endCursor is ${kindOf(endCursor)}.`,
			'Select endCursor in the query; if it is there, the server leaves it out.',
		);
		return { kind: 'error', error };
	}
	if (typeof endCursor !== 'string' && typeof endCursor !== 'number') {
		return wrongKind(`${path}.endCursor`, endCursor, 'a cursor');
	}
	if (isInexact(endCursor)) return { kind: 'error', error: inexact(`${FIELD} ${path}.endCursor`) };
	return { kind: 'next', position: endCursor, identity: `${typeof endCursor} ${endCursor}` };
}

function nothingAt(path: string, page: number): Step<Position> {
	const notice = `${FIELD} ${path} holds nothing on page ${page}; reading ended there.`;
	return { kind: 'end', stopReason: 'pathNotFound', notice };
}

function wrongKind(path: string, value: unknown, wanted: string): Step<Position> {
	const error = new PagingError(
		`${FIELD} ${path} holds ${kindOf(value)}, ${excerpt(value)}, not ${wanted}.`,
		`Set ${FIELD} to the path of the pageInfo object and select both its fields.`,
	);
	return { kind: 'error', error };
}
