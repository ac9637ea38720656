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
 * @param field with the address, such as `the URL`
 * @returns what to do about a missing answer
 */
export function adviseOnNoAnswer({ code }: NoAnswer, field: string): string {
	if (TIMED_OUT.test(code))
		return `Check ${field}, and that n8n can reach it. If the server is slow, raise Timeout under Options > Advanced.`;
	if (code === 'ECONNREFUSED')
		return `Check the host and port of ${field}, and that the server is running. n8n reached the host, but nothing accepts connections there. In Docker, localhost is the container itself.`;
	if (UNKNOWN_HOST.test(code))
		return `Check the spelling of the host in ${field}, and the network and DNS settings of the n8n server.`;
	if (UNTRUSTED.test(code))
		return `Check that ${field} is an https address of that server, and that its certificate is valid for this host.`;
	if (LOST.includes(code))
		return `If it happens again, check ${field}, and what is between n8n and the server, such as a proxy.`;
	return `Check ${field}, and that n8n can reach it.`;
}

/** Codes of a connection that was established. */
const LOST = ['ECONNRESET', 'EPIPE', INTERRUPTED];

const TIMED_OUT = /^(?:ECONNABORTED|ETIMEDOUT)$/;

const UNKNOWN_HOST = /^(?:ENOTFOUND|EAI_AGAIN)$/;

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/;

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
