import type { NextTokenScheme } from '../dataset/types';
import { excerpt, kindOf, PagingError } from '../errors';
import { buildRequest, type Call } from '../request';
import { nextFromLinkHeader } from '../response/linkHeader';
import { resolveNextUrl, sameRequest } from '../response/nextUrl';
import { headerName, readPath } from '../response/path';
import type { Parameters, Position } from '../types';
import { isTokenOrFirst, stepTo } from './token';
import type { PageContext, Step, Strategy } from './types';

/** Field that contains the path, as messages name it. */
const FIELD = 'pagingScheme.response.nextToken';

/** Pages that each name the next one, by token or by URL (paging-schemes, nextToken). */
export function nextToken(call: Call, scheme: NextTokenScheme, url: string): Strategy {
	const { limitParameter, limitValue } = scheme.request;
	const limit: Parameters = limitParameter === undefined ? [] : [[limitParameter, limitValue]];
	return scheme.tokenType === 'url'
		? byUrl(call, scheme.response.nextToken, url, limit)
		: byToken(call, scheme.response.nextToken, url, scheme.request.tokenParameter, limit);
}

function byToken(
	call: Call,
	path: string,
	url: string,
	tokenParameter: string,
	limit: Parameters,
): Strategy {
	return {
		first: null,
		request: (token) => buildRequest(call, url, [...limit, [tokenParameter, token ?? undefined]]),
		next: (context) => {
			const token = readToken(path, context);
			if (token === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof token !== 'string' && typeof token !== 'number') return wrongKind(path, token);
			return stepTo(token, `${FIELD} "${path}"`);
		},
		accepts: isTokenOrFirst,
	};
}

function byUrl(call: Call, path: string, url: string, limit: Parameters): Strategy {
	const first = buildRequest(call, url, limit);
	const isLink = headerName(path)?.toLowerCase() === 'link';
	const urlOf = (position: Position) => (position === null ? first.url : String(position));
	return {
		first: null,
		firstIdentity: sameRequest(first.url),
		request: (position) => {
			// The body is sent unchanged: it contains the query of a POST that reads.
			const request = buildRequest(call, url, limit);
			return { ...request, url: urlOf(position) };
		},
		next: (context) => {
			const value = readToken(path, context);
			const raw = isLink && typeof value === 'string' ? nextFromLinkHeader(value) : value;
			if (raw === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof raw !== 'string') return wrongKind(path, raw);
			const next = resolveNextUrl(raw, urlOf(context.position), first.url, `${FIELD} "${path}"`);
			if (next.kind === 'refused') return { kind: 'error', error: next.error };
			const notice = next.notice === undefined ? {} : { notice: next.notice };
			return { kind: 'next', position: next.url, identity: sameRequest(next.url), ...notice };
		},
		accepts: (position): position is Position =>
			position === null ||
			(typeof position === 'string' &&
				URL.canParse(position) &&
				isAllowedAsIs(position, first.url)),
	};
}

/** The URL of a resume point is used unchanged, so it must not need a correction. */
function isAllowedAsIs(position: string, first: string): boolean {
	const resolved = resolveNextUrl(position, first, first, 'resume');
	return resolved.kind === 'url' && resolved.url === position;
}

/** @returns the token; `undefined` for everything that means no next page. 0 is a token. */
function readToken(path: string, context: PageContext): unknown {
	const found = readPath(path, context.response);
	return found.found && found.value !== '' && found.value !== false ? found.value : undefined;
}

function wrongKind(path: string, value: unknown): Step {
	const error = new PagingError(
		`${FIELD} "${path}" contains ${kindOf(value)}, ${excerpt(value)}, which is not a token or URL.`,
		`Set ${FIELD} to the path of the token or URL itself.`,
	);
	return { kind: 'error', error };
}
