// Names as APIs write them, without separators. cspell:disable
import type { PageResponse } from '../types';
import { type Counted, counted, type Fact, factsIn, type ListPage, RANGE } from './facts';
import { toFlag } from './flags';
import {
	COUNT_NAMES,
	LAST_NAMES,
	MORE_NAMES,
	NO_TOKEN,
	NO_TOTAL,
	OFFSET_NAMES,
	PAGE_NAMES,
	REMAINING_NAMES,
	SIZE_NAMES,
	TOTAL_NAMES,
	TOTAL_PAGES_NAMES,
} from './knownNames';
import { nextIn } from './nextPage';
import { sizeIn } from './numbering';
import { previousIn } from './previousPage';

/** What an answer says about its list besides the records, by kind. Better facts first. */
export type Metadata = ReturnType<typeof readMetadata>;

/**
 * Reads what an answer says about paging, in its body, its headers, and the URL of its request: the
 * one reading that Automatic, a run, and the lists of the service share.
 *
 * @returns facts that may mean something, not a judgment: names mean different things in other APIs
 */
export function readMetadata(response: PageResponse, page: ListPage) {
	const { url, records, property } = page;
	const facts = factsIn(response, property);
	const known = (names: ReadonlySet<string>) =>
		counted(facts.filter(({ name }) => names.has(name)));
	const bounds = new Set(facts.filter(({ value }) => value === 'gte').map(({ path }) => path));
	const isExact = ({ path }: Fact) => !bounds.has(path.replace(/value$/, 'relation'));
	// The number of pages, if another number is that of the records (jqGrid).
	const named = counted(facts.filter((fact) => fact.name === 'records' || isTotal(fact)));
	const pagesFor = ({ number }: Counted) => Math.ceil(number / Math.max(1, records.length));
	const pageCounts = new Set(named.filter((one) => one.number > pagesFor(one)).map(pagesFor));
	const firm = counted(facts.filter(isTotal)).filter(
		(fact) => fact.number >= records.length && isExact(fact) && !pageCounts.has(fact.number),
	);
	const counts = known(COUNT_NAMES).filter(({ number }) => number >= records.length);
	return {
		/** All values that the response has outside its records. */
		facts,
		/** Whether the status is 206: a part of the list. */
		isPartial: response.status === 206,
		...nextIn(facts, url),
		/** Cursors that are null or empty: those of the next page, or of the request. */
		noCursor: facts.filter(
			({ name, value }) =>
				(value === null || value === '') &&
				/cursor|^after|marker|bookmark|continuation|pagetoken/.test(name) &&
				!NO_TOKEN.test(name),
		),
		flags: facts.flatMap(flagsOf),
		/** Records after those of the page. After the last one nothing remains of the list, but perhaps of a quota. */
		remaining: known(REMAINING_NAMES).filter(
			({ number, path, isAbout }) =>
				number > 0 && records.length > 0 && !path.startsWith('header:') && isAbout,
		),
		/** Totals that are at least the number of records. */
		totals: firm.length > 0 ? firm : counts,
		/** Whether the best total can also be the number of records on the page. */
		isCount: firm.length === 0,
		/** Where pages count from 0, the number of the last one is one less. */
		totalPages: known(TOTAL_PAGES_NAMES),
		/** What names a page before the first one. */
		previous: previousIn(facts, url),
		pages: pagesOf(facts),
		offsets: known(OFFSET_NAMES),
		sizes: known(SIZE_NAMES),
		/** The page size that the URL asks for. */
		sizeInUrl: sizeIn(url),
	};
}

/** Some servers write a flag as a number; these names are those of no number. */
const NUMBERED_FLAGS = new Set(['hasmore', 'hasnext', 'hasnextpage', 'ismore', 'istruncated']);

/** @returns the flag about more pages that a fact is, if it is one: whether it is true on the last page, and whether there are more */
function flagsOf(fact: Fact) {
	const value = toFlag(fact.value, NUMBERED_FLAGS.has(fact.name));
	const isLast = LAST_NAMES.has(fact.name);
	if (value === undefined || (!isLast && !MORE_NAMES.has(fact.name))) return [];
	return [{ ...fact, isLast, hasMore: value !== isLast }];
}

function isTotal({ name, parent, path }: Fact): boolean {
	if (path === RANGE) return true;
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
