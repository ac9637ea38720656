import { excerpt } from '../../basics/excerpt';
import { parseUrl } from '../../basics/parseUrl';
import { field, type FieldText, fieldText } from '../fieldText';
import { isAtList } from './baseOfNext';
import { endWithError, type NextStep } from './types';

/** The URL to request next, or why it must not be requested. */
export type NextUrl =
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
	return {
		kind: 'next',
		position: target.href,
		...(!isAtList(origin.pathname, target.pathname) && {
			note: fieldText`${place} contains relative URLs, which were resolved against the URL of their page. If the API means another base, set ${NEXT_BASE} to its path in the response.`,
		}),
	};
}

/** The field for the base of relative URLs. */
export const NEXT_BASE = field('pagingScheme.response.nextBase');

/**
 * Servers differ in which encoding they accept, so a URL is sent as it is written, unless its
 * spelling is one that programs read in different ways: then the checked one must be the sent one.
 */
function asWritten(text: string, parsed: URL): string {
	return PLAIN.test(text) ? text : parsed.href;
}

/** Protocol, two slashes, a host in plain letters; then no spaces and no backslashes. */
const PLAIN = /^https?:\/\/[\w.\-[\]:]+(?:[/?#][^\s\\]*)?$/i;

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

/**
 * @param text an allowed origin: `https://api.example.com`
 * @returns it as a URL has it
 * @throws RangeError when an allowed origin has no protocol, or is not one
 */
export function originOf(text: string): string {
	const url = parseUrl(text);
	if (url && /^https?:$/.test(url.protocol)) return url.origin;
	throw new RangeError(
		`allowedOrigins must contain origins such as https://api.example.com, not ${excerpt(text)}.`,
	);
}
