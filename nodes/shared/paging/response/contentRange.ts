/** The total of a server that does not know it, or not yet. */
export const UNKNOWN = Symbol('unknown total');

/**
 * Reads the total of a `Content-Range` header (RFC 9110, 14.4), such as `items 0-24/2350`.
 *
 * @returns the digits after the slash; {@link UNKNOWN} for an asterisk; any other value unchanged
 */
export function totalOfRange(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const total = /\/\s*(\d+|\*)\s*$/.exec(value)?.[1];
	return total === '*' ? UNKNOWN : (total ?? value);
}
