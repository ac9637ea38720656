// Names as APIs write them, without separators. cspell:disable
import type { PageResponse } from '../../types';
import { counted, type Counted, type Fact, factsIn, type ListPage, RANGE, toFlag } from './facts';
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
} from './names';
import { isNextPage, nextIn, previousIn, sizeIn } from './positions';

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

/** What an answer contains that says that there are records besides those that were read. */
export interface MoreSign {
	kind: 'flag' | 'total' | 'pages' | 'remaining' | 'part' | 'next' | 'previous';
	/** Path of it, or what else it is called. */
	path: string;
	value: Fact['value'];
	/** Of all records, of a total. */
	number?: number | undefined;
}

/** How far a list was read with an answer, and what of the answer is known to mean something else. */
interface Extent {
	/** Records read up to the answer and with it. */
	records: number;
	/** Pages read, likewise. */
	pages: number;
	/** Paths that are configured, and so read already. */
	known?: readonly string[];
	/** Whether to find all that may say it, since it is going to be proven. */
	isGuess?: boolean;
}

/**
 * Finds what in an answer says that the list goes on. Unless it is going to be proven, only names that
 * mean nothing else count, and only where APIs write about paging: what is found is said to the user,
 * and can fail a run.
 *
 * @returns the signs by kind, the clearest kind first; none where flags or totals contradict each other
 */
export function moreSigns(
	metadata: Metadata,
	{ records, pages, known = [], isGuess = false }: Extent,
): MoreSign[] {
	const { nextUrls, tokens, totals, isCount, isPartial, sizeInUrl } = metadata;
	const isAbout = (fact: Fact) => isGuess || (fact.isAbout && !isKnown(fact.path, known));
	const flag = flagOf(metadata, isGuess);
	const total = isGuess ? totals[0] : totalOf(metadata, known);
	const isShort = total && total.number > records && !(isCount && total.number === sizeInUrl);
	const after = metadata.totalPages.filter(({ number }) => number > pages);
	const next = [...nextUrls, ...tokens].filter(
		(fact) => isGuess || fact.path === 'header:Link' || isNextPage(fact),
	);
	const sign = (kind: MoreSign['kind'], facts: readonly Fact[]): MoreSign[] =>
		facts.map(({ path, value, number }) => ({ kind, path, value, number }));
	const isPart = isPartial && totals.length === 0;
	return [
		...sign('flag', flag?.hasMore ? [flag] : []),
		...sign('total', isShort ? [total] : []),
		...sign('pages', after.filter(isAbout)),
		...sign('remaining', metadata.remaining),
		...(isPart
			? [{ kind: 'part' as const, path: 'Its status', value: '206 (Partial Content)' }]
			: []),
		...sign('next', next.filter(isAbout)),
		...sign('previous', metadata.previous.slice(0, 1).filter(isAbout)),
	];
}

/**
 * @param isAnywhere whether it may be elsewhere than where APIs write about paging
 * @returns the flag about more pages; `undefined` when there is none, or they contradict each other
 */
export function flagOf({ flags }: Metadata, isAnywhere = false) {
	const [flag, ...others] = flags.filter(({ isAbout }) => isAnywhere || isAbout);
	return others.some(({ hasMore }) => hasMore !== flag?.hasMore) ? undefined : flag;
}

/** @returns the number of all records, where the answer has exactly one that is certain to be it */
export function totalOf({ totals }: Metadata, known: readonly string[] = []): Counted | undefined {
	const found = totals.filter(
		(fact) => fact.isAbout && isCertainTotal(fact) && !isKnown(fact.path, known),
	);
	return new Set(found.map(({ number }) => number)).size === 1 ? found[0] : undefined;
}

/** Headers have any letter case. */
function isKnown(path: string, known: readonly string[]): boolean {
	return known.some((one) => one.replace(/:\s+/, ':').toLowerCase() === path.toLowerCase());
}

/** `total_spend` may count anything; a count that is left is weighed by those who ask. */
function isCertainTotal({ name, parent, path }: Fact): boolean {
	return (
		path === RANGE ||
		TOTAL_NAMES.has(name) ||
		!name.startsWith('total') ||
		parent.startsWith('total')
	);
}
