import type { OffsetScheme, Placed } from '../dataset/types';
import type { Call } from '../request';
import { numbered } from './numbered';
import type { NumberedStrategy } from './types';

/**
 * Pages with an offset that rises by the page size (paging-schemes, offsetAndLimit).
 *
 * Offsets that start one past a multiple of the page size count from 1: there the offset equal to
 * the total still names a record.
 */
export function offsetAndLimit(
	call: Call,
	scheme: OffsetScheme & Placed,
	url: string,
): NumberedStrategy {
	const { offsetParameter, offsetStartingValue: first, limitValue } = scheme.request;
	const origin = first === 1 || first % limitValue === 1 ? 1 : 0;
	const recordsBefore = (offset: number) => offset - origin;
	const step = limitValue;
	return numbered(call, scheme, url, { parameter: offsetParameter, first, step, recordsBefore });
}
