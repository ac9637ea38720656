import { readDuration } from './duration';
import { memberOf } from './members';
import { readTimestamp, waitUntil } from './timestamp';

/** What a service says about its rate limit. */
export interface RateLimit {
	/** Requests that it will still take before the reset. */
	remaining: number;
	/** Milliseconds from now. */
	resetMs: number;
}

const COUNT = /^\d{1,15}$/;

const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/**
 * Reads the rate limit out of the headers of an answer, in the first of these forms that is present:
 * `RateLimit: "default";r=50;t=30` (IETF draft); `RateLimit: limit=100, remaining=50, reset=30`,
 * `RateLimit-Remaining` and `RateLimit-Reset` (its older versions); and the same two with `X-` or
 * `X-Rate-Limit-` before them.
 *
 * @param headers lower-case names
 * @param now milliseconds since 1970, for resets that are a time
 * @returns the tightest limit; `undefined` when there is none, or it is not exactly in one of the forms
 */
export function readRateLimit(headers: Record<string, string>, now: number): RateLimit | undefined {
	const { ratelimit } = headers;
	if (ratelimit !== undefined) return readPolicies(ratelimit);
	return PREFIXES.map((prefix) => readFields(headers, prefix, now)).find(Boolean);
}

/**
 * Reads when a client that was refused may return, where the answer only says that:
 * `X-RateLimit-Reset: 1795194000`.
 *
 * @param headers lower-case names
 * @param now milliseconds since 1970
 * @returns milliseconds from now; `undefined` where it also says how many requests remain, or no time
 */
export function readResetAlone(headers: Record<string, string>, now: number): number | undefined {
	const prefix = PREFIXES.find((one) => memberOf(headers, `${one}-reset`) !== undefined);
	if (prefix === undefined || memberOf(headers, `${prefix}-remaining`) !== undefined)
		return undefined;
	const resetMs = resetIn(headers, prefix, now);
	return Number.isNaN(resetMs) ? undefined : resetMs;
}

/** A list of policies; the older versions of the draft have one, with commas in it. */
function readPolicies(list: string): RateLimit | undefined {
	// A quoted name may have anything in it.
	const plain = list.replace(/"[^"]*"/g, '');
	return (plain.includes('remaining=') ? [plain] : plain.split(','))
		.map((policy) => ({
			remaining: toCount(/\b(?:r|remaining)=(\d+)/.exec(policy)?.[1]),
			resetMs: toCount(/\b(?:t|reset)=(\d+)/.exec(policy)?.[1]) * 1000,
		}))
		.filter(({ remaining, resetMs }) => !Number.isNaN(remaining + resetMs))
		.sort((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs)[0];
}

function toCount(text: string | undefined): number {
	return Number(COUNT.exec(String(text))?.[0]);
}

function readFields(
	headers: Record<string, string>,
	prefix: string,
	now: number,
): RateLimit | undefined {
	const remaining = toCount(memberOf(headers, `${prefix}-remaining`)?.trim());
	const resetMs = resetIn(headers, prefix, now);
	return Number.isNaN(remaining + resetMs) ? undefined : { remaining, resetMs };
}

/** @returns milliseconds until the reset; NaN when the answer does not say when it is */
function resetIn(headers: Record<string, string>, prefix: string, now: number): number {
	return toWait(memberOf(headers, `${prefix}-reset`)?.trim() ?? '', now);
}

/**
 * @param reset seconds from now, as in `30`, a duration, as in `6m0s`, or a time: `1774952130`, `1774952130.123`, as Discord has it,
 *   `1774952130123`, or `2026-03-31T10:15:30Z`, as Jira has it
 * @returns milliseconds from now, from 0; NaN when it is none of them, or the time of any place
 */
function toWait(reset: string, now: number): number {
	const time = readTimestamp(reset);
	if (!time) return COUNT.test(reset) ? toCount(reset) * 1_000 : (readDuration(reset) ?? NaN);
	if (time.isLocal) return NaN;
	return waitUntil(time, now);
}
