/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3; third-party-risk, Errors).
 *
 * @param value seconds (`"3"`) or an HTTP date (`"Fri, 20 Nov 2026 17:00:00 GMT"`)
 * @param now milliseconds since 1970, to convert a date into a wait
 * @returns the wait in milliseconds, never negative; `undefined` when absent or invalid
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const date = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
