// Names as APIs write them, without separators. cspell:disable
import { isText } from '../../basics/guards';
import type { Fact } from './facts';
import {
	NEXT_PAGE,
	NO_PAGE_WORDS,
	NO_TOKEN_WORDS,
	SIZE_NAMES,
	TOKEN_WORDS,
	TOKEN_NAMES,
} from './knownNames';
import { nextFromLinkHeader } from './linkHeader';
import { memberFold } from '../../basics/nameFolds';
import { isBareQuery } from '../url';
import { saysMore, saysNext } from './memberNames';

/** What a response says about the next page. Better facts first. */
export interface NextFacts {
	/** Its URLs: `{ "links": { "next": "/items?page=2" } }`. */
	nextUrls: Fact[];
	/** Its tokens, also its number or offset: `{ "nextPageToken": "abc" }`, `{ "nextPage": 2 }`. */
	tokens: Fact[];
	/** Members for it that are null, empty or false: `{ "next": null }`. */
	noNext: Fact[];
}

/**
 * @param facts of a response
 * @param url of its request, absolute
 */
export function nextIn(facts: readonly Fact[], url: string): NextFacts {
	const next = facts.filter(isNext);
	const nextUrls = next.filter((fact) => isNextAddress(fact, url));
	const urls = new Set(nextUrls.filter((fact) => !mayBeToken(fact)));
	const tokens = facts.filter((fact) => !urls.has(fact) && isTokenFact(fact));
	return {
		nextUrls: nextUrls.sort((a, b) => rankOfAddress(a) - rankOfAddress(b)),
		tokens: tokens.sort((a, b) => rankOfToken(a) - rankOfToken(b)),
		noNext: next.filter((fact) => isNextPage(fact) && hasNoValue(fact)),
	};
}

/** Whether a fact is about the next page, by its name or by that of the object around it. */
function isNext({ name, keys, path }: Fact): boolean {
	if (path === 'header:Link') return true;
	if (NO_PAGE_WORDS.test(name) || SIZE_NAMES.has(name)) return false;
	return saysNext(keys.at(-1) ?? '') || saysNext(keys.at(-2) ?? '');
}

function hasNoValue({ value }: Fact): boolean {
	return value === null || value === '' || value === false;
}

/** @returns whether a name means the next page, and not the next review */
export function isNextPage({ name, parent, keys }: Fact): boolean {
	return NEXT_PAGE.test(name) || NEXT_PAGE.test(parent) || saysMore(keys.at(-1) ?? '');
}

/** Longest text that is taken for a token, in characters; a longer one is content. */
const LONGEST_TOKEN = 8_000;

/** @returns whether a fact names the next page by a token, or by its number or offset */
function isTokenFact({ name, parent, value, keys, number }: Fact): boolean {
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const text = String(value);
	if (text.trim() === '' || text === '0' || text.length > LONGEST_TOKEN || /^https?:/i.test(text))
		return false;
	// Airtable: `{ "offset": "itrABC/recXYZ" }` is a token; digits are where this page begins.
	if (name === 'offset') return typeof value === 'string' && !/^\d+$/.test(value);
	// What the response repeats of the request: `{ "params": { "cursor": "abc" } }`.
	if (/^(request|query|params|parameters)$/.test(parent)) return false;
	// MediaWiki: `{ "continue": { "apcontinue": "B" } }`.
	if (parent === 'continue') return true;
	if (NO_TOKEN_WORDS.test(name)) return false;
	if (TOKEN_NAMES.has(name) || TOKEN_WORDS.test(name)) return true;
	// The number or offset of the next page has many names.
	const holders = number === undefined ? keys.slice(-2, -1) : keys.slice(-2);
	return holders.some(saysNext) && !NO_PAGE_WORDS.test(name) && !SIZE_NAMES.has(name);
}

/** What says "next" in its name before what only says "cursor". */
function rankOfToken({ name, parent }: Fact): number {
	if (parent === 'next') return name === 'page' ? 4 : 0;
	if (/^x?next|^after|endcursor/.test(name)) return 1;
	return /token|cursor/.test(name) ? 2 : 3;
}

/** @returns whether a value is a URL, absolute or from the root or query on */
export function isAddress({ value }: Pick<Fact, 'value'>): boolean {
	return isText(value) && /^(https?:|[/?])/.test(value);
}

/** Forms of a relative address that no token has: `?page=2`, `more?page=2`, `//host/items`, `../page/2`. */
const URL_FORMS = [/^\?.+=/, /^[\w./~-]+\?[^=]+=/, /^\/\/[^/?#]+[/?#]/, /^\.\.?\//];

/** A path from the page on that ends with a number: `page/2`. */
const PATH_TO_NUMBER = /^[a-z][\w-]*(?:\/[\w-]+)*\/\d+$/i;

/** @returns whether a value can be an address, and as well a token: `c=t4`, `page/2` */
function mayBeToken({ value }: Pick<Fact, 'value'>): boolean {
	return typeof value === 'string' && (isBareQuery(value) || PATH_TO_NUMBER.test(value));
}

/** @returns whether a value about the next page is an address; a relative one is told from a token by its form */
function isNextAddress({ value, path, keys }: Fact, url: string): boolean {
	if (typeof value !== 'string') return false;
	if (path === 'header:Link') return value.includes('<') && nextFromLinkHeader(value) !== undefined;
	if (/^https?:\/\/\S+$/i.test(value)) return true;
	if (/\s/.test(value) || !URL.canParse(value, url)) return false;
	if (URL_FORMS.some((form) => form.test(value)) || mayBeToken({ value })) return true;
	const isNamed = /url|uri|href|link|path/.test(memberFold(keys.at(-1) ?? ''));
	const first = new URL(url).pathname.split('/')[1] ?? '';
	return value.startsWith('/') && (isNamed || (first !== '' && value.startsWith(`/${first}/`)));
}

/** @returns an order: absolute addresses first; one that only has a path may need another base */
function rankOfAddress({ value, path }: Fact): number {
	if (path === 'header:Link') return 0;
	return /^https?:/i.test(String(value)) ? 1 : 2;
}
