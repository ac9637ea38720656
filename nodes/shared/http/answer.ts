import { isRecord } from '../json';

/** What came back from an attempt to send a request: an HTTP answer, or none at all. */
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

/** The connection broke or nothing came back in time; the service may or may not have acted. */
export interface NoAnswer {
	kind: 'noAnswer';
	/** Code of the operating system or HTTP library, such as `ECONNRESET` or `ECONNABORTED`. */
	code: string;
	message: string;
}

/**
 * Brings the headers of an HTTP library into one form.
 *
 * @param headers names in any case; values that are neither text nor number are joined or dropped
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

/** Our own code for an answer that began and never ended. */
export const INTERRUPTED = 'INTERRUPTED';

/** Codes of Node.js and its HTTP library, in the words of somebody who has to act on them. */
const NO_ANSWER_WORDS: Record<string, string> = {
	[INTERRUPTED]: 'broke off in the middle of its answer',
	ECONNREFUSED: 'refused the connection',
	ECONNRESET: 'closed the connection before it had answered',
	ECONNABORTED: 'did not answer in time',
	ETIMEDOUT: 'did not answer in time',
	ENOTFOUND: 'is not a host that can be found',
	EAI_AGAIN: 'could not be looked up',
};

/** @returns what a host did instead of answering, to follow its name in a sentence */
export function explainNoAnswer({ code, message }: NoAnswer): string {
	return NO_ANSWER_WORDS[code] ?? `could not be reached (${message})`;
}

/**
 * Keeps code and message of what an HTTP library threw, and nothing else of it: the original holds
 * the whole request with its secrets.
 */
export function toNoAnswer(error: unknown): NoAnswer {
	const { code, message } = isRecord(error) ? error : {};
	return {
		kind: 'noAnswer',
		code: typeof code === 'string' ? code : '',
		message: typeof message === 'string' ? message : 'no answer',
	};
}
