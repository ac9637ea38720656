import type { Answer, SendResult } from './answer';

/** When and for how long a request may be repeated. */
export interface RetryPolicy {
	/** Whether sending it twice has the same effect as once (reads, full replacements, idempotency keys). */
	repeatable: boolean;
	/** Maximum sum of all waits, in milliseconds. */
	maxWaitMs: number;
	/** @returns whether an answer is a refusal to wait for although its status does not say so */
	isThrottled?: (answer: Answer) => boolean;
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
	/** It may have been processed, and sending it again could create a duplicate. */
	isOpen: boolean;
	/** The wait that the service required, in milliseconds; set when it exceeds what is left. */
	refusedWaitMs?: number;
}
