import { parseUrl } from '../../basics/parseUrl';
import { type FieldText, fieldText } from '../fieldText';
import { readPath } from '../path';
import { absoluteUrl } from '../url';
import { baseNamedFor, isAtList, missingPrefix } from './baseOfNext';
import { NEXT_BASE, type NextUrl, resolveNextUrl } from './resolvedUrl';
import { isTooLong, readToken, unusable } from './token';
import type { PageContext } from './types';

/** What the next URLs of a run have in common. */
export interface NextUrlPlace {
	/** URL of the first request. */
	first: string;
	/** Path of the next URL in a response. */
	path: string;
	/** The same, for messages. */
	place: FieldText;
	/** Path of the base of relative URLs in a response, or the base itself; empty where there is none. */
	nextBase: string;
	/** Origins that a next URL may have besides that of the first request. */
	origins: readonly string[];
	/** Whether a base that was not configured may be used. */
	completesUrls: boolean;
}

/** `//host/…` has a host of its own, but no protocol. */
const OWN_HOST = /^[/\\]{2}/;

/**
 * Next URLs that may be relative, `{ "next": "/rest/api/space?start=25" }`, and the base that they belong to: the
 * configured one, one that the answer names, or the URL of their page.
 */
export class RelativeUrls {
	/** Path of the first URL. */
	private readonly list: string;
	private readonly origin: string;
	/** The configured base, if it is a URL and not a path. */
	private readonly ownBase: string | undefined;
	/** The next URL that was relative, and the base that its answer names. */
	private latest: { position: string; base: string | undefined } | undefined;

	constructor(private readonly urls: NextUrlPlace) {
		const { first, nextBase } = urls;
		const { origin, pathname } = new URL(first);
		this.list = pathname;
		this.origin = origin;
		this.ownBase = parseUrl(nextBase)?.protocol.startsWith('http') ? nextBase : undefined;
	}

	/**
	 * @param raw the next URL in a response
	 * @param current URL of the request for that response
	 * @returns the URL with its base; a relative one of a dataset belongs to the URL of its page
	 */
	complete(raw: string, current: string, context: PageContext): NextUrl {
		const { nextBase } = this.urls;
		const base = this.ownBase ?? (nextBase === '' ? undefined : readToken(nextBase, context));
		if (isTooLong(base)) return unusable(NEXT_BASE, nextBase, base);
		if (typeof base === 'string' && URL.canParse(base, current))
			return OWN_HOST.test(raw) ? this.resolve(raw, current) : this.join(raw, base, current);
		return this.withoutBase(raw, current, context);
	}

	/** @returns what to check where a request for a next URL failed that may have another base */
	adviceFor(position: string): FieldText | undefined {
		if (this.latest?.position !== position) return undefined;
		const prefix = missingPrefix(this.list, new URL(position).pathname);
		const to = this.latest.base ?? (prefix === undefined ? 'it' : this.origin + prefix);
		return fieldText`The next URL was relative, and was resolved against the URL of its page. If it belongs to another base, set ${NEXT_BASE} to ${to}.`;
	}

	/** Where no base is configured: as the run may, what the answer or the first URL suggests is added. */
	private withoutBase(raw: string, current: string, { response }: PageContext): NextUrl {
		const { path, place, completesUrls } = this.urls;
		const plain = this.resolve(raw, current);
		const isRelative = !parseUrl(raw) && !OWN_HOST.test(raw);
		if (!isRelative || plain.kind === 'error') return plain;
		const { pathname } = new URL(plain.position);
		if (isAtList(this.list, pathname)) return plain;
		const base = baseNamedFor(path, (at) => readPath(at, response));
		this.latest = { position: plain.position, base: base?.path };
		if (!completesUrls) return plain;
		if (base && URL.canParse(base.value, current)) {
			const next = this.join(raw, base.value, current);
			// A base that leads elsewhere was not configured, so it is no error.
			if (next.kind === 'next') return next;
		}
		const asWritten = raw.startsWith('/') ? pathname : `/${raw.split(/[?#]/)[0]}`;
		const prefix = missingPrefix(this.list, asWritten);
		if (prefix === undefined) return plain;
		const note = fieldText`${place} contains relative URLs without ${prefix}, which the first URL has; it was added.`;
		return { ...this.join(raw, this.origin + prefix, current), note };
	}

	private join(raw: string, base: string, current: string): NextUrl {
		return this.resolve(absoluteUrl(raw, new URL(base, current).href), current);
	}

	private resolve(url: string, current: string): NextUrl {
		const { first, place, origins } = this.urls;
		return resolveNextUrl(url, current, first, place, origins);
	}
}
