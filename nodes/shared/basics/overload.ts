import { errorWords } from './errorWords';
import { isRecord } from './guards';
import { parseRetryAfter } from './retryAfter';

/**
 * What an answer says about the load of a server: `refused`: it was one request too many, was not
 * processed, and will be accepted later; `failed`: an error that load may have caused.
 */
export type Overload = 'refused' | 'failed';

/** The part of an answer that says so. Header names in any letter case. */
interface AnswerLike {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	body: unknown;
}

/** Codes of GraphQL errors that mean one request too many. */
const CODE = /^(rate[-_ ]?limit(ed|[-_ ]?exceeded)|throttled|too[-_ ]?many[-_ ]?requests)$/i;

/** How APIs say in words that there were too many requests; a quota of a day is none to wait for. */
const LIMIT =
	/\brate[ _-]?limit|too[ _-]many[ _-]requests|throttl|requests? per (?:second|minute)|(?:user)?ratelimitexceeded/i;

const NONE_LEFT = /^\s*0\s*$/;

/**
 * Whether a server has too much to do, as far as one answer tells.
 *
 * 429 and 503 are refusals. Some APIs limit their rate with 403, and say when to come back in
 * `Retry-After`, that nothing is left in `X-RateLimit-Remaining`, or only in words, "API rate limit
 * exceeded". GraphQL APIs respond with 200
 * and an error with a code such as `RATE_LIMITED` or `THROTTLED`:
 *
 *     { "data": null, "errors": [{ "extensions": { "code": "THROTTLED" } }] }
 *
 * 408, the other statuses from 500 on, and no answer at all are errors that load may have caused.
 *
 * @param answer `undefined` when there was none
 * @returns `undefined` when it says nothing of the kind
 */
export function overloadIn(answer: AnswerLike | undefined): Overload | undefined {
	if (!answer) return 'failed';
	const { status, headers, body } = answer;
	if (status === 429 || status === 503) return 'refused';
	if (status === 403) {
		const isAwaited = parseRetryAfter(headerIn(headers, 'retry-after'), 0) !== undefined;
		const isUsedUp = NONE_LEFT.test(headerIn(headers, 'x-ratelimit-remaining'));
		return isAwaited || isUsedUp || LIMIT.test(wordsOf(body)) ? 'refused' : undefined;
	}
	if (status === 408 || status >= 500) return 'failed';
	const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
	return errors.filter(isRecord).some(isRefusal) ? 'refused' : undefined;
}

/** Whether an error of GraphQL has such a code: `{ "type": "RATE_LIMITED" }`, or see above. */
function isRefusal({ extensions, type }: Record<string, unknown>): boolean {
	const code = isRecord(extensions) ? extensions.code : undefined;
	return [code, type].some((text) => typeof text === 'string' && CODE.test(text));
}

/** @returns the words of a refusal, and its code where it has one: `{ "error": { "code": "rate_limit_exceeded" } }` */
function wordsOf(body: unknown): string {
	const { error, code, errors } = isRecord(body) ? body : {};
	const holders = [error, errors].flat().filter(isRecord);
	const codes = [code, ...holders.flatMap((holder) => [holder.code, holder.reason, holder.type])];
	return [errorWords(body), ...codes.filter((one) => typeof one === 'string')].join(' ');
}

function headerIn(headers: AnswerLike['headers'], name: string): string {
	const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
	return String(found?.[1] ?? '');
}
