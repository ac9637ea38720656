import { parseUrl } from '../../basics/parseUrl';
import { countOf } from '../../basics/countOf';
import { excerpt } from '../../basics/excerpt';
import type { PagingScheme } from '../dataset/types';
import { field, type FieldName, fieldText } from '../fieldText';
import { describeValue } from '../pagingErrors';
import { headerName, readPath } from '../path';
import { valueOf } from '../valueTemplate';
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
	const { tokenParameter = 'variables.after', valueTemplate, limitValue, tokenFormat } = request;
	const { nextToken, pageInfo } = response;
	const path = nextToken ?? `${pageInfo}.endCursor`;
	const name = nextToken === undefined ? PAGE_INFO : NEXT_TOKEN;
	const place = fieldText`${name} "${path}"`;
	const isInQuery = !hasBody && headerName(tokenParameter) === undefined;
	const valueFor = (token: Position) => {
		if (typeof token === 'object') return token ?? undefined;
		const value = valueOf(valueTemplate, token, limitValue);
		return isInQuery && tokenFormat === 'encoded' ? { encoded: String(value) } : value;
	};
	return {
		first: null,
		request: (token) => build([...limit, [tokenParameter, valueFor(token)]]),
		next: (context) => {
			const read = readToken(path, context);
			const token = tokenFormat === 'url' ? tokenInUrl(read, tokenParameter) : read;
			if (token === null) {
				return endWithError(
					fieldText`${place} contains ${excerpt(read)}, which is not a URL with the parameter ${tokenParameter}.`,
					fieldText`Compare ${field('pagingScheme.request.tokenParameter')} and ${TOKEN_FORMAT} with a response of the API.`,
				);
			}
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
					'To read it as text, turn on Large Numbers as Text under Options > Advanced.',
				);
			}
			// The records that an array comes from may be changed by the caller.
			const position = typeof token === 'object' ? [...token] : token;
			const text = typeof token === 'object' ? JSON.stringify(token) : token;
			return { kind: 'next', position, identity: `${typeof token} ${text}` };
		},
		accepts: (position): position is Position =>
			position === null || (isToken(position) && (hasBody || !Array.isArray(position))),
		adviceFor: (token, answer) => {
			const isPlain = (tokenFormat ?? 'text') === 'text';
			if (typeof token !== 'string' || !isPlain || (answer && !isRefusal(answer.status)))
				return undefined;
			if (/^https?:\/\//i.test(token))
				return fieldText`The token is a URL. To request it, set ${field('pagingScheme.tokenType', 'url')}. To send its parameter ${tokenParameter}, set ${field('pagingScheme.request.tokenFormat', 'url')}.`;
			const [code] = /%[\da-f]{2}/i.exec(token) ?? [];
			return code === undefined || !isInQuery
				? undefined
				: fieldText`The token contains ${code}, so it may be encoded already, and was encoded again. To send it as it is, set ${field('pagingScheme.request.tokenFormat', 'encoded')}.`;
		},
	};
}

/** How tokens are written. */
const TOKEN_FORMAT = field('pagingScheme.request.tokenFormat');

/** Statuses of requests that were refused for who sent them, or when. */
const OTHER_REFUSALS = [401, 403, 407, 408, 429];

/** @returns whether a status can mean that a token was not understood; some servers say so by 200 */
function isRefusal(status: number): boolean {
	return status < 500 && !OTHER_REFUSALS.includes(status);
}

/**
 * @param read a URL whose query has the token: `https://inside.example:8080/vendors?cursor=abc`
 * @param parameter by which the token is sent; in a body, it may be nested
 * @returns the token; `undefined` when there is no next page; null when it has no such parameter
 */
function tokenInUrl(read: unknown, parameter: string): string | undefined | null {
	if (read === undefined) return undefined;
	const url = typeof read === 'string' && !isTooLong(read) ? parseUrl(read, ANY_PAGE) : undefined;
	if (!url) return null;
	const name = parameter.slice(parameter.lastIndexOf('.') + 1);
	const token = url.searchParams.get(parameter) ?? url.searchParams.get(name);
	return token === '' ? undefined : token;
}

/** Of a relative URL, only the query counts. */
const ANY_PAGE = 'https://localhost';

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
export function unusable(
	name: FieldName,
	path: string,
	value: unknown,
): NextStep & { kind: 'error' } {
	const what = isTooLong(value)
		? `text of ${countOf(String(value).length, 'character')}, more than a URL may have; it was not requested.`
		: `${describeValue(value)}, which is not a token or URL.`;
	return endWithError(
		fieldText`${name} "${path}" contains ${what}`,
		fieldText`Set ${name} to the path of the token or URL itself.`,
	);
}
