/**
 * Removes the oldest entries that may go, until at most `limit` of that kind are left. Entries that
 * must stay do not count.
 *
 * @param entries oldest first, as a `Map` keeps them; changed in place
 */
export function forgetOldest<Value>(
	entries: Map<string, Value>,
	limit: number,
	mayGo: (value: Value) => boolean,
): void {
	// Most of the time nothing has to go: then nothing is looked at.
	if (entries.size <= limit) return;
	const removable = [...entries].filter(([, value]) => mayGo(value));
	for (const [key] of removable.slice(0, Math.max(0, removable.length - limit))) {
		entries.delete(key);
	}
}

/** @returns whether two lists hold the same ids in the same order */
export function sameIds(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((id, index) => id === right[index]);
}
