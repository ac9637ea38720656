// Names as APIs write them, without separators. cspell:disable
import { isSecretName } from '../../../basics/values';
import type { Dataset } from '../../dataset/types';
import { readPath } from '../../values';
import {
	type Fact,
	nextFromLinkHeader,
	plain as plainOf,
	saysMore,
	saysNext,
	toFlag,
} from './facts';
import {
	ADDRESS_NAMES,
	NEXT_PAGE,
	NO_PAGE,
	NO_TOKEN,
	OFFSET_NAMES,
	PAGE_PARAMETERS,
	POSITION_PARAMETERS,
	PREVIOUS_FLAGS,
	PREVIOUS_PAGE,
	SIZE_NAMES,
	TOKEN,
	TOKEN_NAMES,
} from './names';

/** @returns the parameters of a URL's query, with their names as they are compared */
export function queryOf(url: string) {
	return Array.from(new URL(url).searchParams, ([name, value]) => ({
		name,
		plain: plainOf(name),
		value,
	}));
}

/** A number with more digits is a time or a date, such as 20260131. */
const NUMBER = /^\d{1,7}$/;

/** @returns the parameters of the URL that number its page, or the record it starts with */
export function numberingIn(url: string) {
	return queryOf(url).flatMap(({ name, plain, value }) => {
		const isPage = PAGE_PARAMETERS.has(plain);
		if (!NUMBER.test(value) || !(isPage || OFFSET_NAMES.has(plain))) return [];
		const kind: 'page' | 'offset' = isPage ? 'page' : 'offset';
		return [{ name, kind, value: Number(value) }];
	});
}

/** @returns the parameter by which a URL requests a later page than the first */
export function beginsLater(url: string): string | undefined {
	return numberingIn(url).find(({ value }) => value > 1)?.name;
}

function isTokenName(plain: string): boolean {
	return TOKEN.test(plain) && !NO_TOKEN.test(plain) && !isSecretName(plain);
}

/** @returns whether a parameter says which page a URL requests, where the server changes its value */
function isPositionName(name: string): boolean {
	const plain = plainOf(name);
	const isNumber = PAGE_PARAMETERS.has(plain) || OFFSET_NAMES.has(plain);
	return isNumber || plain === 'after' || plain === 'token' || isTokenName(plain);
}

/** @returns whether a URL requests a later page than the first, or one that it names by a token */
function namesPosition(url: string): boolean {
	return (
		beginsLater(url) !== undefined ||
		queryOf(url).some(({ plain }) => POSITION_PARAMETERS.has(plain) || isTokenName(plain))
	);
}

/** @returns that reading may have started in the middle, as a warning */
export function startsInMiddle(parameter: string, where: string): string {
	return `The first request already contains the parameter "${parameter}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`;
}

/** @returns why reading starts in the middle, when the dataset names a token of its own */
export function tokenInDataset({ dataset, url }: { dataset: Dataset; url: string }) {
	const { request, parametersIn } = dataset.pagingScheme ?? {};
	const { tokenParameter: name, valueTemplate } = request ?? {};
	if (name === undefined || valueTemplate !== undefined) return undefined;
	const inQuery = dataset.method === 'GET' || parametersIn === 'query';
	const query = new URL(url).searchParams;
	const value = inQuery ? query.get(name) : readPath(name, { body: dataset.body });
	return isLater(value) ? startsInMiddle(name, inQuery ? 'its URL' : 'its body') : undefined;
}

/**
 * @param first URL of the first request
 * @param next the URL of the page after it, from the server
 * @returns why reading starts in the middle, when the server's URL changes a position in the first
 */
export function positionInUrl(first: string, next: string): string | undefined {
	const following = new URL(next, first).searchParams;
	const changed = Array.from(new URL(first).searchParams).find(([name, value]) => {
		const then = following.get(name);
		return isPositionName(name) && isLater(value) && then !== null && then !== value;
	});
	return changed && startsInMiddle(changed[0], 'its URL');
}

/** Values that some servers want for the first page. */
const BEGINNING = /^(?:|\*|-1|0|1|null|start|first|initial|begin|false|undefined)$/i;

function isLater(value: unknown): boolean {
	return !BEGINNING.test(String(value));
}

/** @returns the page size in the query of the URL */
export function sizeIn(url: string): number | undefined {
	const sized = queryOf(url).find(
		({ plain, value }) =>
			(SIZE_NAMES.has(plain) || ['count', 'first', 'n'].includes(plain)) &&
			/^[1-9]\d{0,8}$/.test(value),
	);
	return sized && Number(sized.value);
}

/**
 * A first page has no page before it. If a response to a URL that names no page has one, the list is
 * read backwards, or begins in the middle.
 *
 * @returns what names that page, URLs and tokens first
 */
export function previousIn(facts: readonly Fact[], url: string): Fact[] {
	if (namesPosition(url)) return [];
	const flags = facts.filter(
		(fact) => PREVIOUS_FLAGS.has(fact.name) && toFlag(fact.value) === true,
	);
	const named = facts.filter((fact) => isPrevious(fact) && leadsElsewhere(fact, url));
	return [...named, ...flags];
}

function isPrevious({ name, parent }: Fact): boolean {
	if (PREVIOUS_PAGE.test(name)) return true;
	return (
		PREVIOUS_PAGE.test(parent) &&
		(ADDRESS_NAMES.has(name) || TOKEN_NAMES.has(name) || TOKEN.test(name))
	);
}

/** Numbers 0 and 1 can be those of the first page itself. */
function leadsElsewhere({ value }: Fact, url: string): boolean {
	if (typeof value === 'number') return value > 1;
	if (!isText(value) || /^[01]$/.test(value.trim())) return false;
	const isUrl = isAddress({ value }) && URL.canParse(value, url);
	return !isUrl || new URL(value, url).href !== new URL(url).href;
}

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

function isText(value: Fact['value']): value is string {
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

/** Records of a page, in APIs that are in use. */
const FEWEST = 5;

/** @returns whether a number of records is likely to be a page size */
export function isUsualSize(records: number): boolean {
	// Also powers of 2, from 8 on.
	return records >= FEWEST && [5, 6, 8, 9].some((part) => records % part === 0);
}
