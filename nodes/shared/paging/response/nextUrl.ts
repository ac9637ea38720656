import { excerpt, PagingError } from '../errors';

/** The URL to request next, or why it must not be requested. */
export type NextUrl =
	{ kind: 'url'; url: string; notice?: string } | { kind: 'refused'; error: PagingError };

/**
 * Resolves the next URL of a response, and refuses one that must not be requested. Credentials are
 * sent with every request, so all of them stay on the origin of the first one (paging-schemes,
 * "Behavior per scheme", nextToken).
 *
 * @param raw the URL in the response
 * @param current URL of the request for that response; relative URLs are resolved against it
 * @param first URL of the first request; its origin is the only one allowed
 * @param field the configured path, for messages
 * @returns the URL unchanged; resolved if it was relative; with https if it differs from the first
 *   one by http alone
 */
export function resolveNextUrl(
	raw: string,
	current: string,
	first: string,
	field: string,
): NextUrl {
	const text = raw.trim();
	const absolute = parse(text);
	const target = absolute ?? parse(text, current);
	if (!target) return refused(`${field} contains ${excerpt(raw)}, which is not a URL.`);

	const origin = new URL(first);
	if (target.username || target.password) {
		return refused(`${field} contains a URL with a user name; it was not requested.`);
	}
	if (target.protocol === 'http:' && origin.protocol === 'https:' && target.host === origin.host) {
		// With the host of the first request: an explicit port 80 is that of http.
		const written = asWritten(text, target).slice('http://'.length);
		const url = origin.origin + written.slice(written.search(/[/?#]|$/));
		return {
			kind: 'url',
			url,
			notice: `${field} contains http URLs; https was used, as for the first request.`,
		};
	}
	if (target.origin !== origin.origin || !/^https?:$/.test(target.protocol)) {
		return refused(
			`${field} contains ${excerpt(raw)}, which is not on ${origin.origin}; it was not requested.`,
		);
	}
	if (absolute) return { kind: 'url', url: asWritten(text, absolute) };
	return {
		kind: 'url',
		url: target.href,
		notice: `${field} contains relative URLs; each was resolved against the URL of its page.`,
	};
}

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
export function sameRequest(url: string): string {
	const parsed = parse(url);
	if (!parsed) return url;
	parsed.hash = '';
	return parsed.href;
}

function parse(text: string, base?: string): URL | undefined {
	return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

function refused(message: string): NextUrl {
	const fix =
		'Check the path. If the API really continues on another host, read each host separately.';
	return { kind: 'refused', error: new PagingError(message, fix) };
}
