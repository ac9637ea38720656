// Names as APIs write them, without separators. cspell:disable
import { toFlag } from '../flag';
import {
	ADDRESS_NAMES,
	PREVIOUS_FLAGS,
	PREVIOUS_PAGE,
	START_CURSORS,
	TOKEN,
	TOKEN_NAMES,
} from './names';
import { isSizeName, namesPosition, queryOf } from './query';
import type { Fact } from './facts';

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
	const starts = facts.filter(({ name, value }) => START_CURSORS.has(name) && isText(value));
	return [...named, ...(flags.length > 0 ? starts : []), ...flags];
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

/** A link to the last page, and whether that is another one; `undefined` when it cannot be seen. */
export interface LastLink {
	fact: Fact;
	isOther: boolean | undefined;
}

/**
 * @param pages numbers of the page in the response
 * @returns the link to the last page, if the response has one
 */
export function lastLinkIn(
	facts: readonly Fact[],
	url: string,
	pages: readonly number[],
): LastLink | undefined {
	const link = (names: RegExp) =>
		facts.flatMap((fact) => {
			const isNamed =
				names.test(fact.name) || (names.test(fact.parent) && ADDRESS_NAMES.has(fact.name));
			const address = isNamed && isAddress(fact) ? addressOf(String(fact.value), url) : undefined;
			return address ? [{ fact, address }] : [];
		})[0];
	const last = link(/^last(page)?(ur[il]|link|href)?$/);
	if (!last) return undefined;
	const first = link(/^first(page)?(ur[il]|link|href)?$/)?.address;
	const self = link(/^self(ur[il]|link|href)?$/)?.address ?? new URL(url);
	const isOther = isOtherPage(last.address, first ?? self, pages);
	return { fact: last.fact, isOther };
}

/** Compares the numbers in two URLs; that of page one is often left out. */
function isOtherPage(last: URL, first: URL, pages: readonly number[]): boolean | undefined {
	if (last.pathname !== first.pathname) return undefined;
	const differences = queryOf(last.href)
		.filter(({ name, plain, value }) => {
			return first.searchParams.get(name) !== value && !isSizeName(plain);
		})
		.map(({ name, value }) => {
			const before = first.searchParams.get(name);
			const isNumber = /^\d{1,15}$/.test(value);
			if (before !== null) return isNumber ? true : undefined;
			if (!isNumber) return undefined;
			const number = Number(value);
			if (number > 1) return true;
			return number === 0 || pages.includes(number) ? false : undefined;
		});
	if (differences.includes(true)) return true;
	return differences.includes(undefined) ? undefined : false;
}

function addressOf(value: string, url: string): URL | undefined {
	return URL.canParse(value, url) ? new URL(value, url) : undefined;
}
