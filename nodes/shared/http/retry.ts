import type { Answer, SendResult } from './answer';
import { paceOf, paces } from './pace';
import { isRetryable, JITTER, mayHaveBeenProcessed, nextWait } from './retryable';
import { parseRetryAfter } from './retryAfter';
import type { RetryEnvironment, RetryPolicy, RetryResult } from './retryTypes';

/** Maximum number of times a request is sent, including the first. */
export const MAX_ATTEMPTS = 5;

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

/** By run, as long as no answer to its requests has mentioned limits. */
const inProgress = new WeakMap<object, number>();

/**
 * The same for the requests of a run, which share what an answer to any of them says about limits.
 *
 * @param run stands for the requests that share a limit
 * @param once one attempt
 * @param rest waits before the next attempt, in milliseconds; its pace does by default
 */
export async function sendAtPace(
	run: object,
	once: () => Promise<SendResult>,
	policy: RetryPolicy,
	environment: RetryEnvironment,
	rest = async (ms: number) => await paceOf(run, environment, inProgress.get(run)).rest(ms),
): Promise<RetryResult> {
	const { maxWaitMs, isThrottled } = policy;
	const attempt = async (number: number) => {
		const pace = paces.get(run);
		if (pace) return await pace.send(once, number, maxWaitMs, isThrottled);
		inProgress.set(run, (inProgress.get(run) ?? 0) + 1);
		try {
			const outcome = await once();
			if (mentionsLimits(outcome, policy)) {
				const learning = paceOf(run, environment, inProgress.get(run));
				learning.learn(outcome, number, maxWaitMs, isThrottled);
			}
			return outcome;
		} finally {
			inProgress.set(run, (inProgress.get(run) ?? 0) - 1);
			paces.get(run)?.leave();
		}
	};
	return await sendWithRetry(attempt, policy, { ...environment, sleep: rest });
}

/** Most services only mention their limits when they refuse a request. */
function mentionsLimits(outcome: SendResult, { isThrottled }: RetryPolicy): outcome is Answer {
	if (outcome.kind === 'noAnswer') return false;
	const isMention = (name: string) => /^(retry-after$|(x-)?rate-?limit)/.test(name);
	const { status, headers } = outcome;
	return status === 429 || Object.keys(headers).some(isMention) || isThrottled?.(outcome) === true;
}
