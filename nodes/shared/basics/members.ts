/**
 * Looks up a name that a user has entered, or that a server has sent.
 *
 * @returns a member of the record's own: every object has a function at `record['constructor']`, and at
 *   `record['__proto__']` what all objects share
 */
export function memberOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Sets a member by such a name: `record['__proto__'] = …` would set none. */
export function setMember<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
	const more = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(record, name, { value, ...more });
}
