import type { RetryEnvironment, RetryPolicy, RetryResult, SendResult } from './answer';
import { codeOf, wasNeverSent, WRONG_ADDRESS } from './answer';
import { parseRetryAfter } from './limits';

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
