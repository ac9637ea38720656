/** Request headers in the shape that Node.js delivers them; names in any letter case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Every value given for a header, also where it comes as a list or under several spellings, without the
 * blanks around it.
 *
 *     X-Service-Timestamp: 1774944930
 */
export function headerValues(headers: RequestHeaders, wanted: string): string[] {
	const lowerCaseName = wanted.toLowerCase();
	return Object.entries(headers)
		.filter(([name]) => name.toLowerCase() === lowerCaseName)
		.flatMap(([, value]) => value ?? [])
		.map(trimBlanks);
}

/**
 * Removes the spaces and tabs around a header value, which HTTP does not count as part of it.
 * `trim()` would also remove a no-break space, one bit away from a space: a changed header could
 * pass. A regular expression would take quadratic time on a long row of blanks.
 */
export function trimBlanks(value: string): string {
	let start = 0;
	let end = value.length;
	// Outside of the text the code is NaN, which ends both.
	while (isBlank(value.charCodeAt(start))) start++;
	while (isBlank(value.charCodeAt(end - 1))) end--;
	return value.slice(start, end);
}

function isBlank(code: number): boolean {
	return code === 0x20 || code === 0x09;
}
