import { isRecord } from '../basics/values';
import { beginningOf } from '../basics/text';

/** Result of one attempt to send a request: an HTTP answer, or none. */
export type SendResult = Answer | NoAnswer;

/** An HTTP answer with any status. */
export interface Answer {
	kind: 'answer';
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	/** Parsed JSON where the body was JSON, else text, a stream, or `undefined`. */
	body: unknown;
}

/** The connection was lost or timed out; the service may or may not have processed the request. */
export interface NoAnswer {
	kind: 'noAnswer';
	/** Code of the operating system or HTTP library, such as `ECONNRESET` or `ECONNABORTED`. */
	code: string;
	message: string;
}

/** Our own code for an answer that started but was never completed. */
export const INTERRUPTED = 'INTERRUPTED';

/** Codes of Node.js and its HTTP library, as the end of a sentence that starts with an address. */
const CODE_TEXTS: Record<string, string> = {
	[INTERRUPTED]: 'sent an incomplete response: the connection was lost',
	ECONNREFUSED: 'refused the connection',
	ECONNRESET: 'closed the connection without a response',
	ECONNABORTED: 'did not respond in time',
	ETIMEDOUT: 'did not respond in time',
	ENOTFOUND: 'could not be found: the host name is unknown',
	EAI_AGAIN: 'could not be reached: the DNS lookup failed',
};

/**
 * Explains why there is no answer.
 *
 * @returns the end of a sentence that starts with an address, such as `refused the connection`
 */
export function explainNoAnswer({ code, message }: NoAnswer): string {
	return CODE_TEXTS[code] ?? `could not be reached (${message})`;
}

/**
 * Keeps only code and message of what an HTTP library threw: the original contains the whole
 * request, including its secrets.
 *
 * @param error of any type; it may have no code or message
 */
export function toNoAnswer(error: unknown): NoAnswer {
	const { code, message } = isRecord(error) ? error : {};
	return {
		kind: 'noAnswer',
		code: typeof code === 'string' ? code : '',
		message: typeof message === 'string' ? beginningOf(message) : 'no response',
	};
}

/** Codes of an unknown host or an invalid certificate: retrying does not help. */
export const WRONG_ADDRESS =
	/^ENOTFOUND$|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO|ERR_INVALID_URL/;

/** Codes of connections that could not be established. */
const NO_CONNECTION = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** @returns why there is no answer; `''` when there is one */
export function codeOf(outcome: SendResult): string {
	return outcome.kind === 'noAnswer' ? outcome.code : '';
}

/** @returns whether the service certainly has not got the request */
export function wasNeverSent(outcome: SendResult): boolean {
	const code = codeOf(outcome);
	return WRONG_ADDRESS.test(code) || NO_CONNECTION.test(code);
}

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

/**
 * Normalizes the headers of an HTTP library.
 *
 * @param headers names in any case; lists are joined with commas, other values that are neither text
 *   nor number are dropped
 * @returns lower-case names with text values
 */
export function normalizeHeaders(headers: unknown): Record<string, string> {
	if (!isRecord(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => ['string', 'number'].includes(typeof value) || Array.isArray(value))
			.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
