/** @returns the kind of a value, for messages */
export function describeKind(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	if (typeof value === 'object') return 'an object';
	if (value === undefined) return 'missing';
	if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
	return `a ${typeof value}`;
}
