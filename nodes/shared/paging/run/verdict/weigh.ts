import type { FieldText } from '../../fieldText';
import { reasonOfStop } from './earlyStop';
import { type Finding, incomplete, type Observed } from './observed';
import { emptyPage } from './statements/emptyPage';
import { flag, isFlaggedEnd } from './statements/flag';
import { misplacedToken } from './statements/misplacedToken';
import { nextPage } from './statements/nextPage';
import { pageBefore } from './statements/pageBefore';
import { pageCount } from './statements/pageCount';
import { remaining } from './statements/remaining';
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
	remaining,
	nextPage,
	pageCount,
	emptyPage,
];

/**
 * @returns the statement that settles that a run has read the whole list, if nothing contradicts it;
 *   `undefined` where the API does not say whether there are more records
 */
export function proofOf(observed: Observed): FieldText | undefined {
	return firstOf(STATEMENTS, ({ proves }) => proves?.(observed));
}

/** What in the answers contradicts that all pages were read. */
export function contradictions(observed: Observed): Finding[] {
	// Why reading has stopped early is said already.
	if (!observed.answers.end || reasonOfStop(observed) !== undefined) return [];
	// Records of more than one page that are as many as there are outweigh the rest; so does a flag of the end.
	if (isTotalOfList(observed)) return [];
	const others = isFlaggedEnd(observed) ? STATEMENTS.filter((one) => one === flag) : STATEMENTS;
	return incomplete(firstOf(others, ({ contradicts }) => contradicts?.(observed)));
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
