import { field, fieldText } from '../../fieldText';
import { NEXT_TOKEN } from '../../schemes/token';
import { incomplete, type Observed, type Finding } from './observed';
import { isTotalOfList } from './statements/total';

/** How many names a sentence lists: more would not be read. */
const MOST_NAMES = 3;

/** Next URLs that number their pages, but no longer ask for what the first URL asks for. */
export function lostOnTheWay(observed: Observed): Finding[] {
	const { dataset, lost, counts, ending } = observed;
	// A page that repeats another one says more.
	if (!lost || ending?.stopReason === 'loopDetected') return [];
	// Pages of that size after the first one show that it is the server's own.
	const isOwnSize = lost.isSize && counts.filled > 2 && counts.isEven;
	if (isTotalOfList(observed) || isOwnSize) return [];
	const path = dataset.pagingScheme?.response.nextToken ?? '';
	const names = lost.names.slice(0, MOST_NAMES).join(', ');
	return incomplete(
		fieldText`${NEXT_TOKEN} "${path}" contains URLs without ${names}, which the first URL has. To keep what was asked for, add it to ${field('pagingScheme.request.keepParameters')}.`,
	);
}
