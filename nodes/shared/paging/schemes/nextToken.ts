import type { NextTokenScheme, RestDataset } from '../dataset/types';
import { excerpt, inexact, isInexact, kindOf, PagingError } from '../errors';
import { nextFromLinkHeader } from '../response/linkHeader';
import { judgeNextUrl, sameRequest } from '../response/nextUrl';
import { headerName, readPath } from '../response/path';
import { buildRequest, type Parameters } from '../request';
import type { PageContext, Position, Step, Strategy } from './strategy';

/** Field that holds the path, as messages name it. */
const FIELD = 'pagingScheme.response.nextToken';

/** Pages that each name the next one, by token or by URL (paging-schemes, nextToken). */
export function nextToken(
	dataset: RestDataset,
	scheme: NextTokenScheme,
	url: string,
): Strategy<Position> {
	const { limitParameter, limitValue } = scheme.request;
	const limit: Parameters = limitParameter === undefined ? [] : [[limitParameter, limitValue]];
	return scheme.tokenType === 'url'
		? byUrl(dataset, scheme.response.nextToken, url, limit)
		: byToken(dataset, scheme.response.nextToken, url, scheme.request.tokenParameter, limit);
}

function byToken(
	dataset: RestDataset,
	path: string,
	url: string,
	tokenParameter: string,
	limit: Parameters,
): Strategy<Position> {
	return {
		first: null,
		request: (token) =>
			buildRequest(dataset, url, [...limit, [tokenParameter, token === null ? undefined : token]]),
		next: (context) => {
			const token = readToken(path, context);
			if (token === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof token !== 'string' && typeof token !== 'number') return wrongKind(path, token);
			if (isInexact(token)) return { kind: 'error', error: inexact(`${FIELD} ${path}`) };
			return { kind: 'next', position: token, identity: `${typeof token} ${token}` };
		},
		accepts: (position): position is Position =>
			position === null || typeof position === 'string' || typeof position === 'number',
	};
}

function byUrl(
	dataset: RestDataset,
	path: string,
	url: string,
	limit: Parameters,
): Strategy<Position> {
	const first = buildRequest(dataset, url, limit);
	const isLink = headerName(path)?.toLowerCase() === 'link';
	const urlOf = (position: Position) => (position === null ? first.url : String(position));
	return {
		first: null,
		firstIdentity: sameRequest(first.url),
		request: (position) => {
			// The body goes along unchanged: it holds the query of a POST that reads.
			const request = buildRequest(dataset, url, limit);
			return { ...request, url: urlOf(position) };
		},
		next: (context) => {
			const value = readToken(path, context);
			const raw = isLink && typeof value === 'string' ? nextFromLinkHeader(value) : value;
			if (raw === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof raw !== 'string') return wrongKind(path, raw);
			const next = judgeNextUrl(raw, urlOf(context.position), first.url, `${FIELD} ${path}`);
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

/** A point to go on from is used as it is: it must need no correction. */
function isAllowedAsIs(position: string, first: string): boolean {
	const judged = judgeNextUrl(position, first, first, 'resume');
	return judged.kind === 'url' && judged.url === position;
}

/** @returns the token; `undefined` for everything that says there is no next page. 0 is a token. */
function readToken(path: string, context: PageContext<Position>): unknown {
	const found = readPath(path, context.response);
	return found.found && found.value !== '' && found.value !== false ? found.value : undefined;
}

function wrongKind(path: string, value: unknown): Step<Position> {
	const error = new PagingError(
		`${FIELD} ${path} holds ${kindOf(value)}, ${excerpt(value)}, which names no page.`,
		`Set ${FIELD} to the path of the token or URL itself.`,
	);
	return { kind: 'error', error };
}
