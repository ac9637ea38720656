import type { Counted } from '../../response/facts';
import { COUNT_NAMES } from '../../response/knownNames';
import { totalOf } from '../../response/moreSigns';
import { type Observed, pathsToEnd } from './observed';

/**
 * @returns a total that no path is configured for, if the first and the last page with records have the
 *   same; of a run without records, that of the answer it has read last. What may be the number of records
 *   on the page, `{ "count": 20 }`, is a total where it is more than any page had.
 */
export function otherTotalOf(observed: Observed): Counted | undefined {
	const { first, last, end } = observed.answers;
	const { largest } = observed.counts;
	const [one, other] = [first ?? end, last ?? end].map(
		(answer) => answer && totalOf(answer.metadata, pathsToEnd(observed)),
	);
	if (!one || one.number !== other?.number || one.path !== other.path) return undefined;
	return COUNT_NAMES.has(one.name) && one.number <= largest ? undefined : one;
}
