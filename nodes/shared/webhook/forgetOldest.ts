/**
 * Removes the oldest entries that can be forgotten, until at most `limit` of that kind are left.
 * Entries that have to stay do not count.
 *
 * @param entries oldest first, as a `Map` keeps them; changed in place
 */
export function forgetOldest<Value>(
	entries: Map<string, Value>,
	limit: number,
	canForget: (value: Value) => boolean,
): void {
	// Usually there is nothing to remove: then no entry is visited.
	if (entries.size <= limit) return;
	const removable = [...entries].filter(([, value]) => canForget(value));
	for (const [key] of removable.slice(0, Math.max(0, removable.length - limit))) {
		entries.delete(key);
	}
}
