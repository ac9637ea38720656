// Relations as they are registered. cspell:ignore describedby shortlink
/** How much of a header is read, in characters. Node.js accepts 16 kB unless it is started with another limit. */
const MAX_LENGTH = 65_536;

/**
 * One part of a `Link` header such as
 *
 *     Link: <https://api.example.com/items?page=1>; rel="prev",
 *           <https://api.example.com/items?page=3>; rel="next last"; title="a, b; <c>"
 *
 * It is the target of a link, or one of its parameters, whose value may contain commas, semicolons and
 * targets in quotes. Anything else, such as the comma between two links, ends a link. Some servers write
 * single quotes, `rel='next'`, or leave out a quote or the semicolon.
 */
const LINK_PART =
	/<([^<>]*)>|;\s*([^\s=;,"<>]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^'<>]*)'|"?([^\s;,"]*)))?|\S/g;

/** A link without its brackets: `https://api.example.com/items?page=2; rel="next"`. */
const UNBRACKETED = /^\s*([^\s<>;]+)\s*;\s*rel\s*=/i;

/** A link without a semicolon: `<https://api.example.com/items?page=2> rel="next"`. */
const WITHOUT_SEMICOLON = />\s+([\w*-]+)\s*=/g;

/** What separates relations; besides spaces, some servers write commas, or quotes of a typesetter. */
const BETWEEN_RELATIONS = /[^\w:/.#-]+/;

/** What is in no URL that is sent alone, as some servers do: `/items?page=2`. */
const NOT_IN_URLS = /[\s"'{}]/;

/**
 * Relations of links that are registered for pages of a list, and for what else an API may link to. A name
 * with a colon is one that a server may define by itself.
 */
const KNOWN_RELATIONS = new Set(
	`next prev previous first last self start current up index contents collection item search
	alternate about author bookmark canonical cite-as describedby describes deprecation dns-prefetch edit
	enclosure help hub icon latest-version license modulepreload payment preconnect predecessor-version
	prefetch preload privacy-policy profile related service service-desc service-doc service-meta shortlink
	shortcut status stylesheet successor-version sunset tag terms-of-service type via version-history
	working-copy`.split(/\s+/),
);

/** What a `Link` header says about the next page. */
export interface LinkHeader {
	/** The target whose relation is `next`, or the value itself when it is a plain URL, as some servers send it. */
	next: string | undefined;
	/** Whether it has a relation that is known: without one, that of the next page may have another name. */
	isUnderstood: boolean;
	/** Whether all of its relations are known. */
	isWhole: boolean;
	/** The target whose relation is `last`. */
	last: string | undefined;
	/** Whether the last page that it names is another one than the first. */
	hasOtherLast: boolean;
}

/** A link in quotes instead of brackets: `"https://api.example.com/items?page=2"; rel="next"`. */
const QUOTED = /(^|,)\s*"([^"<>\s]+)"\s*;/g;

/**
 * Reads a `Link` header (RFC 8288), also where servers write it in other ways.
 *
 * @param value the whole header, several links separated by commas
 */
export function readLinkHeader(value: string): LinkHeader {
	const text = value
		.slice(0, MAX_LENGTH)
		.replace(QUOTED, '$1<$2>;')
		.replace(UNBRACKETED, '<$1>; rel=')
		.replace(WITHOUT_SEMICOLON, '>; $1=');
	if (!text.includes('<')) {
		const isUrl = /[/?]/.test(text) && !NOT_IN_URLS.test(text.trim());
		const next = isUrl ? value : undefined;
		return { next, last: undefined, isUnderstood: false, isWhole: false, hasOtherLast: false };
	}
	let current: string | undefined;
	let isUnderstood = false;
	let isWhole = true;
	const targets = new Map<string, string | undefined>();
	for (const [, target, name, quoted, single, plain] of text.matchAll(LINK_PART)) {
		const isRelation = name?.toLowerCase() === 'rel' && current !== undefined;
		if (isRelation) {
			const relations = (quoted ?? single ?? plain ?? '').toLowerCase().split(BETWEEN_RELATIONS);
			isUnderstood ||= relations.some((one) => KNOWN_RELATIONS.has(one) || one.includes(':'));
			isWhole &&= relations.every((one) => KNOWN_RELATIONS.has(one));
			for (const one of relations) if (!targets.has(one)) targets.set(one, current);
		}
		// Only the first relation of a link counts.
		if (isRelation || name === undefined) current = target;
	}
	const [next, first, last] = ['next', 'first', 'last'].map((one) => targets.get(one));
	const hasOtherLast = first !== undefined && last !== undefined && isOtherPage(first, last);
	return { next: next || undefined, last, isUnderstood, isWhole, hasOtherLast };
}

/**
 * @returns whether the last page is another one than the first, as with `/items?page=1` and
 *   `/items?page=9`. Where it is named from the other end, `/items?endingBefore=N_99`, it may be the same.
 */
function isOtherPage(first: string, last: string): boolean {
	const [firstPath, firstQuery] = first.split('?');
	const [lastPath, lastQuery] = last.split('?');
	const before = new URLSearchParams(firstQuery);
	const differs = ([name, value]: [string, string]) =>
		before.has(name) ? before.get(name) !== value : Number(value) > 1;
	return firstPath !== lastPath || [...new URLSearchParams(lastQuery)].some(differs);
}

/** @returns the URL of the next page in a `Link` header; `undefined` when it names none */
export function nextFromLinkHeader(value: string): string | undefined {
	return readLinkHeader(value).next;
}
