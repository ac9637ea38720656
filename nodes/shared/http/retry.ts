import type { RetryEnvironment } from '../basics/clock';
import { overloadIn } from '../basics/overload';
import { waitInHeaders, waitInRefusal } from '../basics/toldWait';
import type { Answer, SendResult } from './answer';
import { codeOf, wasNeverSent, WRONG_ADDRESS } from './noAnswer';

/** When and for how long a request may be repeated. */
export interface RetryPolicy {
	/** Whether sending it twice has the same effect as once (reads, full replacements, idempotency keys). */
	repeatable: boolean;
	/** Maximum sum of all waits, in milliseconds. */
	maxWaitMs: number;
	/** Whether a person waits for the result: a connection that cannot be established is tried once more only. */
	isAwaited?: boolean;
	/** @returns whether an answer is a refusal to wait for although its status does not say so */
	isThrottled?: (answer: Answer) => boolean;
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
	/** It may have been processed, and sending it again could create a duplicate. */
	isOpen: boolean;
	/** The wait that the service required, in milliseconds; set when it exceeds what is left. */
	refusedWaitMs?: number;
}

/** Maximum number of times a request is sent, including the first. */
export const MAX_ATTEMPTS = 5;

/** The same for a connection that cannot be established while a person waits. */
const MAX_ATTEMPTS_AWAITED = 2;

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
	let waitedMs = 0;
	let wait = FIRST_WAIT_MS / 2;
	let mayHaveActed = false;

	for (let attempts = 1; ; attempts++) {
		const outcome = await send(attempts);
		mayHaveActed ||= hasUnknownEffect(outcome) && !wasNeverSent(outcome);
		const isOpen = !policy.repeatable && mayHaveActed;
		const result = { outcome, attempts, waitedMs, mayHaveActed, isOpen };
		if (!isRetryable(outcome, policy) || attempts >= mostAttempts(outcome, policy)) return result;

		const retryAfterMs = requestedWait(outcome, environment.now()) ?? 0;
		const leftMs = Math.max(0, policy.maxWaitMs - waitedMs);
		if (retryAfterMs > leftMs) return { ...result, refusedWaitMs: retryAfterMs };
		if (leftMs === 0) return result;

		wait = Math.max(wait * 2, retryAfterMs);
		const sleepMs = Math.min(Math.ceil(wait * (1 + JITTER * environment.random())), leftMs);
		await environment.sleep(sleepMs);
		waitedMs += sleepMs;
	}
}

/** @returns the wait that an answer asks for, in milliseconds; `undefined` when it asks for none */
export function requestedWait(outcome: SendResult, now: number): number | undefined {
	if (outcome.kind === 'noAnswer') return undefined;
	return overloadIn(outcome) === 'refused'
		? waitInRefusal(outcome, now)
		: waitInHeaders(outcome, now);
}

function mostAttempts(outcome: SendResult, { isAwaited = false }: RetryPolicy): number {
	return isAwaited && wasNeverSent(outcome) ? MAX_ATTEMPTS_AWAITED : MAX_ATTEMPTS;
}

/**
 * 429 and 503 are always retried (the request was not processed), and so is a connection that could not be
 * established; 500, 502, 504 and a missing answer only where repeating is safe; everything else never (third-party-risk, Errors), unless a policy
 * for other APIs knows more refusals.
 */
function isRetryable(outcome: SendResult, { repeatable, isThrottled }: RetryPolicy): boolean {
	if (outcome.kind === 'answer' && [429, 503].includes(outcome.status)) return true;
	if (outcome.kind === 'answer' && isThrottled?.(outcome)) return true;
	if (WRONG_ADDRESS.test(codeOf(outcome))) return false;
	return wasNeverSent(outcome) || (repeatable && hasUnknownEffect(outcome));
}

/** Whether a request may or may not have been processed. */
function hasUnknownEffect(outcome: SendResult): boolean {
	return outcome.kind === 'noAnswer' || [500, 502, 504].includes(outcome.status);
}
