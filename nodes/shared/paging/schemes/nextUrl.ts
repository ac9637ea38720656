import { excerpt } from '../../basics/excerpt';
import { parseUrl } from '../../basics/parseUrl';
import type { PagingScheme } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';
import { headerName, readPath } from '../path';
import { readLinkHeader } from '../response/linkHeader';
import type { PagingOptions, Position } from '../types';
import { absoluteUrl, queryNames, withMark, withMissing } from '../url';
import { baseNamedFor, isAtList, missingPrefix } from './baseOfNext';
import { lostParameters, lostSize } from './lostParameters';
import { isTooLong, NEXT_TOKEN, readToken, unusable } from './token';
import {
	endWithError,
	noDataAt,
	type NextStep,
	type PageContext,
	type Requests,
	type Strategy,
} from './types';

/** What a run says about its next URLs besides the scheme. */
export type NextUrlOptions = Pick<PagingOptions, 'allowedOrigins' | 'completesUrls'>;

/** Statuses that may mean that a URL was resolved against the wrong base. */
const NOT_THERE = [404, 405];

/**
 * Pages that each name the next one by its URL, `{ "items": [ … ], "next": "https://…?page=2" }` or a `Link`
 * header (paging-schemes, nextToken with tokenType url).
 */
export function urlStrategy(
	{ build, limit }: Requests,
	{ request, response }: PagingScheme,
	{ allowedOrigins = [], completesUrls = false }: NextUrlOptions,
): Strategy {
	const first = build(limit).url;
	const { origin, pathname: list } = new URL(first);
	const { nextToken: path = '', nextBase = '' } = response;
	const place = fieldText`${NEXT_TOKEN} "${path}"`;
	const isLink = headerName(path)?.toLowerCase() === 'link';
	const origins = allowedOrigins.map(originOf);
	const urlOf = (position: Position) => (position === null ? first : String(position));
	const kept = new Set(request.keepParameters);
	const present = queryNames(first);
	const ownBase = parseUrl(nextBase)?.protocol.startsWith('http') ? nextBase : undefined;
	/** The next URL that was relative, and the base that its answer names. */
	let relative: { position: string; base: string | undefined } | undefined;

	/** @returns a URL with its base; a relative one of a dataset belongs to the URL of its page */
	const completed = (raw: string, current: string, context: PageContext): NextUrl => {
		// `//host/…` names a host of its own.
		const isRelative = !parseUrl(raw) && !/^[/\\]{2}/.test(raw);
		const value = ownBase ?? (nextBase === '' ? undefined : readToken(nextBase, context));
		if (isTooLong(value)) return unusable(NEXT_BASE, nextBase, value);
		const resolve = (url: string) => resolveNextUrl(url, current, first, place, origins);
		const joined = (base: string) => resolve(absoluteUrl(raw, new URL(base, current).href));
		if (typeof value === 'string' && URL.canParse(value, current))
			return /^[/\\]{2}/.test(raw) ? resolve(raw) : joined(value);
		const plain = resolve(raw);
		if (!isRelative || plain.kind === 'error') return plain;
		const { pathname } = new URL(plain.position);
		if (isAtList(list, pathname)) return plain;
		const base = baseNamedFor(path, (at) => readPath(at, context.response));
		relative = { position: plain.position, base: base?.path };
		if (!completesUrls) return plain;
		if (base && URL.canParse(base.value, current)) {
			const next = joined(base.value);
			// A base that leads elsewhere was not configured, so it is no error.
			if (next.kind === 'next') return next;
		}
		const prefix = missingPrefix(list, raw.startsWith('/') ? pathname : `/${raw.split(/[?#]/)[0]}`);
		if (prefix === undefined) return plain;
		const note = fieldText`${place} contains relative URLs without ${prefix}, which the first URL has; it was added.`;
		return { ...joined(origin + prefix), note };
	};

	return {
		first: null,
		warnings: Array.from(kept)
			.filter((name) => !present.has(name))
			.map(
				(name) =>
					fieldText`${KEEP_PARAMETERS} contains ${name}, which is not in the query of the first URL.`,
			),
		firstIdentity: sameRequest(first),
		// The body is sent unchanged: it contains the query of a POST that reads.
		request: (position) => ({ ...build(limit), url: urlOf(position) }),
		next: (context) => {
			const value = readToken(path, context);
			const link = isLink && typeof value === 'string' ? readLinkHeader(value) : undefined;
			const raw = link ? link.next : value;
			if (link && raw === undefined && !link.isUnderstood)
				return unknownLink(place, value, context);
			if (raw === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (typeof raw !== 'string' || isTooLong(raw)) return unusable(NEXT_TOKEN, path, raw);
			const next = completed(withMark(raw.trim()), urlOf(context.position), context);
			if (next.kind === 'error') return next;
			const found = withMissing(next.position, first, (name) => kept.has(name));
			const lost = lostParameters(first, found);
			// Another host may not be meant to know what was asked.
			const isCompleted = completesUrls && new URL(found).origin === origin;
			const position = isCompleted
				? withMissing(found, first, (name) => lost.includes(name))
				: found;
			const note =
				next.note ??
				(position === found
					? undefined
					: fieldText`${place} contains URLs without ${lost.join(', ')}, which the first URL has; it was added.`);
			return {
				...next,
				...(note !== undefined && { note }),
				position,
				identity: sameRequest(position),
				...(!isCompleted && { lost: reported(lost, context) }),
			};
		},
		accepts: (position): position is Position => {
			if (typeof position !== 'string') return position === null;
			// It is used unchanged, so it must not need a correction.
			const resolved = resolveNextUrl(position, first, first, 'The resume point', origins);
			return resolved.kind === 'next' && resolved.position === position;
		},
		adviceFor: (position, answer) => {
			// Some servers answer a path that they do not know by a web page.
			const isElsewhere =
				answer && (NOT_THERE.includes(answer.status) || typeof answer.body === 'string');
			if (!isElsewhere || typeof position !== 'string') return undefined;
			const prefix = missingPrefix(list, new URL(position).pathname);
			const isRelative = relative?.position === position;
			const base = isRelative ? relative?.base : undefined;
			if (isRelative || base !== undefined) {
				const to = base ?? (prefix === undefined ? 'it' : origin + prefix);
				return fieldText`The next URL was relative, and was resolved against the URL of its page. If it belongs to another base, set ${NEXT_BASE} to ${to}.`;
			}
			return prefix === undefined
				? undefined
				: fieldText`The next URL lacks ${prefix}, which the first URL has: the API may not know its own address. Set ${field('pagingScheme.type', 'pageBased', 'offsetAndLimit')} if the API numbers its pages.`;
		},
	};

	/** @returns what next URLs have lost; nothing where the page size had no effect on the first page either */
	function reported(names: string[], { position, records }: PageContext): NextStep['lost'] {
		const size = lostSize(first, names);
		const isSize = size !== undefined;
		if (names.length === 0 || (isSize && (position !== null || records !== size))) return undefined;
		return { names, isSize };
	}
}

/** The end of a run at a header such as `<https://…?page=2>; rel="more"`: it may name the next page. */
function unknownLink(place: FieldText, value: unknown, { page }: PageContext): NextStep {
	const end = noDataAt(place, page, 'has no relation that is known');
	return { ...end, notice: fieldText`${end.notice ?? ''} It is ${excerpt(value)}.` };
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
	return {
		kind: 'next',
		position: target.href,
		...(!isAtList(origin.pathname, target.pathname) && {
			note: fieldText`${place} contains relative URLs, which were resolved against the URL of their page. If the API means another base, set ${NEXT_BASE} to its path in the response.`,
		}),
	};
}

/** The field for the base of relative URLs. */
const NEXT_BASE = field('pagingScheme.response.nextBase');

/** The field with the parameters of the first URL that each next URL gets. */
const KEEP_PARAMETERS = field('pagingScheme.request.keepParameters');

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
