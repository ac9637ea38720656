/** `Sun, 06 Nov 1994 08:49:37 GMT`, and, as servers wrote it long ago, `Sunday, 06-Nov-94 08:49:37 GMT`. */
const OF_HTTP = /^[A-Z][a-z]+, (\d{1,2})[ -]([A-Z][a-z]{2})[ -](\d{2}|\d{4}) (\d\d:\d\d:\d\d) GMT$/;

/** `Sun Nov  6 08:49:37 1994`, as the C library writes it. */
const OF_C = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})$/;

/**
 * Reads a date in a header, such as `Date` or `Retry-After` (RFC 9110, 5.6.7). Date.parse() alone would
 * read a date without GMT as one of the time zone of this machine, and numbers as years.
 *
 * @returns milliseconds since 1970; NaN when the text is not a date of a header, or names a day that does
 *   not exist
 */
export function readHttpDate(text: string): number {
	const [, day, month, year, time] = OF_HTTP.exec(text.replace(OF_C, 'Day, $2 $1 $4 $3 GMT')) ?? [];
	const milliseconds = Date.parse(`${day} ${month} ${year} ${time} GMT`);
	// JavaScript takes February 30 for March 2.
	return new Date(milliseconds).getUTCDate() === Number(day) ? milliseconds : NaN;
}
