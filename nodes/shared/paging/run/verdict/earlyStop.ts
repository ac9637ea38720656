import type { FieldText } from '../../fieldText';
import { isNull, readPath } from '../../path';
import { saysMore } from './gaps';
import { isFirstPageTwice, startsElsewhere } from './firstPage';
import { distinctRecords, incomplete, type Observed, type Finding } from './observed';
import { isTotalOfList, totalIn } from './statements/total';

/** A run that stopped at something that does not look like the end of a list. */
export function earlyStop(observed: Observed): Finding[] {
	const { stopped, ending } = observed;
	if (!stopped) return [];
	const reason = reasonOfStop(observed);
	if (reason !== undefined) return incomplete(reason);
	// A loop that is the end after all needs no warning.
	return ending?.stopReason === 'loopDetected' ? [] : [{ kind: 'notice', text: stopped.text }];
}

/**
 * @returns why reading stopped early; `undefined` when it went on to the end, or what it stopped at is the
 *   end after all: some servers show it in another way than the dataset says
 */
export function reasonOfStop(observed: Observed): FieldText | undefined {
	if (isEndAfterAll(observed)) return undefined;
	return startsElsewhere(observed) ?? observed.stopped?.text;
}

function isEndAfterAll(observed: Observed): boolean {
	const { dataset, pages, ending, stopped, counts } = observed;
	const { end } = observed.answers;
	const { response, records } = end ?? {};
	const isRead = distinctRecords(observed) === totalIn(observed)?.expected;
	// A total that is no more than a page has may be that of the page, unless nothing says otherwise.
	const isSaidMore = end !== undefined && saysMore(end, observed);
	if (isRead && (isTotalOfList(observed) || !isSaidMore)) return true;
	if (isFirstPageTwice(observed)) return observed.beyond === 'empty';
	if (ending?.stopReason === 'loopDetected') {
		// Of a list that has grown by a page, the first page after the break is the one before it.
		if (observed.isContinued && !observed.answers.first) return records?.length === 0;
		// A server that takes a number after the last page for the last page, or for the first one, repeats that
		// one; one that ignores the parameter repeats page 1 at once.
		const isLastPage = pages > 2 && (stopped?.isRepeat || counts.last < counts.largest);
		return records?.length === 0 || isLastPage === true;
	}
	// Instead of an empty list: `{ "items": null }`. A token beside it says that it is not the end.
	const { nextToken, pageInfo } = dataset.pagingScheme?.response ?? {};
	const hasNext = [nextToken, pageInfo].some(
		(path) => response && path !== undefined && readPath(path, response) !== undefined,
	);
	return response !== undefined && isNull(dataset.property, response) && !hasNext;
}
