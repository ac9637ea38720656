import type { SendResult } from './answer';
import type { RetryPolicy } from './retryTypes';

/** Wait before the second attempt unless the service requires a longer one, in milliseconds. */
const FIRST_WAIT_MS = 1_000;

/** Maximum random addition, as a share of the wait, so that rejected clients do not retry in sync. */
export const JITTER = 0.1;

/** The request was not processed: sending it again cannot create duplicates. */
const NOT_PROCESSED = new Set([429, 503]);

/** The request may or may not have been processed. */
const UNKNOWN_EFFECT = new Set([500, 502, 504]);

/** An unknown host or an invalid certificate: retrying does not help. */
const WRONG_ADDRESS =
	/^ENOTFOUND$|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO|ERR_INVALID_URL/;

/** Codes of connections that could not be established. */
const NO_CONNECTION = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * 429 and 503 are always retried (the request was not processed); 500, 502, 504 and a missing answer
 * only where repeating is safe; everything else never (third-party-risk, Errors), unless a policy
 * for other APIs knows more refusals.
 */
export function isRetryable(
	outcome: SendResult,
	repeatable: boolean,
	isThrottled?: RetryPolicy['isThrottled'],
): boolean {
	if (outcome.kind === 'answer' && NOT_PROCESSED.has(outcome.status)) return true;
	if (outcome.kind === 'answer' && isThrottled?.(outcome)) return true;
	return repeatable && hasUnknownEffect(outcome) && !hasWrongAddress(outcome);
}

/** @returns whether the service may have processed the request, and has not said so */
export function mayHaveBeenProcessed(outcome: SendResult): boolean {
	return hasUnknownEffect(outcome) && !wasNeverSent(outcome);
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
export function nextWait(previousMs: number | undefined, retryAfterMs: number): number {
	const backoffMs = previousMs === undefined ? FIRST_WAIT_MS : previousMs * 2;
	return Math.max(backoffMs, retryAfterMs);
}
