import { type Counted, type Fact, integerOf, isAboutPaging, type ListPage } from './facts';
import { isNextPage, type Metadata } from './metadata';
import { TOTAL_NAMES } from './names';
import { sizeIn } from './urls';

/** What an answer contains that says that there are records after those that were read. */
export interface MoreSign {
	kind: 'flag' | 'total' | 'pages' | 'remaining' | 'next' | 'part';
	/** Path of it; empty for the status. */
	path: string;
	value: Fact['value'];
	/** Number of all records, of a total. */
	total?: number;
}

/** How far a list was read with an answer, and what of the answer is known to mean something else. */
export interface Extent {
	/** Records read up to the answer and with it. */
	records: number;
	/** Pages read, likewise. */
	pages: number;
	/** Paths that are configured, and so read already. */
	known?: readonly string[];
}

/**
 * Finds what in an answer says that the list goes on. Only names that mean nothing else count, and
 * only where APIs write about paging: what is found is said to the user, and can fail a run.
 *
 * @returns the signs by kind, the clearest kind first; none where flags or totals contradict each other
 */
export function moreSigns(
	metadata: Metadata,
	{ url, property }: Pick<ListPage, 'url' | 'property'>,
	{ records, pages, known = [] }: Extent,
): MoreSign[] {
	const isFree = ({ path }: Fact) => !isKnown(path, known);
	const about = ({ fact }: { fact: Fact }) => isAboutPaging(fact, property) && isFree(fact);
	const sign = (kind: MoreSign['kind'], { path, value }: Fact): MoreSign => ({ kind, path, value });

	const flag = flagOf(metadata, property);
	const total = totalOf(metadata, property, known);
	const isShort =
		total && total.number > records && !(metadata.isCount && total.number === sizeIn(url));
	const after = [
		...metadata.totalPages.filter(({ number }) => number > pages),
		// Where pages count from 0.
		...metadata.lastPages.filter(({ number }) => number >= pages),
	].find(about);
	const [remaining] = metadata.remaining;
	const next = nextOf(metadata, property, isFree);
	return [
		...(flag?.hasMore ? [sign('flag', flag.fact)] : []),
		...(isShort ? [{ ...sign('total', total.fact), total: total.number }] : []),
		...(after ? [sign('pages', after.fact)] : []),
		...(remaining ? [sign('remaining', remaining.fact)] : []),
		...(next ? [sign('next', next)] : []),
		...(metadata.isPartial && metadata.totals.length === 0
			? [{ kind: 'part' as const, path: '', value: 206 }]
			: []),
	];
}

/** @returns the flag about more pages; `undefined` when there is none, or they contradict each other */
export function flagOf({ flags }: Metadata, property: string): Metadata['flags'][0] | undefined {
	const [flag, ...others] = flags.filter(({ fact }) => isAboutPaging(fact, property));
	return others.some(({ hasMore }) => hasMore !== flag?.hasMore) ? undefined : flag;
}

/** @returns the number of all records, where the answer has exactly one that is certain to be it */
export function totalOf(
	{ totals }: Metadata,
	property: string,
	known: readonly string[] = [],
): Counted | undefined {
	const found = totals.filter(
		({ fact }) =>
			isAboutPaging(fact, property) && isCertainTotal(fact) && !isKnown(fact.path, known),
	);
	return new Set(found.map(({ number }) => number)).size === 1 ? found[0] : undefined;
}

/** Headers have any letter case. */
function isKnown(path: string, known: readonly string[]): boolean {
	return known.some((one) => one.replace(/:\s+/, ':').toLowerCase() === path.toLowerCase());
}

/** `total_spend` may count anything; a count that is left is weighed by those who ask. */
function isCertainTotal({ name, parent, path }: Fact): boolean {
	const isRange = path === 'header:Content-Range';
	return (
		isRange || TOTAL_NAMES.has(name) || !name.startsWith('total') || parent.startsWith('total')
	);
}

/** What names the next page: by a URL, then by a token or number of that name. */
function nextOf(
	{ nextUrls, tokens, nextNumbers }: Metadata,
	property: string,
	isFree: (fact: Fact) => boolean,
): Fact | undefined {
	const numbers = nextNumbers.map(({ fact }) => fact).filter((fact) => integerOf(fact) !== 0);
	return [...nextUrls, ...tokens, ...numbers].find(
		(fact) =>
			isFree(fact) &&
			(fact.path === 'header:Link' || isNextPage(fact)) &&
			isAboutPaging(fact, property),
	);
}
