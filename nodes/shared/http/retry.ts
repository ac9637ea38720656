import type { SendResult } from './answer';
import { parseRetryAfter } from './retryAfter';

/** How often a request is sent at most, the first time included. */
export const MAX_ATTEMPTS = 5;

/** Wait before the second attempt when the service does not ask for more, in milliseconds. */
const FIRST_WAIT_MS = 1_000;

/** Share of a wait that chance may add, so that clients refused together do not return together. */
const JITTER = 0.1;

/** Answers that say the request was not processed: sending it again can double nothing. */
const NOT_PROCESSED = new Set([429, 503]);

/** Answers after which nobody knows whether the request was processed. */
const UNKNOWN_EFFECT = new Set([500, 502, 504]);

/** A host that does not exist, or is not who it says, stays so for longer than we wait. */
const WRONG_ADDRESS = /^ENOTFOUND$|CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|ERR_INVALID_URL/;

/** Codes of connections that did not come about. */
const NO_CONNECTION = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** What a request allows. */
export interface RetryPolicy {
	/** Whether a second sending has no effect beyond the first (reads, whole states, idempotency keys). */
	repeatable: boolean;
	/** Bound on the sum of all waits, in milliseconds. */
	maxWaitMs: number;
}

/** What the loop needs from its surroundings; handed in, so that tests own time and chance. */
export interface RetryEnvironment {
	/** Milliseconds since 1970. */
	now: () => number;
	/** From 0 to below 1. */
	random: () => number;
	/** Rejects when the execution is cancelled. */
	sleep: (ms: number) => Promise<void>;
}

/** The last outcome and how it was reached. */
export interface RetryResult {
	outcome: SendResult;
	attempts: number;
	waitedMs: number;
	/** An attempt before the last one may have been processed although its answer was lost. */
	mayHaveActed: boolean;
	/** The last attempt may have been processed, and another one would have an effect of its own. */
	isOpen: boolean;
	/** Set when the service asked for a longer wait than was left, in milliseconds. */
	refusedWaitMs?: number;
}

/**
 * Decides whether an outcome is worth another attempt.
 *
 * 429 and 503 always are (the request was not processed); 500, 502, 504 and a missing answer only
 * where repeating is safe; everything else never is.
 */
export function isRetryable(outcome: SendResult, policy: Pick<RetryPolicy, 'repeatable'>): boolean {
	if (outcome.kind === 'answer' && NOT_PROCESSED.has(outcome.status)) return true;
	if (hasWrongAddress(outcome)) return false;
	return policy.repeatable && hasUnknownEffect(outcome);
}

function hasWrongAddress(outcome: SendResult): boolean {
	return outcome.kind === 'noAnswer' && WRONG_ADDRESS.test(outcome.code);
}

function wasNeverSent(outcome: SendResult): boolean {
	return (
		hasWrongAddress(outcome) || (outcome.kind === 'noAnswer' && NO_CONNECTION.test(outcome.code))
	);
}

function hasUnknownEffect(outcome: SendResult): boolean {
	return outcome.kind === 'noAnswer' || UNKNOWN_EFFECT.has(outcome.status);
}

/**
 * Wait before the next attempt without the random addition: twice the wait before, and never less
 * than what the service asked for.
 *
 * @param previousMs the wait before the attempt that just failed; `undefined` before the second one
 * @param retryAfterMs what the service asked for
 * @returns milliseconds
 */
export function nextWait(previousMs: number | undefined, retryAfterMs: number | undefined): number {
	const doubled = previousMs === undefined ? FIRST_WAIT_MS : previousMs * 2;
	return Math.max(doubled, retryAfterMs ?? 0);
}

/**
 * Sends a request until it comes through, is refused for good, or patience ends
 * (third-party-risk, Errors: retry rule for 429 and 503).
 *
 * @param send one attempt; reports a broken connection as an outcome instead of throwing it
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
		const isOpen = !policy.repeatable && hasUnknownEffect(outcome) && !wasNeverSent(outcome);
		const result = { outcome, attempts, waitedMs, mayHaveActed, isOpen };
		if (!isRetryable(outcome, policy) || attempts === MAX_ATTEMPTS) return result;

		const headers = outcome.kind === 'answer' ? outcome.headers : {};
		const retryAfterMs = parseRetryAfter(headers['retry-after'], environment.now());
		const leftMs = policy.maxWaitMs - waitedMs;
		if (retryAfterMs !== undefined && retryAfterMs > leftMs) {
			return { ...result, refusedWaitMs: retryAfterMs };
		}
		if (leftMs <= 0) return result;

		mayHaveActed ||= hasUnknownEffect(outcome);
		wait = nextWait(wait, retryAfterMs);
		const sleepMs = Math.min(Math.ceil(wait * (1 + JITTER * environment.random())), leftMs);
		await environment.sleep(sleepMs);
		waitedMs += sleepMs;
	}
}
