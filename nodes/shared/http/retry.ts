import type { SendResult } from './answer';
import { parseRetryAfter } from './retryAfter';

/** Maximum number of times a request is sent, including the first. */
export const MAX_ATTEMPTS = 5;

/** Wait before the second attempt unless the service requires a longer one, in milliseconds. */
const FIRST_WAIT_MS = 1_000;

/** Maximum random addition, as a share of the wait, so that rejected clients do not retry in sync. */
const JITTER = 0.1;

/** The request was not processed: sending it again cannot create duplicates. */
const NOT_PROCESSED = new Set([429, 503]);

/** The request may or may not have been processed. */
const UNKNOWN_EFFECT = new Set([500, 502, 504]);

/** An unknown host or an invalid certificate: retrying does not help. */
const WRONG_ADDRESS =
	/^ENOTFOUND$|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO|ERR_INVALID_URL/;

/** Codes of connections that could not be established. */
const NO_CONNECTION = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** When and for how long a request may be repeated. */
export interface RetryPolicy {
	/** Whether sending it twice has the same effect as once (reads, full replacements, idempotency keys). */
	repeatable: boolean;
	/** Maximum sum of all waits, in milliseconds. */
	maxWaitMs: number;
}

/** Time and randomness, passed in so that tests can control them. */
export interface RetryEnvironment {
	/** Milliseconds since 1970. */
	now: () => number;
	/** At least 0 and less than 1. */
	random: () => number;
	/** Rejects when the execution is cancelled. */
	sleep: (ms: number) => Promise<void>;
}

/** The last outcome, and what happened before it. */
export interface RetryResult {
	outcome: SendResult;
	/** Times the request was sent. */
	attempts: number;
	/** Sum of all waits, in milliseconds. */
	waitedMs: number;
	/** An attempt may have been processed although its answer was lost. */
	mayHaveActed: boolean;
	/** It may have been processed, and sending it anew could create a duplicate. */
	isOpen: boolean;
	/** The wait that the service required, in milliseconds; set when it exceeds what is left. */
	refusedWaitMs?: number;
}

/**
 * 429 and 503 are always retried (the request was not processed); 500, 502, 504 and a missing answer
 * only where repeating is safe; everything else never (third-party-risk, Errors).
 */
function isRetryable(outcome: SendResult, { repeatable }: RetryPolicy): boolean {
	if (outcome.kind === 'answer' && NOT_PROCESSED.has(outcome.status)) return true;
	return repeatable && hasUnknownEffect(outcome) && !hasWrongAddress(outcome);
}

function hasWrongAddress(outcome: SendResult): boolean {
	return hasCode(outcome, WRONG_ADDRESS);
}

function wasNeverSent(outcome: SendResult): boolean {
	return hasWrongAddress(outcome) || hasCode(outcome, NO_CONNECTION);
}

function hasCode(outcome: SendResult, codes: RegExp): boolean {
	return outcome.kind === 'noAnswer' && codes.test(outcome.code);
}

function hasUnknownEffect(outcome: SendResult): boolean {
	return outcome.kind === 'noAnswer' || UNKNOWN_EFFECT.has(outcome.status);
}

/**
 * The next wait without the random addition: twice the previous one, and at least what the service
 * requires. All values are in milliseconds.
 */
function nextWait(previousMs: number | undefined, retryAfterMs: number): number {
	const doubledMs = previousMs === undefined ? FIRST_WAIT_MS : previousMs * 2;
	return Math.max(doubledMs, retryAfterMs);
}

/**
 * Sends a request until it succeeds, is refused for good, or the limits are reached
 * (third-party-risk, Errors: retry rule for 429 and 503).
 *
 * @param send one attempt; returns a lost connection as an outcome instead of throwing it
 * @param policy whether the request may be repeated, and the maximum total wait
 * @param environment clock, random numbers and sleep
 * @returns the last outcome, whatever its status
 * @throws what `send` or `sleep` throws, such as a cancellation
 */
export async function sendWithRetry(
	send: () => Promise<SendResult>,
	policy: RetryPolicy,
	environment: RetryEnvironment,
): Promise<RetryResult> {
	let waitedMs = 0;
	let wait: number | undefined;
	let mayHaveActed = false;

	for (let attempts = 1; ; attempts++) {
		const outcome = await send();
		mayHaveActed ||= hasUnknownEffect(outcome) && !wasNeverSent(outcome);
		const isOpen = !policy.repeatable && mayHaveActed;
		const result = { outcome, attempts, waitedMs, mayHaveActed, isOpen };
		if (!isRetryable(outcome, policy) || attempts === MAX_ATTEMPTS) return result;

		const headers = outcome.kind === 'answer' ? outcome.headers : {};
		const retryAfterMs = parseRetryAfter(headers['retry-after'], environment.now()) ?? 0;
		const leftMs = Math.max(0, policy.maxWaitMs - waitedMs);
		if (retryAfterMs > leftMs) return { ...result, refusedWaitMs: retryAfterMs };
		if (leftMs === 0) return result;

		wait = nextWait(wait, retryAfterMs);
		const sleepMs = Math.min(Math.ceil(wait * (1 + JITTER * environment.random())), leftMs);
		await environment.sleep(sleepMs);
		waitedMs += sleepMs;
	}
}
