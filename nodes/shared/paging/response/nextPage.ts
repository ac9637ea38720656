// Names as APIs write them, without separators. cspell:disable
import type { Fact } from './facts';
import { NEXT_PAGE, NO_PAGE, NO_TOKEN, SIZE_NAMES, TOKEN, TOKEN_NAMES } from './knownNames';
import { nextFromLinkHeader } from './linkHeader';
import { plain as plainOf, saysMore, saysNext } from './memberNames';

/** @returns what a response says about the next page: its URLs, its tokens, and members without a value; better facts first */
export function nextIn(facts: readonly Fact[], url: string) {
	const next = facts.filter(isNext);
	const nextUrls = next.filter((fact) => isNextAddress(fact, url));
	const urls = new Set(nextUrls);
	const tokens = facts.filter((fact) => !urls.has(fact) && isToken(fact));
	return {
		nextUrls: nextUrls.sort((a, b) => rankOfAddress(a) - rankOfAddress(b)),
		/** Also the number or offset of the next page. */
		tokens: tokens.sort((a, b) => rankOfToken(a) - rankOfToken(b)),
		/** Members for the next page that are null, empty or false. */
		noNext: next.filter((fact) => isNextPage(fact) && isEmpty(fact)),
	};
}

/** Whether a fact is about the next page, by its name or by that of the object around it. */
function isNext({ name, keys, path }: Fact): boolean {
	if (path === 'header:Link') return true;
	if (NO_PAGE.test(name) || SIZE_NAMES.has(name)) return false;
	return saysNext(keys.at(-1) ?? '') || saysNext(keys.at(-2) ?? '');
}

function isEmpty({ value }: Fact): boolean {
	return value === null || value === '' || value === false;
}

/** @returns whether a name means the next page, and not the next review */
export function isNextPage({ name, parent, keys }: Fact): boolean {
	return NEXT_PAGE.test(name) || NEXT_PAGE.test(parent) || saysMore(keys.at(-1) ?? '');
}

function isToken({ name, parent, value, keys, number }: Fact): boolean {
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const text = String(value);
	if (text.trim() === '' || text === '0' || text.length > 8000 || /^https?:/i.test(text))
		return false;
	// Airtable and others: an offset in letters is a token.
	if (name === 'offset') return typeof value === 'string' && !/^\d+$/.test(value);
	// What the response repeats of the request.
	if (/^(request|query|params|parameters)$/.test(parent)) return false;
	if (parent === 'continue') return true;
	if (NO_TOKEN.test(name)) return false;
	if (TOKEN_NAMES.has(name) || TOKEN.test(name)) return true;
	// The number or offset of the next page has many names.
	const holders = number === undefined ? keys.slice(-2, -1) : keys.slice(-2);
	return holders.some(saysNext) && !NO_PAGE.test(name) && !SIZE_NAMES.has(name);
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

export function isText(value: Fact['value']): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** @returns whether a value about the next page is an address; a relative one is told from a token by its form */
function isNextAddress({ value, path, keys }: Fact, url: string): boolean {
	if (typeof value !== 'string') return false;
	if (path === 'header:Link') return value.includes('<') && nextFromLinkHeader(value) !== undefined;
	if (/^https?:\/\/\S+$/i.test(value)) return true;
	if (/\s/.test(value) || !URL.canParse(value, url)) return false;
	if (/^\?.+=/.test(value) || /^[\w./~-]+\?[^=]+=/.test(value)) return true;
	const isNamed = /url|uri|href|link|path/.test(plainOf(keys.at(-1) ?? ''));
	const first = new URL(url).pathname.split('/')[1] ?? '';
	return value.startsWith('/') && (isNamed || (first !== '' && value.startsWith(`/${first}/`)));
}

/** @returns an order: absolute addresses first; one that only has a path may need another base */
function rankOfAddress({ value, path }: Fact): number {
	if (path === 'header:Link') return 0;
	return /^https?:/i.test(String(value)) ? 1 : 2;
}
