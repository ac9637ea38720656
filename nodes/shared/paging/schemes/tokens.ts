import { isRecord } from '../../json';
import type { GraphqlDataset, TokenScheme } from '../dataset/types';
import { describeValue, excerpt, kindOf } from '../errors';
import { valueOf, withMembers } from '../request';
import { readPath } from '../response/path';
import type { Parameters, Position } from '../types';
import {
	failure,
	noDataAt,
	type PageContext,
	type Requests,
	type Step,
	type Strategy,
} from './types';

/** Field that contains the path of a token or URL, as messages name it. */
export const NEXT_TOKEN = 'pagingScheme.response.nextToken';

/** Field that contains the path of the pageInfo object. */
const PAGE_INFO = 'pagingScheme.response.pageInfo';

/**
 * Pages that each name the next one by a token (paging-schemes, nextToken).
 *
 * @param hasBody whether tokens are sent in a body, which can contain an array
 */
export function tokenStrategy(
	{ build, limit }: Requests,
	{ request, response }: TokenScheme,
	hasBody: boolean,
): Strategy {
	const { tokenParameter, valueTemplate, limitValue } = request;
	const path = response.nextToken;
	const valueFor = (token: Position) =>
		typeof token === 'object' ? (token ?? undefined) : valueOf(valueTemplate, token, limitValue);
	return {
		first: null,
		request: (token) => build([...limit, [tokenParameter, valueFor(token)]]),
		next: (context) => {
			const token = readToken(path, context);
			if (token === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			const field = `${NEXT_TOKEN} "${path}"`;
			if (Array.isArray(token) && !hasBody) {
				return failure(
					`${field} contains an array, ${excerpt(token)}, which can only be sent in the body of a POST.`,
					`Set ${NEXT_TOKEN} to the path of a token that is text or a number, or read the API with POST.`,
				);
			}
			return isToken(token) ? stepTo(token, field) : notAToken(path, token);
		},
		accepts: (position): position is Position =>
			isTokenOrFirst(position) && (hasBody || !Array.isArray(position)),
	};
}

/** Forward paging through a connection (paging-schemes, graphqlConnections). */
export function graphqlConnections(
	{ body, pagingScheme }: GraphqlDataset,
	url: string,
	limit: Parameters,
): Strategy {
	const { response, pageUntil } = pagingScheme;
	return {
		first: null,
		request: (cursor) => {
			const variables = withMembers(body.variables ?? {}, [
				...limit,
				['after', cursor ?? undefined],
			]);
			return { method: 'POST', url, body: { ...structuredClone(body), variables } };
		},
		next: (context) => readPageInfo(response.pageInfo, pageUntil, context),
		accepts: isTokenOrFirst,
	};
}

type Token = Exclude<Position, null>;

/** Beyond the specification, an array of values to search after, as of Elasticsearch. */
function isToken(value: unknown): value is Token {
	if (!Array.isArray(value)) return typeof value === 'string' || typeof value === 'number';
	return value.length > 0 && value.every((one) => one === null || typeof one !== 'object');
}

/** @returns whether a value from a resume point is a token, or null for the first page */
function isTokenOrFirst(position: unknown): position is Position {
	return position === null || isToken(position);
}

/**
 * @param field what contains the token, as the user has configured it
 * @returns the step to the page that a token or cursor names; an error when it contains a number that
 *   has lost digits in JSON
 */
function stepTo(token: Token, field: string): Step {
	if ([token].flat().some((one) => Number.isInteger(one) && !Number.isSafeInteger(one))) {
		return failure(
			`${field} contains a number with more digits than a JSON number can store, so the next page is unknown.`,
			'The API has to send the token as text.',
		);
	}
	// The records that an array comes from may be changed by the caller.
	const position = typeof token === 'object' ? [...token] : token;
	const text = typeof token === 'object' ? JSON.stringify(token) : token;
	return { kind: 'next', position, identity: `${typeof token} ${text}` };
}

/** @returns the token; `undefined` for everything that means no next page. 0 is a token. */
export function readToken(path: string, context: PageContext): unknown {
	const value = readPath(path, context.response);
	return value === '' || value === false ? undefined : value;
}

/** @returns the end of a run whose token or URL is something else */
export function notAToken(path: string, value: unknown): Step {
	return failure(
		`${NEXT_TOKEN} "${path}" contains ${describeValue(value)}, which is not a token or URL.`,
		`Set ${NEXT_TOKEN} to the path of the token or URL itself.`,
	);
}

function readPageInfo(
	path: string,
	pageUntil: 'noNextPage' | 'noDataLeft',
	{ response, page }: PageContext,
): Step {
	const pageInfo = readPath(path, response);
	if (pageInfo === undefined) return noDataAt(`${PAGE_INFO} "${path}"`, page);
	if (!isRecord(pageInfo)) return notPageInfo(path, pageInfo, 'the pageInfo object');

	const { hasNextPage, endCursor } = pageInfo;
	if (hasNextPage === undefined || hasNextPage === null) {
		return noDataAt(`${PAGE_INFO} "${path}.hasNextPage"`, page);
	}
	if (typeof hasNextPage !== 'boolean') {
		return notPageInfo(`${path}.hasNextPage`, hasNextPage, 'true or false');
	}
	const hasCursor = endCursor !== undefined && endCursor !== null && endCursor !== '';
	// Under noDataLeft the empty page decides, as long as there is a cursor to request it with.
	if (!hasNextPage && (pageUntil === 'noNextPage' || !hasCursor)) {
		return { kind: 'end', stopReason: 'noNextPage' };
	}
	if (!hasCursor) {
		return failure(
			`Page ${page} reports a next page, but ${path}.endCursor is ${kindOf(endCursor)}.`,
			'Select endCursor in the query. If it is selected already, the API does not return it.',
		);
	}
	if (typeof endCursor !== 'string' && typeof endCursor !== 'number') {
		return notPageInfo(`${path}.endCursor`, endCursor, 'a cursor');
	}
	return stepTo(endCursor, `${PAGE_INFO} "${path}.endCursor"`);
}

function notPageInfo(path: string, value: unknown, wanted: string): Step {
	return failure(
		`${PAGE_INFO} "${path}" contains ${describeValue(value)}, not ${wanted}.`,
		`Set ${PAGE_INFO} to the path of the pageInfo object and select both of its fields.`,
	);
}
