import { DateTime } from 'luxon';

import { beginningOf, isRecord, memberOf } from '../basics/values';

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
	return memberOf(CODE_TEXTS, code) ?? `could not be reached (${message})`;
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
	const remaining = toCount(memberOf(headers, `${prefix}-remaining`)?.trim());
	const reset = memberOf(headers, `${prefix}-reset`)?.trim();
	const time = ISO_TIME.test(String(reset)) ? Date.parse(String(reset)) : toCount(reset);
	if (Number.isNaN(remaining + time)) return undefined;
	const ms = time >= EPOCH_MS ? time : time * 1000;
	return { remaining, resetMs: time >= EPOCH_SECONDS ? Math.max(0, ms - now) : ms };
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
		return (
			parseRetryAfter(headers['retry-after'], 0) !== undefined ||
			/^\s*0\s*$/.test(headers['x-ratelimit-remaining'] ?? '')
		);
	}
	const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
	return errors.filter(isRecord).some(({ extensions, type }) => {
		const code = isRecord(extensions) ? extensions.code : undefined;
		return [code, type].some((text) => typeof text === 'string' && CODE.test(text));
	});
}
