import type { Placed, UrlScheme } from '../dataset/types';
import { excerpt, kindOf, PagingError } from '../errors';
import { buildRequest, type Call, withMissing } from '../request';
import { nextFromLinkHeader } from '../response/linkHeader';
import { completeUrl, type NextUrl, resolveNextUrl, sameRequest } from '../response/nextUrl';
import { headerName, readPath } from '../response/path';
import type { Parameters, Position } from '../types';
import { FIELD, readToken, wrongKind } from './token';
import type { PageContext, Strategy } from './types';

/** Pages that each name the next one by its URL (paging-schemes, nextToken with tokenType url). */
export function nextUrls(
	call: Call,
	{ request, response, parametersIn }: UrlScheme & Placed,
	url: string,
	limit: Parameters,
	allowedOrigins: readonly string[],
): Strategy {
	const first = buildRequest(call, url, limit, parametersIn);
	const path = response.nextToken;
	const isLink = headerName(path)?.toLowerCase() === 'link';
	const origins = allowedOrigins.map(originOf);
	const urlOf = (position: Position) => (position === null ? first.url : String(position));
	const kept = new Set(request.keepParameters);

	const resolve = (raw: string, context: PageContext): NextUrl => {
		const current = urlOf(context.position);
		const field = `${FIELD} "${path}"`;
		if (response.nextBase === undefined || URL.canParse(raw.trim())) {
			return resolveNextUrl(raw, current, first.url, field, origins);
		}
		const base = readBase(response.nextBase, current, context);
		return typeof base === 'string'
			? resolveNextUrl(completeUrl(raw.trim(), base), current, first.url, field, origins)
			: { kind: 'refused', error: base };
	};

	return {
		first: null,
		firstIdentity: sameRequest(first.url),
		request: (position) => {
			// The body is sent unchanged: it contains the query of a POST that reads.
			const request = buildRequest(call, url, limit, parametersIn);
			return { ...request, url: urlOf(position) };
		},
		next: (context) => {
			const value = readToken(path, context);
			const raw = isLink && typeof value === 'string' ? nextFromLinkHeader(value) : value;
			if (raw === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof raw !== 'string') return wrongKind(path, raw);
			const next = resolve(raw, context);
			if (next.kind === 'refused') return { kind: 'error', error: next.error };
			const notice = next.notice === undefined ? {} : { notice: next.notice };
			const position = withMissing(next.url, first.url, (name) => kept.has(name));
			return { kind: 'next', position, identity: sameRequest(position), ...notice };
		},
		accepts: (position): position is Position =>
			position === null ||
			(typeof position === 'string' &&
				URL.canParse(position) &&
				isAllowedAsIs(position, first.url, origins)),
	};
}

/** The URL of a resume point is used unchanged, so it must not need a correction. */
function isAllowedAsIs(position: string, first: string, origins: readonly string[]): boolean {
	const resolved = resolveNextUrl(position, first, first, 'resume', origins);
	return resolved.kind === 'url' && resolved.url === position;
}

/** @returns the absolute URL that relative next URLs belong to, or why there is none */
function readBase(
	path: string,
	current: string,
	{ response, page }: PageContext,
): string | PagingError {
	const found = readPath(path, response);
	const value = found.found ? found.value : undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '' && URL.canParse(text, current)) return new URL(text, current).href;
	const state =
		value === undefined ? 'was not found' : `contains ${kindOf(value)}, ${excerpt(value)}`;
	return new PagingError(
		`pagingScheme.response.nextBase "${path}" ${state} on page ${page}, so its relative next URL has no base.`,
		'Correct the path. Without it, relative URLs are resolved against the URL of their page.',
	);
}

/** @throws RangeError when an allowed origin has no protocol, or is not one */
function originOf(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url && /^https?:$/.test(url.protocol)) return url.origin;
	throw new RangeError(
		`allowedOrigins must contain origins such as https://api.example.com, not ${excerpt(text)}.`,
	);
}
