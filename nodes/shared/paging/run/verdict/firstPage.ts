import { field, type FieldText, fieldText } from '../../fieldText';
import { incomplete, type Observed, type Finding } from './observed';

const FIRST_PAGE = field('pagingScheme.request.pageStartingValue');

/**
 * Pages that are numbered from 0, of an API that counts from 1: page 0 is empty there, or the same as
 * page 1. The page after them can tell.
 */
export function firstPage(observed: Observed): Finding[] {
	const { first, ending } = observed;
	if (!isFirstPageTwice(observed) && !isFirstPageEmpty(observed)) return [];
	const position = Number(first) + (ending?.stopReason === 'loopDetected' ? 2 : 1);
	// That the pages repeat is said as the reason why reading stopped.
	const reason = isFirstPageEmpty(observed) ? startsTooEarly(observed) : undefined;
	return [{ kind: 'doubt', position }, ...incomplete(reason)];
}

/** @returns that the API counts from 1, where the page after the first ones has shown it */
export function startsTooEarly(observed: Observed): FieldText | undefined {
	if (observed.beyond !== 'new') return undefined;
	const fix = fieldText`: set ${FIRST_PAGE} to 1.`;
	if (isFirstPageEmpty(observed)) return fieldText`Page 0 has no records, but page 1 has${fix}`;
	if (isFirstPageTwice(observed))
		return fieldText`Page 0 and page 1 have the same records, and the page after them has others${fix}`;
	return undefined;
}

/** @returns whether reading stopped because page 1 is the same as page 0 */
export function isFirstPageTwice(observed: Observed): boolean {
	return (
		countsFromZero(observed) &&
		observed.ending?.stopReason === 'loopDetected' &&
		observed.pages === 2
	);
}

function isFirstPageEmpty(observed: Observed): boolean {
	const { ending, items } = observed;
	return countsFromZero(observed) && ending?.stopReason === 'noDataLeft' && items === 0;
}

function countsFromZero({ dataset, first, isContinued }: Observed): boolean {
	return dataset.pagingScheme?.type === 'pageBased' && first === 0 && !isContinued;
}
