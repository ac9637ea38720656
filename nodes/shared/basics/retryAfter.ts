import { readDuration } from './duration';
import { readHttpDate } from './httpDate';
import { readTimestamp, waitUntil } from './timestamp';

/** A longer wait is as good as none: no number of it has to be shown. */
const MOST_MS = 365 * 24 * 60 * 60 * 1_000;

const NUMBER = /^\d+(\.\d+)?$/;

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3; third-party-risk, Errors), or what APIs send in its place.
 *
 * @param value seconds (`"3"`) or an HTTP date (`"Fri, 20 Nov 2026 17:00:00 GMT"`); of some APIs, a time since
 *   1970 (`"1795194000"`), which would be decades as a wait, another date (`"2026-11-20T17:00:00Z"`), or a
 *   duration (`"3s"`)
 * @param now milliseconds since 1970, to convert a date into a wait
 * @param unitMs milliseconds that a number without a unit counts
 * @returns the wait in milliseconds, from 0 to a year; `undefined` when absent or invalid
 */
export function parseRetryAfter(
	value: string | undefined,
	now: number,
	unitMs = 1_000,
): number | undefined {
	const text = value?.trim() ?? '';
	const wait = NUMBER.test(text) ? toWait(text, now, unitMs) : toWaitOfText(text, now);
	return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), MOST_MS);
}

function toWait(number: string, now: number, unitMs: number): number {
	const time = readTimestamp(number);
	return time ? waitUntil(time, now) : Math.ceil(Number(number) * unitMs);
}

function toWaitOfText(text: string, now: number): number {
	const time = readTimestamp(text);
	// Without a zone, it could be the time of any place.
	if (time) return time.isLocal ? NaN : waitUntil(time, now);
	return readDuration(text) ?? readHttpDate(text) - now;
}
