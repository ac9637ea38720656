import type { Counted } from '../../response/facts';
import { totalOf } from '../../response/moreSigns';
import { type Observed, pathsToEnd } from './observed';

/**
 * @returns a total that no path is configured for, if the first and the last page with records have the
 *   same; of a run without records, that of the answer it has read last
 */
export function otherTotalOf(observed: Observed): Counted | undefined {
	const { first, last, end } = observed.answers;
	const [one, other] = [first ?? end, last ?? end].map(
		(answer) => answer && totalOf(answer.metadata, pathsToEnd(observed)),
	);
	return one?.number === other?.number && one?.path === other?.path ? one : undefined;
}
