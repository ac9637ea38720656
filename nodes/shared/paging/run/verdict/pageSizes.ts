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

/** A page that begins with the last records of the page before it. */
export function overlappingPages({ counts: { overlap } }: Observed): Finding[] {
	if (!overlap) return [];
	const twice = `${countOf(overlap.records, 'record')} of this run ${overlap.records === 1 ? 'was' : 'were'} read twice`;
	return incomplete(
		`Page ${overlap.page} begins with records of the page before it. ${twice}; check the page or offset parameter and the page size.`,
	);
}
