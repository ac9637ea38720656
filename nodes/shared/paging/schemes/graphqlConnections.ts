import { isRecord } from '../../json';
import { withMembers } from '../body';
import type { GraphqlDataset } from '../dataset/types';
import { excerpt, kindOf, PagingError } from '../errors';
import { readPath } from '../response/path';
import { isTokenOrFirst, stepTo } from './token';
import type { PageContext, Step, Strategy } from './types';

/** Field that contains the path, as messages name it. */
const FIELD = 'pagingScheme.response.pageInfo';

/** Forward paging through a connection (paging-schemes, graphqlConnections). */
export function graphqlConnections(dataset: GraphqlDataset, url: string): Strategy {
	const { request, response, pageUntil } = dataset.pagingScheme;
	const { limitParameter, limitValue } = request;
	return {
		first: null,
		request: (cursor) => {
			const variables = withMembers(dataset.body.variables ?? {}, [
				...(limitParameter === undefined ? [] : [[limitParameter, limitValue] as const]),
				['after', cursor ?? undefined],
			]);
			return { method: 'POST', url, body: { ...structuredClone(dataset.body), variables } };
		},
		next: (context) => readPageInfo(response.pageInfo, pageUntil, context),
		accepts: isTokenOrFirst,
	};
}

function readPageInfo(
	path: string,
	pageUntil: 'noNextPage' | 'noDataLeft',
	{ response, page }: PageContext,
): Step {
	const found = readPath(path, response);
	if (!found.found) return noDataAt(path, page);
	if (!isRecord(found.value)) return wrongKind(path, found.value, 'the pageInfo object');

	const { hasNextPage, endCursor } = found.value;
	if (hasNextPage === undefined || hasNextPage === null) {
		return noDataAt(`${path}.hasNextPage`, page);
	}
	if (typeof hasNextPage !== 'boolean') {
		return wrongKind(`${path}.hasNextPage`, hasNextPage, 'true or false');
	}
	const hasCursor = endCursor !== undefined && endCursor !== null && endCursor !== '';
	// Under noDataLeft the empty page decides, as long as there is a cursor to request it with.
	if (!hasNextPage && (pageUntil === 'noNextPage' || !hasCursor)) {
		return { kind: 'end', stopReason: 'noNextPage' };
	}
	if (!hasCursor) {
		const error = new PagingError(
			`Page ${page} reports a next page, but ${path}.endCursor is ${kindOf(endCursor)}.`,
			'Select endCursor in the query. If it is selected already, the API does not return it.',
		);
		return { kind: 'error', error };
	}
	if (typeof endCursor !== 'string' && typeof endCursor !== 'number') {
		return wrongKind(`${path}.endCursor`, endCursor, 'a cursor');
	}
	return stepTo(endCursor, `${FIELD} "${path}.endCursor"`);
}

function noDataAt(path: string, page: number): Step {
	const notice = `${FIELD} "${path}" was not found on page ${page}; reading stopped there.`;
	return { kind: 'end', stopReason: 'pathNotFound', notice };
}

function wrongKind(path: string, value: unknown, wanted: string): Step {
	const error = new PagingError(
		`${FIELD} "${path}" contains ${kindOf(value)}, ${excerpt(value)}, not ${wanted}.`,
		`Set ${FIELD} to the path of the pageInfo object and select both of its fields.`,
	);
	return { kind: 'error', error };
}
