import { readHttpDate } from './httpDate';
import { readTimestamp, waitUntil } from './timestamp';

/** A longer wait is as good as none: no number of it has to be shown. */
const MOST_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3; third-party-risk, Errors).
 *
 * @param value seconds (`"3"`) or an HTTP date (`"Fri, 20 Nov 2026 17:00:00 GMT"`); of some APIs, a time since
 *   1970 (`"1795194000"`), which would be decades as a wait
 * @param now milliseconds since 1970, to convert a date into a wait
 * @returns the wait in milliseconds, from 0 to a year; `undefined` when absent or invalid
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	const isSeconds = /^\d+(\.\d+)?$/.test(text);
	const wait = isSeconds ? toWait(text, now) : readHttpDate(text) - now;
	return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), MOST_MS);
}

function toWait(number: string, now: number): number {
	const time = readTimestamp(number);
	return time ? waitUntil(time, now) : Math.ceil(Number(number) * 1_000);
}
