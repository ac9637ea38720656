import type { SendResult } from './answer';
import { isRetryable, JITTER, mayHaveBeenProcessed, nextWait } from './retryable';
import { parseRetryAfter } from './retryAfter';
import type { RetryEnvironment, RetryPolicy, RetryResult } from './retryTypes';

/** Maximum number of times a request is sent, including the first. */
export const MAX_ATTEMPTS = 5;

export type { RetryEnvironment, RetryPolicy, RetryResult };

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
	{ repeatable, maxWaitMs, isThrottled }: RetryPolicy,
	environment: RetryEnvironment,
): Promise<RetryResult> {
	let waitedMs = 0;
	let wait: number | undefined;
	let mayHaveActed = false;

	for (let attempts = 1; ; attempts++) {
		const outcome = await send(attempts);
		const isAnswered = outcome.kind === 'answer' && outcome.status < 400 && !isThrottled?.(outcome);
		if (!isAnswered) mayHaveActed ||= mayHaveBeenProcessed(outcome);
		const isOpen = !repeatable && mayHaveActed;
		const result = { outcome, attempts, waitedMs, mayHaveActed, isOpen };
		if (isAnswered || !isRetryable(outcome, repeatable, isThrottled)) return result;
		if (attempts === MAX_ATTEMPTS) return result;

		const headers = outcome.kind === 'answer' ? outcome.headers : {};
		const retryAfterMs = parseRetryAfter(headers['retry-after'], environment.now()) ?? 0;
		const leftMs = Math.max(0, maxWaitMs - waitedMs);
		if (retryAfterMs > leftMs) return { ...result, refusedWaitMs: retryAfterMs };
		if (leftMs === 0) return result;

		wait = nextWait(wait, retryAfterMs);
		const sleepMs = Math.min(Math.ceil(wait * (1 + JITTER * environment.random())), leftMs);
		await environment.sleep(sleepMs);
		waitedMs += sleepMs;
	}
}
