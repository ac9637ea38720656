/**
 * Cuts a list into parts.
 *
 * @param size members per part at most, at least 1
 */
export function inBatches<T>(list: T[], size: number): T[][] {
	const batches: T[][] = [];
	for (let start = 0; start < list.length; start += size) {
		batches.push(list.slice(start, start + size));
	}
	return batches;
}

/**
 * Describes which of several requests failed, for which items, and what was applied before.
 *
 * @param index of the failed batch, counted from 0
 */
export function batchNote(index: number, count: number, items: number[]): string {
	const before = [
		'No batch was applied before it.',
		'Batch 1 was applied.',
		`Batches 1 to ${index} were applied.`,
	][Math.min(index, 2)];
	return `To find the item at fault, set Batch Size under Options to 1. This was batch ${index + 1} of ${count} (${describeItems(items)}). ${before}`;
}

/** @returns `item 3`, or `items 0 to 4, 9` with neighbors combined */
export function describeItems(items: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const item of [...items].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && item <= last[1] + 1) last[1] = item;
		else ranges.push([item, item]);
	}
	const texts = ranges.map(([from, to]) => {
		if (from === to) return `${from}`;
		return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
	});
	return `${ranges.length === 1 && items.length === 1 ? 'item' : 'items'} ${texts.join(', ')}`;
}
