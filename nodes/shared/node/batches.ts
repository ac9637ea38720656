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

/** @returns the entries of a list by a text that several of them may have, in their order */
export function groupsOf<T>(list: Iterable<T>, keyOf: (entry: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const entry of list) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}

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
	const which = rangesOf(applied.map((batch) => batch + 1)).join(', ');
	const done = [
		'No batch was applied before it.',
		`Batch ${which} was applied.`,
		`Batches ${which} were applied.`,
	][Math.min(applied.length, 2)];
	return `To find the item at fault, set Batch Size under Options to 1. This was batch ${index + 1} of ${count} (${describeItems(items)}). ${done}`;
}

/** @returns `item 3`, or `items 0 to 4, 9` with neighbors combined */
export function describeItems(items: number[]): string {
	return `${items.length === 1 ? 'item' : 'items'} ${rangesOf(items).join(', ')}`;
}

function rangesOf(numbers: number[]): string[] {
	const ranges: Array<[number, number]> = [];
	for (const number of [...numbers].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && number <= last[1] + 1) last[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([from, to]) => {
		if (from === to) return `${from}`;
		return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
	});
}
