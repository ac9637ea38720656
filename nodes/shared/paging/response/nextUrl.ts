import { excerpt, PagingError } from '../errors';

/** Where the next request may go, or why it may not. */
export type NextUrl =
	{ kind: 'url'; url: string; notice?: string } | { kind: 'refused'; error: PagingError };

/**
 * Decides whether the next URL of an answer may be requested. Credentials travel with every request,
 * so it stays on the origin of the first one.
 *
 * @param raw what the answer holds
 * @param current URL of the request that was answered; relative URLs are resolved against it
 * @param first URL of the first request; its origin is the only one allowed
 * @param field the configured path, for messages
 * @returns the URL as it was sent; resolved when it was relative; with https when only the protocol
 *   was lowered on the same host
 */
export function judgeNextUrl(raw: string, current: string, first: string, field: string): NextUrl {
	const text = raw.trim();
	const absolute = parse(text);
	const target = absolute ?? parse(text, current);
	if (!target) return refused(`${field} gave ${excerpt(raw)}, which is not a URL.`);

	const origin = new URL(first);
	if (target.username || target.password) {
		return refused(`${field} gave a URL with a user name in it; it was not requested.`);
	}
	if (target.protocol === 'http:' && origin.protocol === 'https:' && target.host === origin.host) {
		// An explicit port 80 is that of http, and would stay behind.
		const url = text.replace(/^http:\/\/([^/?#]*?)(:80)?(?=[/?#]|$)/i, 'https://$1');
		return {
			kind: 'url',
			url,
			notice: `${field} gives URLs with http; https was used, as for the first request.`,
		};
	}
	if (target.origin !== origin.origin || !/^https?:$/.test(target.protocol)) {
		return refused(
			`${field} gave ${excerpt(raw)}, which leads away from ${origin.origin}; it was not requested.`,
		);
	}
	if (absolute) return { kind: 'url', url: text };
	return {
		kind: 'url',
		url: target.href,
		notice: `${field} gives relative URLs; each was resolved against the URL of its page.`,
	};
}

/** @returns what makes two URLs the same request: everything but the fragment */
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
		'Check the path. If the server does move to another host between pages, read each host on its own.';
	return { kind: 'refused', error: new PagingError(message, fix) };
}
