// Names as APIs write them, without separators. cspell:disable
import { isSecretName } from '../../../basics/text';
import { nextFromLinkHeader } from '../path';
import type { Fact } from './facts';
import {
	ADDRESS_NAMES,
	NO_TOKEN,
	OFFSET_NAMES,
	PAGE_NAMES,
	PAGE_PARAMETERS,
	plain as plainOf,
	POSITION_PARAMETERS,
	PREVIOUS_FLAGS,
	PREVIOUS_PAGE,
	saysNext,
	SIZE_NAMES,
	START_CURSORS,
	toFlag,
	TOKEN,
	TOKEN_NAMES,
} from './names';

/** A parameter in the query of the first URL. */
export interface QueryParameter {
	name: string;
	plain: string;
	value: string;
}

/** @returns the parameters of a URL's query */
export function queryOf(url: string): QueryParameter[] {
	return Array.from(new URL(url).searchParams, ([name, value]) => ({
		name,
		plain: plainOf(name),
		value,
	}));
}

/** A number with more digits is a time or a date, such as 20260131. */
const NUMBER = /^\d{1,7}$/;

/** @returns the parameters of the URL that number its page, or the record it starts with */
export function numberingIn(
	url: string,
): Array<{ name: string; kind: 'page' | 'offset'; value: number }> {
	return queryOf(url).flatMap(({ name, plain, value }) => {
		const kind =
			PAGE_NAMES.has(plain) || PAGE_PARAMETERS.has(plain)
				? ('page' as const)
				: OFFSET_NAMES.has(plain)
					? ('offset' as const)
					: undefined;
		return kind !== undefined && NUMBER.test(value) ? [{ name, kind, value: Number(value) }] : [];
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
export function isPositionName(name: string): boolean {
	const plain = plainOf(name);
	const sets = [PAGE_NAMES, PAGE_PARAMETERS, OFFSET_NAMES, new Set(['after', 'token'])];
	return sets.some((names) => names.has(plain)) || isTokenName(plain);
}

/** @returns whether a URL requests a later page than the first, or one that it names by a token */
function namesPosition(url: string): boolean {
	return (
		beginsLater(url) !== undefined ||
		queryOf(url).some(({ plain }) => POSITION_PARAMETERS.has(plain) || isTokenName(plain))
	);
}

/** @returns the page size in the query of the URL */
export function sizeIn(url: string): number | undefined {
	const sized = queryOf(url).find(
		({ plain, value }) => isSizeName(plain) && /^[1-9]\d{0,8}$/.test(value),
	);
	return sized && Number(sized.value);
}

/** @returns whether a parameter is the page size by its plain name */
export function isSizeName(plain: string): boolean {
	return SIZE_NAMES.has(plain) || plain === 'count' || plain === 'first' || plain === 'n';
}

/** @returns the parameter by which a URL requests the page or record 1, which is the second one of some APIs */
export function beginsAtOne(url: string): string | undefined {
	return numberingIn(url).find(({ value }) => value === 1)?.name;
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
	const isStart = ({ name, value }: Fact) => START_CURSORS.has(name) && isText(value);
	return [...named, ...(flags.length > 0 ? facts.filter(isStart) : []), ...flags];
}

function isPrevious({ name, parent }: Fact): boolean {
	if (PREVIOUS_PAGE.test(name)) return true;
	const isTarget = ADDRESS_NAMES.has(name) || TOKEN_NAMES.has(name) || TOKEN.test(name);
	return PREVIOUS_PAGE.test(parent) && isTarget;
}

/** Numbers 0 and 1 can be those of the first page itself. */
function leadsElsewhere({ value }: Fact, url: string): boolean {
	if (typeof value === 'number') return value > 1;
	if (!isText(value) || /^[01]$/.test(value.trim())) return false;
	return !isAddress({ value }) || addressOf(value, url)?.href !== new URL(url).href;
}

/** @returns whether a value is a URL, absolute or from the root or query on */
export function isAddress({ value }: Pick<Fact, 'value'>): boolean {
	return isText(value) && /^(https?:|[/?])/.test(value);
}

function isText(value: Fact['value']): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** What a list or a member is called that has the URL of a page, by which page it is. */
const LINK_NAME = /^(first|last|self)(page)?(ur[il]|link|href)?$/;

/** A link to the last page, and whether that is another one; `undefined` when it cannot be seen. */
export type LastLink = Fact & { isOther: boolean | undefined };

/**
 * @param pages numbers of the page in the response
 * @returns the link to the last page, if the response has one
 */
export function lastLinkIn(
	facts: readonly Fact[],
	url: string,
	pages: readonly number[],
): LastLink | undefined {
	const link = (relation: 'first' | 'last' | 'self') => {
		const isOf = (name: string) => LINK_NAME.exec(name)?.[1] === relation;
		const fact = facts.find((one) => {
			const isNamed = isOf(one.parent) && ADDRESS_NAMES.has(one.name);
			return (isNamed || isOf(one.name)) && isAddress(one);
		});
		const address = fact && addressOf(String(fact.value), url);
		return address && { fact, address };
	};
	const last = link('last');
	if (!last) return undefined;
	const first = (link('first') ?? link('self'))?.address ?? new URL(url);
	return { ...last.fact, isOther: isOtherPage(last.address, first, pages) };
}

/** Compares the numbers in two URLs; that of page one is often left out. */
function isOtherPage(last: URL, first: URL, pages: readonly number[]): boolean | undefined {
	if (last.pathname !== first.pathname) return undefined;
	const changed = queryOf(last.href).filter(
		({ name, plain, value }) => first.searchParams.get(name) !== value && !isSizeName(plain),
	);
	const numbers = changed.filter(({ value }) => /^\d{1,15}$/.test(value));
	if (numbers.some(({ name, value }) => first.searchParams.has(name) || Number(value) > 1))
		return true;
	const areFirst = numbers.every(({ value }) => [0, ...pages].includes(Number(value)));
	return areFirst && numbers.length === changed.length ? false : undefined;
}

function addressOf(value: string, url: string): URL | undefined {
	return URL.canParse(value, url) ? new URL(value, url) : undefined;
}

/** @returns whether a value about the next page is an address; a relative one is told from a token by its form */
export function isNextAddress({ value, path, keys, name }: Fact, url: string): boolean {
	if (typeof value !== 'string') return false;
	if (path === 'header:Link') return value.includes('<') && nextFromLinkHeader(value) !== undefined;
	// A parameter of the next page that happens to be an address.
	if (saysNext(keys.at(-2) ?? '') && !saysNext(keys.at(-1) ?? '') && !ADDRESS_NAMES.has(name))
		return false;
	if (/^https?:\/\/\S+$/i.test(value)) return true;
	if (/\s/.test(value) || !URL.canParse(value, url)) return false;
	if (/^\?.+=/.test(value) || /^[\w./~-]+\?[^=]+=/.test(value)) return true;
	const isNamed = /url|uri|href|link|path/.test(plainOf(keys.at(-1) ?? ''));
	const first = new URL(url).pathname.split('/')[1] ?? '';
	return value.startsWith('/') && (isNamed || (first !== '' && value.startsWith(`/${first}/`)));
}

/** @returns an order: absolute addresses first; one that only has a path may need another base */
export function rankOfAddress({ value, path }: Fact): number {
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
