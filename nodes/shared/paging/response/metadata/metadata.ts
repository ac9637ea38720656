// Names as APIs write them, without separators. cspell:disable
import type { PageResponse } from '../../types';
import { counted, type Counted, type Fact, factsIn, isAboutPaging, type ListPage } from './facts';
import {
	COUNT_NAMES,
	LAST_NAMES,
	MORE_NAMES,
	NEXT_PAGE,
	NO_PAGE,
	NO_TOKEN,
	NO_TOTAL,
	OFFSET_NAMES,
	PAGE_NAMES,
	REMAINING_NAMES,
	saysMore,
	saysNext,
	SIZE_NAMES,
	toFlag,
	TOKEN,
	TOKEN_NAMES,
	TOTAL_NAMES,
	TOTAL_PAGES_NAMES,
} from './names';
import { isNextAddress, previousIn, rankOfAddress } from './urls';

/** A flag about more pages. */
export type Flag = Fact & { isLast: boolean; hasMore: boolean };

/** What an answer says about its list besides the records, by kind. Better facts first. */
export interface Metadata {
	/** All values that the response has outside its records. */
	facts: Fact[];
	/** Whether the status is 206: a part of the list. */
	isPartial: boolean;
	nextUrls: Fact[];
	/** Also the number or offset of the next page. */
	tokens: Fact[];
	/** Members for the next page that are null, empty or false. */
	noNext: Fact[];
	/** Cursors that are null or empty: those of the next page, or of the request. */
	noCursor: Fact[];
	/** A flag, whether it is true on the last page, and whether there are more pages. */
	flags: Flag[];
	/** Totals that are at least the number of records. */
	totals: Counted[];
	/** Records after those of the page. */
	remaining: Counted[];
	/** Whether the best total can also be the number of records on the page. */
	isCount: boolean;
	/** Where pages count from 0, the number of the last one is one less. */
	totalPages: Counted[];
	/** What names a page before the first one. */
	previous: Fact[];
	pages: Counted[];
	offsets: Counted[];
	sizes: Counted[];
}

/**
 * Reads what an answer says about paging, in its body, its headers, and the URL of its request: the
 * one reading that Automatic, a run, and the lists of the service share.
 *
 * @returns facts that may mean something, not a judgment: names mean different things in other APIs
 */
export function readMetadata(response: PageResponse, page: ListPage): Metadata {
	const { url, records, property } = page;
	const facts = factsIn(response, property);
	const known = (names: ReadonlySet<string>) =>
		counted(facts.filter(({ name }) => names.has(name)));
	const next = facts.filter(isNext);
	const nextUrls = next.filter((fact) => isNextAddress(fact, url));
	const urls = new Set(nextUrls);
	const tokens = facts.filter((fact) => !urls.has(fact) && isToken(fact));
	const bounds = new Set(facts.filter(({ value }) => value === 'gte').map(({ path }) => path));
	const isExact = ({ path }: Fact) => !bounds.has(path.replace(/value$/, 'relation'));
	// The number of pages, if another number is that of the records (jqGrid).
	const named = counted(facts.filter((fact) => fact.name === 'records' || isTotal(fact)));
	const pagesFor = ({ number }: Counted) => Math.ceil(number / Math.max(1, records.length));
	const pageCounts = new Set(named.filter((one) => one.number > pagesFor(one)).map(pagesFor));
	const firm = [...rangeTotals(facts), ...counted(facts.filter(isTotal))].filter(
		(fact) => fact.number >= records.length && isExact(fact) && !pageCounts.has(fact.number),
	);
	const counts = known(COUNT_NAMES).filter(({ number }) => number >= records.length);
	return {
		facts,
		isPartial: response.status === 206,
		nextUrls: nextUrls.sort((a, b) => rankOfAddress(a) - rankOfAddress(b)),
		tokens: tokens.sort((a, b) => rankOfToken(a) - rankOfToken(b)),
		noNext: next.filter((fact) => isNextPage(fact) && isEmpty(fact)),
		noCursor: facts.filter(
			({ name, value }) =>
				(value === null || value === '') &&
				/cursor|^after|marker|bookmark|continuation|pagetoken/.test(name) &&
				!NO_TOKEN.test(name),
		),
		flags: facts.flatMap((fact) => flagsOf(fact)),
		// After the last record nothing remains of the list, but perhaps of a quota.
		remaining: known(REMAINING_NAMES).filter(
			(fact) =>
				fact.number > 0 &&
				records.length > 0 &&
				!fact.path.startsWith('header:') &&
				isAboutPaging(fact, property),
		),
		totals: firm.length > 0 ? firm : counts,
		isCount: firm.length === 0,
		totalPages: known(TOTAL_PAGES_NAMES),
		previous: previousIn(facts, url),
		pages: pagesOf(facts),
		offsets: known(OFFSET_NAMES),
		sizes: known(SIZE_NAMES),
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

/** Some servers write a flag as a number; these names are those of no number. */
const NUMBERED_FLAGS = new Set(['hasmore', 'hasnext', 'hasnextpage', 'ismore', 'istruncated']);

function flagsOf(fact: Fact): Flag[] {
	const isBit = NUMBERED_FLAGS.has(fact.name) && (fact.number === 0 || fact.number === 1);
	const value = toFlag(fact.value) ?? (isBit ? fact.number === 1 : undefined);
	const isLast = LAST_NAMES.has(fact.name);
	if (value === undefined || (!isLast && !MORE_NAMES.has(fact.name))) return [];
	return [{ ...fact, isLast, hasMore: value !== isLast }];
}

/** `items 0-24/2350`: what follows the slash, unless it is an asterisk. */
function rangeTotals(facts: readonly Fact[]): Counted[] {
	return facts.flatMap((fact) => {
		const [, total] =
			fact.path === 'header:Content-Range' ? (/\/\s*(\d+)\s*$/.exec(String(fact.value)) ?? []) : [];
		return total === undefined ? [] : [{ ...fact, number: Number(total) }];
	});
}

function isTotal({ name, parent }: Fact): boolean {
	// Of the requests of the client, or of the parts of a search.
	if (/shard|rate|quota|usage/.test(parent)) return false;
	if (TOTAL_NAMES.has(name)) return true;
	if (name === 'value') return parent.startsWith('total');
	return name.startsWith('total') && !NO_TOTAL.test(name);
}

/** `number` and `current` are page numbers only beside what else a page has. */
function pagesOf(facts: readonly Fact[]): Counted[] {
	const hasPages = facts.some(({ name }) => TOTAL_PAGES_NAMES.has(name) || name === 'size');
	const named = facts.filter(
		({ name, parent }) =>
			(PAGE_NAMES.has(name) && parent !== 'next' && parent !== 'previous') ||
			(hasPages && name === 'number') ||
			(name === 'current' && /page|pagination/.test(parent)),
	);
	return counted(named);
}
