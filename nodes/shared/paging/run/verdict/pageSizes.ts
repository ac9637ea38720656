import { countOf } from '../../../basics/countOf';
import { field, fieldText } from '../../fieldText';
import { incomplete, type Observed, type Finding } from './observed';

/** The field with the page size. */
export const LIMIT_VALUE = field('pagingScheme.request.limitValue');

/** Pages with more records than were requested: the server ignores the page size. */
export function exceededPageSize({ dataset, counts }: Observed): Finding[] {
	const { type, request } = dataset.pagingScheme ?? {};
	const { limitParameter, limitValue = Infinity } = request ?? {};
	const isUsed = limitParameter !== undefined || type === 'offsetAndLimit';
	const isExceeded = counts.largest > limitValue;
	if (!isUsed || !isExceeded) return [];
	const cause = limitParameter
		? fieldText`The API seems to ignore ${field('pagingScheme.request.limitParameter')} "${limitParameter}".`
		: fieldText`${LIMIT_VALUE} has to be the number of records per page.`;
	return incomplete(
		fieldText`A page contained ${countOf(counts.largest, 'record')}, more than the ${limitValue} in ${LIMIT_VALUE}. ${cause}`,
	);
}

/** Records that came twice: a page begins with the last ones of the page before, or has them anywhere. */
export function recordsReadTwice({ counts: { overlap, twice } }: Observed): Finding[] {
	const records = overlap?.records ?? twice;
	if (records === 0) return [];
	const said = `${countOf(records, 'record')} of this run ${records === 1 ? 'was' : 'were'} read twice`;
	return incomplete(
		overlap
			? `Page ${overlap.page} begins with records of the page before it. ${said}; check the page or offset parameter and the page size.`
			: `${said}, so the list may have changed meanwhile, and others may be missing. Run it again.`,
	);
}
