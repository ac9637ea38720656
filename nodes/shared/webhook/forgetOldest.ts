/**
 * Removes the oldest entries, until at most `limit` are left.
 *
 * @param entries oldest first, as a `Map` and a `Set` keep them; changed in place
 */
export function forgetOldest(entries: Map<string, unknown> | Set<string>, limit: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= limit) return;
		entries.delete(key);
	}
}
