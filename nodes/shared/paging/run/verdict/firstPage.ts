import { field, type FieldText, fieldText } from '../../fieldText';
import { incomplete, type Observed, type Finding } from './observed';

const FIRST_PAGE = field('pagingScheme.request.pageStartingValue');

/**
 * Pages that are numbered from 0, of an API that counts from 1, or the other way around: the first page is
 * empty there, or the same as the next one. One page more can tell.
 */
export function firstPage(observed: Observed): Finding[] {
	const { first, answers, ending } = observed;
	if (isFirstPageTwice(observed)) return [{ kind: 'doubt', position: 2 }];
	if (isFirstPageEmpty(observed))
		return [
			{ kind: 'doubt', position: 1 - Number(first) },
			...incomplete(startsElsewhere(observed)),
		];
	// Up to a total, reading goes on after an empty page, but ends one page too early.
	const isFirstLeftOut = countsFromZero(observed) && answers.first?.position === 1;
	const isSaid = isFirstLeftOut && ending?.stopReason === 'reachTotalCount';
	return incomplete(isSaid ? onlyOther(0) : undefined);
}

/** @returns that the API counts from another number, where the page that can tell has shown it */
export function startsElsewhere(observed: Observed): FieldText | undefined {
	if (observed.beyond !== 'new') return undefined;
	if (isFirstPageEmpty(observed)) return onlyOther(Number(observed.first));
	return isFirstPageTwice(observed)
		? fieldText`Page 0 and page 1 have the same records, and the page after them has others: set ${FIRST_PAGE} to 1.`
		: undefined;
}

/** @param empty number of the page without records */
function onlyOther(empty: number): FieldText {
	const other = 1 - empty;
	return fieldText`Page ${empty} has no records, but page ${other} has: set ${FIRST_PAGE} to ${other}.`;
}

/** @returns whether reading stopped because page 1 is the same as page 0 */
export function isFirstPageTwice(observed: Observed): boolean {
	const isLoop = observed.ending?.stopReason === 'loopDetected';
	return countsFromZero(observed) && isLoop && observed.pages === 2;
}

function isFirstPageEmpty(observed: Observed): boolean {
	const { ending, items, first } = observed;
	const isNumbered = countsFromZero(observed) || (countsPages(observed) && first === 1);
	return isNumbered && ending?.stopReason === 'noDataLeft' && items === 0;
}

function countsFromZero(observed: Observed): boolean {
	return countsPages(observed) && observed.first === 0;
}

function countsPages({ dataset, isContinued }: Observed): boolean {
	return dataset.pagingScheme?.type === 'pageBased' && !isContinued;
}
