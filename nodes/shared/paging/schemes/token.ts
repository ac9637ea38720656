import { countOf } from '../../basics/text';
import type { PagingScheme } from '../dataset/types';
import { field, type FieldName, fieldText } from '../fieldText';
import { describeValue, excerpt } from '../pagingErrors';
import { readPath } from '../path';
import { valueOf } from '../request';
import type { Position } from '../types';
import {
	endWithError,
	type PageContext,
	type Requests,
	type NextStep,
	type Strategy,
} from './types';

/** The field that contains the path of a token or URL. */
export const NEXT_TOKEN = field('pagingScheme.response.nextToken');

/** The field that contains the path of the pageInfo object. */
export const PAGE_INFO = field('pagingScheme.response.pageInfo');

/**
 * Pages that each name the next one by a token, `{ "items": [ … ], "nextToken": "abc" }`, or by the
 * cursor of a connection, which is a token as well (paging-schemes, nextToken and graphqlConnections).
 *
 * @param hasBody whether tokens are sent in a body, which can contain an array
 */
export function tokenStrategy(
	{ build, limit }: Requests,
	{ request, response }: PagingScheme,
	hasBody: boolean,
): Strategy {
	const { tokenParameter = 'variables.after', valueTemplate, limitValue } = request;
	const { nextToken, pageInfo } = response;
	const path = nextToken ?? `${pageInfo}.endCursor`;
	const name = nextToken === undefined ? PAGE_INFO : NEXT_TOKEN;
	const place = fieldText`${name} "${path}"`;
	const valueFor = (token: Position) =>
		typeof token === 'object' ? (token ?? undefined) : valueOf(valueTemplate, token, limitValue);
	return {
		first: null,
		request: (token) => build([...limit, [tokenParameter, valueFor(token)]]),
		next: (context) => {
			const token = readToken(path, context);
			if (token === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (Array.isArray(token) && !hasBody) {
				return endWithError(
					fieldText`${place} contains an array, ${excerpt(token)}, which can only be sent in the body of a POST.`,
					fieldText`Set ${NEXT_TOKEN} to the path of a token that is text or a number, or read the API with POST.`,
				);
			}
			if (!isToken(token) || (!hasBody && isTooLong(token))) return unusable(name, path, token);
			if ([token].flat().some((one) => Number.isInteger(one) && !Number.isSafeInteger(one))) {
				return endWithError(
					fieldText`${place} contains a number with more digits than a JSON number can store, so the next page is unknown.`,
					'The API has to send the token as text.',
				);
			}
			// The records that an array comes from may be changed by the caller.
			const position = typeof token === 'object' ? [...token] : token;
			const text = typeof token === 'object' ? JSON.stringify(token) : token;
			return { kind: 'next', position, identity: `${typeof token} ${text}` };
		},
		accepts: (position): position is Position =>
			position === null || (isToken(position) && (hasBody || !Array.isArray(position))),
	};
}

type Token = Exclude<Position, null>;

/** Beyond the specification, an array of values to search after: `[1700000000, "id-7"]` of Elasticsearch. */
function isToken(value: unknown): value is Token {
	if (!Array.isArray(value)) return typeof value === 'string' || typeof value === 'number';
	return value.length > 0 && value.every((one) => one === null || typeof one !== 'object');
}

/** @returns the token; `undefined` for everything that means no next page. 0 is a token. */
export function readToken(path: string, context: PageContext): unknown {
	const value = readPath(path, context.response);
	return value === '' || value === false ? undefined : value;
}

/** Longest URL or token in a URL, in characters: it takes seconds to encode a longer one, and to find secrets in it. */
const MOST_IN_URL = 65_536;

/** @returns whether a value is text that no URL has room for */
export function isTooLong(value: unknown): boolean {
	return typeof value === 'string' && value.length > MOST_IN_URL;
}

/** @returns the end of a run whose token or URL is too long, or something else */
export function unusable(name: FieldName, path: string, value: unknown): NextStep {
	const what = isTooLong(value)
		? `text of ${countOf(String(value).length, 'character')}, more than a URL may have; it was not requested.`
		: `${describeValue(value)}, which is not a token or URL.`;
	return endWithError(
		fieldText`${name} "${path}" contains ${what}`,
		fieldText`Set ${name} to the path of the token or URL itself.`,
	);
}
