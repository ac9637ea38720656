import { countOf } from '../../../../basics/countOf';
import { fieldText } from '../../../fieldText';
import { isPresent } from '../../../path';
import { isRoundNumber } from '../../../response/usualSize';
import { NEXT_TOKEN } from '../../../schemes/token';
import { tokenInstead } from '../../advice';
import type { ServerStatement } from './statement';
import { otherTotalOf } from './total';

/** A token elsewhere than at the configured path, which was in no answer, if the only page may be full. */
export const misplacedToken: ServerStatement = {
	isWeak: true,
	contradicts: (observed) => {
		const { dataset, pages, items, counts, ending, answers } = observed;
		const { end } = answers;
		const { request, response } = dataset.pagingScheme ?? {};
		const { nextToken } = response ?? {};
		const isEnd = ending?.stopReason === 'noNextToken' && pages === 1;
		if (!end || nextToken === undefined || !isEnd || isPresent(nextToken, end.response))
			return undefined;
		const { limitValue } = request ?? {};
		const isFull =
			counts.last >= (limitValue ?? Infinity) && items !== otherTotalOf(observed)?.number;
		// Without a page size, a round number of records may be one.
		const mayBeFull = isFull || (limitValue === undefined && isRoundNumber(counts.last));
		const instead = tokenInstead(nextToken, end.metadata, mayBeFull);
		if (instead === undefined && !isFull) return undefined;
		const advice =
			instead === undefined
				? `It contained ${countOf(counts.last, 'record')}, as many as were requested, so there may be more pages.`
				: `Did you mean "${instead}"?`;
		return fieldText`${NEXT_TOKEN} "${nextToken}" was not found in the response, so only one page was read. ${advice}`;
	},
};
