import type { FieldText } from '../../fieldText';
import { reasonOfStop } from './earlyStop';
import { type Finding, incomplete, type Observed } from './observed';
import { emptyPage } from './statements/emptyPage';
import { extent } from './statements/extent';
import { flag, isFlaggedEnd } from './statements/flag';
import { misplacedToken } from './statements/misplacedToken';
import { nextPage } from './statements/nextPage';
import { pageBefore } from './statements/pageBefore';
import { pageCount } from './statements/pageCount';
import { remainder, remaining } from './statements/remaining';
import type { ServerStatement } from './statements/statement';
import { isTotalOfList, total } from './statements/total';

/**
 * All that an API can say about its list, the clearest kind first. How many records are on a page is
 * not among it: that says nothing about the list.
 */
const STATEMENTS: readonly ServerStatement[] = [
	total,
	misplacedToken,
	pageBefore,
	flag,
	pageCount,
	extent,
	remainder,
	remaining,
	nextPage,
	emptyPage,
];

/**
 * @returns the statement that settles that a run has read the whole list, if nothing that was said
 *   contradicts it, or does not fit; `undefined` where the API does not say whether there are more records
 */
export function proofOf(observed: Observed): FieldText | undefined {
	const isDoubted = STATEMENTS.some(
		(one) => one.doubts?.(observed) || contradictionBy(one, observed) !== undefined,
	);
	if (isDoubted && !isTotalOfList(observed)) return undefined;
	return firstOf(STATEMENTS, ({ proves }) => proves?.(observed));
}

/** What in the answers contradicts that all pages were read. */
export function contradictions(observed: Observed): Finding[] {
	// Why reading has stopped early is said already.
	if (!observed.answers.end || reasonOfStop(observed) !== undefined) return [];
	// Records of more than one page that are as many as there are outweigh the rest.
	if (isTotalOfList(observed)) return [];
	const isSaid = isEndSaid(observed);
	const others = STATEMENTS.filter(({ isWeak = false }) => !(isWeak && isSaid));
	return incomplete(firstOf(others, (one) => contradictionBy(one, observed)));
}

/** What two empty pages one after the other say outweighs what may mean something else. */
function contradictionBy(
	{ contradicts, isWeak = false }: ServerStatement,
	observed: Observed,
): FieldText | undefined {
	return isWeak && observed.beyond === 'empty' ? undefined : contradicts?.(observed);
}

/** @returns whether an answer says that it is the last one */
function isEndSaid(observed: Observed): boolean {
	const { dataset, pages, ending } = observed;
	const { stopReason } = ending ?? {};
	const isByFlag = dataset.pagingScheme !== undefined && stopReason === 'noNextPage';
	const isFollowed = stopReason === 'noNextToken' && pages > 1;
	return stopReason === 'noDataLeft' || isByFlag || isFollowed || isFlaggedEnd(observed);
}

function firstOf<Item, Result>(
	items: readonly Item[],
	find: (item: Item) => Result | undefined,
): Result | undefined {
	for (const item of items) {
		const found = find(item);
		if (found !== undefined) return found;
	}
	return undefined;
}
