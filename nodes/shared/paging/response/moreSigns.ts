import { type Counted, type Fact, RANGE } from './facts';
import { TOTAL_NAMES } from './knownNames';
import type { Flag, Metadata } from './metadata';
import { isNextPage } from './nextPage';

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
	// What can be either is in both.
	const next = [...new Set<Fact>([...nextUrls, ...tokens])].filter(
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
 * @returns the flag about more pages, such as `{ "has_more": true }`; `undefined` when the answer has
 *   none, or several that contradict each other
 */
export function flagOf({ flags }: Metadata, isAnywhere = false): Flag | undefined {
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

/** @returns whether a path is configured; headers have any letter case: `header: link` is `header:Link` */
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
