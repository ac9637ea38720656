import { parseUrl } from '../../basics/parseUrl';
import type { PagingScheme } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';
import { excerpt } from '../pagingErrors';
import { headerName } from '../path';
import { nextFromLinkHeader } from '../response/linkHeader';
import type { Position } from '../types';
import { absoluteUrl, queryNames, withMissing } from '../url';
import { isTooLong, NEXT_TOKEN, readToken, unusable } from './token';
import { endWithError, type Requests, type NextStep, type Strategy } from './types';

/**
 * Pages that each name the next one by its URL, `{ "items": [ … ], "next": "https://…?page=2" }` or a `Link`
 * header (paging-schemes, nextToken with tokenType url).
 */
export function urlStrategy(
	{ build, limit }: Requests,
	{ request, response }: PagingScheme,
	allowedOrigins: readonly string[],
): Strategy {
	const first = build(limit).url;
	const { nextToken: path = '', nextBase = '' } = response;
	const place = fieldText`${NEXT_TOKEN} "${path}"`;
	const isLink = headerName(path)?.toLowerCase() === 'link';
	const origins = allowedOrigins.map(originOf);
	const urlOf = (position: Position) => (position === null ? first : String(position));
	const kept = new Set(request.keepParameters);
	const present = queryNames(first);
	return {
		first: null,
		warnings: Array.from(kept)
			.filter((name) => !present.has(name))
			.map(
				(name) =>
					fieldText`${field('pagingScheme.request.keepParameters')} contains ${name}, which is not in the query of the first URL.`,
			),
		firstIdentity: sameRequest(first),
		// The body is sent unchanged: it contains the query of a POST that reads.
		request: (position) => ({ ...build(limit), url: urlOf(position) }),
		next: (context) => {
			const value = readToken(path, context);
			const raw = isLink && typeof value === 'string' ? nextFromLinkHeader(value) : value;
			if (raw === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof raw !== 'string' || isTooLong(raw)) return unusable(NEXT_TOKEN, path, raw);
			const current = urlOf(context.position);
			const base = nextBase === '' ? undefined : readToken(nextBase, context);
			if (isTooLong(base)) return unusable(NEXT_BASE, nextBase, base);
			const hasBase = typeof base === 'string' && URL.canParse(base, current);
			// `//host/…` names a host of its own.
			const url =
				hasBase && !/^\s*[/\\]{2}/.test(raw)
					? absoluteUrl(raw.trim(), new URL(base, current).href)
					: raw;
			const next = resolveNextUrl(url, current, first, place, origins);
			if (next.kind === 'error') return next;
			const position = withMissing(next.position, first, (name) => kept.has(name));
			return { ...next, position, identity: sameRequest(position) };
		},
		accepts: (position): position is Position => {
			if (typeof position !== 'string') return position === null;
			// It is used unchanged, so it must not need a correction.
			const resolved = resolveNextUrl(position, first, first, 'The resume point', origins);
			return resolved.kind === 'next' && resolved.position === position;
		},
	};
}

/** @throws RangeError when an allowed origin has no protocol, or is not one */
function originOf(text: string): string {
	const url = parseUrl(text);
	if (url && /^https?:$/.test(url.protocol)) return url.origin;
	throw new RangeError(
		`allowedOrigins must contain origins such as https://api.example.com, not ${excerpt(text)}.`,
	);
}

/** The URL to request next, or why it must not be requested. */
type NextUrl =
	{ kind: 'next'; position: string; note?: FieldText } | (NextStep & { kind: 'error' });

/**
 * Resolves the next URL of a response, and refuses one that must not be requested. Credentials are
 * sent with every request, so all of them stay on the origin of the first one, or on one that the
 * caller allows (paging-schemes, "Behavior per scheme", nextToken).
 *
 * @param raw the URL in the response
 * @param current URL of the request for that response; relative URLs are resolved against it
 * @param first URL of the first request; its origin is always allowed
 * @param place the configured path, for messages: `pagingScheme.response.nextToken "links.next"`
 * @param allowedOrigins further origins; one with http only where the first request has http
 * @returns the URL unchanged; resolved if it was relative; with https if it differs from the first
 *   one by http alone
 */
export function resolveNextUrl(
	raw: string,
	current: string,
	first: string,
	place: FieldText,
	allowedOrigins: readonly string[] = [],
): NextUrl {
	const text = raw.trim();
	const absolute = parseUrl(text);
	const target = absolute ?? parseUrl(text, current);
	if (!target) return refusedUrl(fieldText`${place} contains ${excerpt(raw)}, which is not a URL.`);

	const origin = new URL(first);
	if (target.username || target.password)
		return refusedUrl(fieldText`${place} contains a URL with a user name; it was not requested.`);
	if (target.protocol === 'http:' && origin.protocol === 'https:' && target.host === origin.host) {
		// With the host of the first request: an explicit port 80 is that of http.
		const written = asWritten(text, target).slice('http://'.length);
		const url = origin.origin + written.slice(written.search(/[/?#]|$/));
		return {
			kind: 'next',
			position: url,
			note: fieldText`${place} contains http URLs; https was used, as for the first request.`,
		};
	}
	const isSafe = target.protocol === 'https:' || target.protocol === origin.protocol;
	const isAllowed = target.origin === origin.origin || allowedOrigins.includes(target.origin);
	if (!isAllowed || !isSafe) {
		return refusedUrl(
			fieldText`${place} contains ${excerpt(raw)}, which is not on ${origin.origin}; it was not requested.`,
			isSafe ? target : undefined,
		);
	}
	if (absolute) return { kind: 'next', position: asWritten(text, absolute) };
	// A URL that leads to the list itself, or below it, was resolved against the right base.
	const list = origin.pathname.replace(/\/$/, '');
	const isBelow = `${target.pathname}/`.startsWith(`${list}/`);
	return {
		kind: 'next',
		position: target.href,
		...(!isBelow && {
			note: fieldText`${place} contains relative URLs, which were resolved against the URL of their page. If the API means another base, set ${NEXT_BASE} to its path in the response.`,
		}),
	};
}

/** The field for the base of relative URLs. */
const NEXT_BASE = field('pagingScheme.response.nextBase');

/**
 * Servers differ in which encoding they accept, so a URL is sent as it is written, unless its
 * spelling is one that programs read in different ways: then the checked one must be the sent one.
 */
function asWritten(text: string, parsed: URL): string {
	return PLAIN.test(text) ? text : parsed.href;
}

/** Protocol, two slashes, a host in plain letters; then no spaces and no backslashes. */
const PLAIN = /^https?:\/\/[\w.\-[\]:]+(?:[/?#][^\s\\]*)?$/i;

/** @returns the URL without its fragment, which is not sent: what makes two URLs the same request */
function sameRequest(url: string): string {
	const parsed = new URL(url);
	parsed.hash = '';
	return parsed.href;
}

/** @param other another host, which the user may trust */
function refusedUrl(message: FieldText, other?: URL): NextUrl {
	// Without a protocol, an entry means https.
	const entry = other?.protocol === 'https:' ? other.host : other?.origin;
	const fix =
		entry === undefined
			? 'Check the path, and what the response contains there.'
			: `Check the path. If you trust this host, add ${entry} to Allowed Hosts: in the credential, or without one under Options > Advanced.`;
	return endWithError(message, fix);
}
