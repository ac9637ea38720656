import { countOf } from '../../../basics/text';
import { isPresent } from '../../path';
import type { Metadata } from '../../response/metadata';
import { tokenInstead } from '../advice';
import type { Run } from '../runState';

/** The token may be elsewhere, if its path was in no answer and the only page may be full. */
export function withoutToken(
	run: Run,
	end: Metadata,
	total: number | undefined,
): string | undefined {
	const { scheme, page, items, watch, read, ending } = run;
	const { nextToken } = scheme?.response ?? {};
	if (
		nextToken === undefined ||
		ending?.stopReason !== 'noNextToken' ||
		page > 1 ||
		!read ||
		isPresent(nextToken, read.response)
	)
		return undefined;
	const { limitValue } = scheme?.request ?? {};
	const isFull = watch.last >= (limitValue ?? Infinity) && items !== total;
	// Without a page size, a round number of records may be one.
	const mayBeFull = isFull || (limitValue === undefined && watch.last % 5 === 0);
	const instead = tokenInstead(nextToken, end, mayBeFull);
	if (instead === undefined && !isFull) return undefined;
	const advice =
		instead === undefined
			? `It contained ${countOf(watch.last, 'record')}, as many as were requested, so there may be more pages.`
			: `Did you mean "${instead}"?`;
	return `pagingScheme.response.nextToken "${nextToken}" was not found in the response, so only one page was read. ${advice}`;
}
