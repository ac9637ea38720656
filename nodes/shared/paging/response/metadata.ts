// Names as APIs write them, without separators. cspell:disable
import type { PageResponse } from '../types';
import {
	type Counted,
	factsIn,
	type Fact,
	type ListPage,
	objectOf,
	RANGE,
	wholeNumbers,
} from './facts';
import { type Extent, extentsIn } from './extents';
import { toFlag } from './flags';
import {
	COUNT_NAMES,
	LAST_NAMES,
	MORE_NAMES,
	NO_TOKEN_WORDS,
	NO_TOTAL,
	OFFSET_NAMES,
	PAGE_NAMES,
	REMAINING_NAMES,
	SIZE_NAMES,
	TOTAL_NAMES,
	TOTAL_PAGES_NAMES,
} from './knownNames';
import { nextIn, type NextFacts } from './nextPage';
import { sizeIn } from './numbering';
import { previousIn } from './previousPage';

/** A flag about more pages: `{ "has_more": true }`, `{ "is_last": false }`. */
export interface Flag extends Fact {
	/** Whether it is true on the last page, and not before it. */
	isLast: boolean;
	/** Whether it says that there are more pages. */
	hasMore: boolean;
}

/** What an answer says about its list besides the records, by kind. Better facts first. */
export interface Metadata extends NextFacts {
	/** All values that the response has outside its records. */
	facts: readonly Fact[];
	/** Whether the status is 206: a part of the list. */
	isPartial: boolean;
	/** Cursors that are null or empty: those of the next page, or of the request. */
	noCursor: Fact[];
	flags: Flag[];
	/** Records after those of the page. After the last one nothing remains of the list, but perhaps of a quota. */
	remaining: Counted[];
	/** Totals that are at least the number of records. */
	totals: Counted[];
	/** Whether the best total can also be the number of records on the page. */
	isCount: boolean;
	/** Numbers of pages. Where pages count from 0, the number of the last one is one less. */
	totalPages: Counted[];
	/** What names a page before the first one. */
	previous: Fact[];
	/** Numbers of this page. */
	pages: Counted[];
	/** Offsets of this page. */
	offsets: Counted[];
	/** Page sizes. */
	sizes: Counted[];
	/** The page size that the URL asks for. */
	sizeInUrl: number | undefined;
	/** How far the list goes, said in forms of their own. */
	extents: Extent[];
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
		wholeNumbers(facts.filter(({ name }) => names.has(name)));
	// Elasticsearch: `{ "total": { "value": 10000, "relation": "gte" } }` is only a lower bound.
	const bounds = new Set(facts.filter(({ value }) => value === 'gte').map(({ path }) => path));
	const isExact = ({ path }: Fact) => !bounds.has(path.replace(/value$/, 'relation'));
	// jqGrid: in `{ "total": 3, "records": 25 }`, the total is the number of pages.
	const named = wholeNumbers(facts.filter((fact) => fact.name === 'records' || isTotal(fact)));
	const pagesFor = ({ number }: Counted) => Math.ceil(number / Math.max(1, records.length));
	const pageCounts = new Set(named.filter((one) => one.number > pagesFor(one)).map(pagesFor));
	const firm = ofTheList(wholeNumbers(facts.filter(isTotal))).filter(
		(fact) => fact.number >= records.length && isExact(fact) && !pageCounts.has(fact.number),
	);
	const counts = known(COUNT_NAMES).filter(({ number }) => number >= records.length);
	return {
		facts,
		isPartial: response.status === 206,
		...nextIn(facts, url),
		noCursor: facts.filter(
			({ name, value }) =>
				(value === null || value === '') &&
				/cursor|^after|marker|bookmark|continuation|pagetoken/.test(name) &&
				!NO_TOKEN_WORDS.test(name),
		),
		flags: facts.flatMap(flagsOf),
		remaining: known(REMAINING_NAMES).filter(
			({ number, path, isAbout }) =>
				number > 0 && records.length > 0 && !path.startsWith('header:') && isAbout,
		),
		totals: firm.length > 0 ? firm : counts,
		isCount: firm.length === 0,
		totalPages: known(TOTAL_PAGES_NAMES).concat(
			wholeNumbers(facts).filter((fact) => isPageCount(fact, records.length)),
		),
		previous: previousIn(facts, url),
		pages: pagesOf(facts),
		offsets: known(OFFSET_NAMES),
		sizes: known(SIZE_NAMES),
		sizeInUrl: sizeIn(url),
		extents: extentsIn(facts, url),
	};
}

/** Flags that some servers write as 1 and 0; other names may be those of a number. */
const NUMBERED_FLAGS = new Set(['hasmore', 'hasnext', 'hasnextpage', 'ismore', 'istruncated']);

/** @returns the flag about more pages that a fact is, as a list; empty for any other fact */
function flagsOf(fact: Fact): Flag[] {
	const value = toFlag(fact.value, NUMBERED_FLAGS.has(fact.name));
	const isLast = LAST_NAMES.has(fact.name);
	if (value === undefined || (!isLast && !MORE_NAMES.has(fact.name))) return [];
	return [{ ...fact, isLast, hasMore: value !== isLast }];
}

/** DataTables: beside `{ "recordsTotal": 80, "recordsFiltered": 50 }`, the list has 50 records. */
export function ofTheList(totals: readonly Counted[]): Counted[] {
	const filtered = totals.filter(isFiltered);
	return totals.filter(
		(fact) => isFiltered(fact) || !filtered.some((one) => objectOf(one) === objectOf(fact)),
	);
}

const isFiltered = ({ name }: Fact) => name.includes('filter') && TOTAL_NAMES.has(name);

/** `{ "pages": { "total": 4 } }` counts the pages where it is less than the records of one. */
function isPageCount({ name, parent, number }: Counted, records: number): boolean {
	return name === 'total' && parent === 'pages' && number < records;
}

function isTotal({ name, parent, path }: Fact): boolean {
	if (path === RANGE) return true;
	// `{ "_shards": { "total": 5 } }` counts the parts of a search, `rate_limit` the requests of the client.
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
	return wholeNumbers(named);
}
