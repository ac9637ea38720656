import { countOf } from '../../../basics/text';
import { type FieldText, fieldText } from '../../fieldText';
import { isPresent } from '../../path';
import { isRoundNumber } from '../../response/usualSize';
import { NEXT_TOKEN } from '../../schemes/token';
import { tokenInstead } from '../advice';
import type { Observed, LastAnswer } from './observed';

/**
 * The token may be elsewhere, if its path was in no answer and the only page may be full.
 *
 * @param end the answer that was read last
 * @param total of the list, if the answer reports one
 */
export function missingToken(
	{ dataset, pages, items, counts, ending }: Observed,
	end: LastAnswer,
	total: number | undefined,
): FieldText | undefined {
	const { request, response } = dataset.pagingScheme ?? {};
	const { nextToken } = response ?? {};
	const isEnd = ending?.stopReason === 'noNextToken' && pages === 1;
	if (nextToken === undefined || !isEnd || isPresent(nextToken, end.response)) return undefined;
	const { limitValue } = request ?? {};
	const isFull = counts.last >= (limitValue ?? Infinity) && items !== total;
	// Without a page size, a round number of records may be one.
	const mayBeFull = isFull || (limitValue === undefined && isRoundNumber(counts.last));
	const instead = tokenInstead(nextToken, end.metadata, mayBeFull);
	if (instead === undefined && !isFull) return undefined;
	const advice =
		instead === undefined
			? `It contained ${countOf(counts.last, 'record')}, as many as were requested, so there may be more pages.`
			: `Did you mean "${instead}"?`;
	return fieldText`${NEXT_TOKEN} "${nextToken}" was not found in the response, so only one page was read. ${advice}`;
}
