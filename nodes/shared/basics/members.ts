/**
 * Looks up a name that a user has entered, or that a server has sent.
 *
 * @returns a member of the record's own: every object has a function at `record['constructor']`, and at
 *   `record['__proto__']` what all objects share
 */
export function memberOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** @returns a member of the record's own that is text, as it is; `''` when there is none */
export function textMember(record: Readonly<Record<string, unknown>>, name: string): string {
	const value = memberOf(record, name);
	return typeof value === 'string' ? value : '';
}

/** Sets a member by such a name: `record['__proto__'] = …` would set none. */
export function setMember<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
	const more = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(record, name, { value, ...more });
}
