import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import { beginningOf } from '../basics/shorten';
import type { NoAnswer, SendResult } from './answer';

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
