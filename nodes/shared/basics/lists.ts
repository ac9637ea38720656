/**
 * Cuts a list into parts.
 *
 * @param most members per part, 1 or more; a fraction counts for nothing
 */
export function inBatches<T>(list: T[], most: number): T[][] {
	const size = Math.floor(most);
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
		list.slice(at * size, (at + 1) * size),
	);
}

/** @returns the entries of a list by what several of them may have in common, in their order */
export function groupsOf<T, K>(list: Iterable<T>, keyOf: (entry: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const entry of list) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}
