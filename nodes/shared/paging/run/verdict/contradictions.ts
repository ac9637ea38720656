import { field, fieldText } from '../../fieldText';
import { lastNameOf } from '../../response/memberNames';
import { flagOf } from '../../response/moreSigns';
import { reasonOfStop } from './earlyStop';
import { pageAfter, pageBefore } from './neighbors';
import { distinctRecords, incomplete, type Observed, type Statement } from './observed';
import { otherTotalOf } from './otherTotal';
import { missingToken } from './tokens';

/** Names of a flag that says whether the request has succeeded, which is true on every page. */
const SUCCESS = /^(?:ok|success|successful|status|valid)$/;

/** What in the answers contradicts that all pages were read. */
export function contradictions(observed: Observed): Statement[] {
	const { dataset, counts, totals, answers } = observed;
	const { end } = answers;
	const total = otherTotalOf(observed)?.number;
	const { last = total } = totals ?? {};
	const isAll = last !== undefined && last > counts.largest && distinctRecords(observed) === last;
	// Why reading has stopped early is said already.
	if (!end || isAll || reasonOfStop(observed) !== undefined) return [];
	const { lastPage = '' } = dataset.pagingScheme?.response ?? {};
	if (SUCCESS.test(lastNameOf(lastPage))) {
		return incomplete(
			fieldText`${field('pagingScheme.response.lastPage')} "${lastPage}" says whether the request has succeeded, which is true on every page, so only one page was read.`,
		);
	}
	if (flagOf(end.metadata)?.hasMore === false) return [];
	return incomplete(
		missingToken(observed, end, total) ?? pageBefore(observed) ?? pageAfter(observed, end),
	);
}
