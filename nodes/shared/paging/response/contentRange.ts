/**
 * Reads the total of a `Content-Range` header (RFC 9110, 14.4): 2350 of
 *
 *     Content-Range: items 0-24/2350
 *
 * @returns the digits after the slash, or an asterisk where the server does not know the total, or not
 *   yet; any other value unchanged
 */
export function totalOfRange(value: unknown): unknown {
	return /\/\s*(\d+|\*)\s*$/.exec(String(value))?.[1] ?? value;
}
