import { describeRows, rangesOf } from './rowRanges';

/**
 * Describes which of several requests failed, for which items, and what was applied.
 *
 * @param index of the failed batch, counted from 0
 * @param applied indexes of the batches that were applied
 */
export function batchNote(
	index: number,
	count: number,
	items: number[],
	applied: number[],
): string {
	const advice =
		items.length > 1 ? 'To find the row at fault, set Batch Size under Options to 1. ' : '';
	return `${advice}This was batch ${index + 1} of ${count} (${describeRows(items, Infinity)}). Batches applied: ${rangesOf(applied).join(', ') || 'none'}.`;
}
