import { DateTime } from 'luxon';

import { isRecord } from '../basics/values';
import {
	type Answer,
	codeOf,
	type RetryEnvironment,
	type RetryPolicy,
	type RetryResult,
	type SendResult,
	wasNeverSent,
	WRONG_ADDRESS,
} from './answer';

/** A longer wait is as good as none: no number of it has to be shown. */
const MOST_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3; third-party-risk, Errors).
 *
 * @param value seconds (`"3"`) or an HTTP date (`"Fri, 20 Nov 2026 17:00:00 GMT"`)
 * @param now milliseconds since 1970, to convert a date into a wait
 * @returns the wait in milliseconds, from 0 to a year; `undefined` when absent or invalid
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	const isSeconds = /^\d+(\.\d+)?$/.test(text);
	// Strictly: without GMT, a date would be one of the time zone of this machine.
	const wait = isSeconds
		? Math.ceil(Number(text) * 1_000)
		: DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), MOST_MS);
}

/** What a service says about its rate limit. */
export interface RateLimit {
	/** Requests that it will still take before the reset. */
	remaining: number;
	/** Milliseconds from now. */
	resetMs: number;
}

const COUNT = /^\d{1,15}$/;

/** A time as text, as Jira has it. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;

const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** From this number on, a reset is a time since 1970, in seconds and in milliseconds. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

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
	const remaining = toCount(headers[`${prefix}-remaining`]?.trim());
	const reset = headers[`${prefix}-reset`]?.trim();
	const time = ISO_TIME.test(String(reset)) ? Date.parse(String(reset)) : toCount(reset);
	return Number.isNaN(remaining + time) ? undefined : { remaining, resetMs: toWait(time, now) };
}

function toWait(reset: number, now: number): number {
	if (reset >= EPOCH_MS) return Math.max(0, reset - now);
	return reset >= EPOCH_SECONDS ? Math.max(0, reset * 1000 - now) : reset * 1000;
}

/** Codes of GraphQL errors that mean one request too many. */
const CODE = /^(rate[-_ ]?limit(ed|[-_ ]?exceeded)|throttled|too[-_ ]?many[-_ ]?requests)$/i;

/**
 * Whether an answer asks the client to wait, whatever its status: the request was not processed, and will
 * be accepted later.
 *
 * That is what 429 and 503 mean. Some APIs limit their rate with 403, and say when to come back in
 * `Retry-After`, or that nothing is left in `X-RateLimit-Remaining`. GraphQL APIs respond with 200
 * and an error with a code such as `RATE_LIMITED` or `THROTTLED`.
 *
 * @param answer header names in lower case
 */
export function isThrottled({
	status,
	headers,
	body,
}: Pick<Answer, 'status' | 'headers' | 'body'>): boolean {
	if (status === 429 || status === 503) return true;
	if (status === 403) {
		const isAwaited = parseRetryAfter(headers['retry-after'], 0) !== undefined;
		return isAwaited || /^\s*0\s*$/.test(headers['x-ratelimit-remaining'] ?? '');
	}
	const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
	return errors.filter(isRecord).some(({ extensions, type }) => {
		const code = isRecord(extensions) ? extensions.code : undefined;
		return [code, type].some((text) => typeof text === 'string' && CODE.test(text));
	});
}

/** Maximum number of times a request is sent, including the first. */
export const MAX_ATTEMPTS = 5;

/** Wait before the second attempt unless the service requires a longer one, in milliseconds. */
const FIRST_WAIT_MS = 1_000;

/** Maximum random addition, as a share of the wait, so that rejected clients do not retry in sync. */
export const JITTER = 0.1;

/**
 * Sends a request until it succeeds, is refused for good, or the limits are reached
 * (third-party-risk, Errors: retry rule for 429 and 503).
 *
 * @param send one attempt, given its number from 1; returns a lost connection as an outcome instead
 *   of throwing it
 * @param policy whether the request may be repeated, and the maximum total wait
 * @param environment clock, random numbers and sleep
 * @returns the last outcome, whatever its status
 * @throws what `send` or `sleep` throws, such as a cancellation
 */
export async function sendWithRetry(
	send: (attempt: number) => Promise<SendResult>,
	policy: RetryPolicy,
	environment: RetryEnvironment,
): Promise<RetryResult> {
	const { repeatable, maxWaitMs, isThrottled } = policy;
	let waitedMs = 0;
	let wait = FIRST_WAIT_MS / 2;
	let mayHaveActed = false;

	for (let attempts = 1; ; attempts++) {
		const outcome = await send(attempts);
		const isAnswered = outcome.kind === 'answer' && outcome.status < 400 && !isThrottled?.(outcome);
		mayHaveActed ||= hasUnknownEffect(outcome) && !wasNeverSent(outcome);
		const isOpen = !repeatable && mayHaveActed;
		const result = { outcome, attempts, waitedMs, mayHaveActed, isOpen };
		if (isAnswered || !isRetryable(outcome, policy) || attempts === MAX_ATTEMPTS) return result;

		const headers = outcome.kind === 'answer' ? outcome.headers : {};
		const retryAfterMs = parseRetryAfter(headers['retry-after'], environment.now()) ?? 0;
		const leftMs = Math.max(0, maxWaitMs - waitedMs);
		if (retryAfterMs > leftMs) return { ...result, refusedWaitMs: retryAfterMs };
		if (leftMs === 0) return result;

		wait = Math.max(wait * 2, retryAfterMs);
		const sleepMs = Math.min(Math.ceil(wait * (1 + JITTER * environment.random())), leftMs);
		await environment.sleep(sleepMs);
		waitedMs += sleepMs;
	}
}

/** The request was not processed: sending it again cannot create duplicates. */
const NOT_PROCESSED = new Set([429, 503]);

/** The request may or may not have been processed. */
const UNKNOWN_EFFECT = new Set([500, 502, 504]);

/**
 * 429 and 503 are always retried (the request was not processed); 500, 502, 504 and a missing answer
 * only where repeating is safe; everything else never (third-party-risk, Errors), unless a policy
 * for other APIs knows more refusals.
 */
function isRetryable(outcome: SendResult, { repeatable, isThrottled }: RetryPolicy): boolean {
	if (outcome.kind === 'answer' && NOT_PROCESSED.has(outcome.status)) return true;
	if (outcome.kind === 'answer' && isThrottled?.(outcome)) return true;
	return repeatable && hasUnknownEffect(outcome) && !WRONG_ADDRESS.test(codeOf(outcome));
}

function hasUnknownEffect(outcome: SendResult): boolean {
	return outcome.kind === 'noAnswer' || UNKNOWN_EFFECT.has(outcome.status);
}
