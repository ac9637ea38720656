import { limitIn } from './limit';
import { isRecord } from './guards';
import type { AnswerLike } from './refusal';
import { waitInHeaders, waitInRefusal } from './toldWait';

/**
 * What an answer says about the load of a server: `refused`: it was one request too many, was not
 * processed, and will be accepted later; `failed`: an error that load may have caused.
 */
export type Overload = 'refused' | 'failed';

/** Codes of GraphQL errors that mean one request too many. */
const CODE = /^(rate[-_ ]?limit(ed|[-_ ]?exceeded)|throttled|too[-_ ]?many[-_ ]?requests)$/i;

const NONE_LEFT = /^\s*0\s*$/;

/**
 * Whether a server has too much to do, as far as one answer tells.
 *
 * 429 and 503 are refusals. Some APIs limit their rate with 403, and say when to come back in
 * `Retry-After`, or that nothing is left in `X-RateLimit-Remaining`. Others say it in words or as a code
 * with any status, such as 200:
 *
 *     400 { "error": "Throttling", "message": "Rate exceeded" }
 *     200 { "errcode": 45009, "errmsg": "api rate limit exceeded" }
 *     200 { "data": null, "errors": [{ "extensions": { "code": "THROTTLED" } }] }
 *
 * A quota that is used up is waited for only where the answer says how long.
 *
 * 408, the other statuses from 500 on, and no answer at all are errors that load may have caused.
 *
 * @param answer `undefined` when there was none
 * @returns `undefined` when it says nothing of the kind
 */
export function overloadIn(answer: AnswerLike | undefined): Overload | undefined {
	if (!answer) return 'failed';
	const { status } = answer;
	if (status === 429 || status === 503) return 'refused';
	if (isRefused(answer)) return 'refused';
	return status === 408 || status >= 500 ? 'failed' : undefined;
}

function isRefused(answer: AnswerLike): boolean {
	const { status, headers, body } = answer;
	const limit = limitIn(answer);
	if (limit === 'rate') return true;
	if (limit === 'quota') return waitInRefusal(answer, 0) !== undefined;
	if (status === 403)
		return (
			waitInHeaders(answer, 0) !== undefined ||
			NONE_LEFT.test(headerIn(headers, 'x-ratelimit-remaining'))
		);
	// Beside a part of the data, too.
	const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
	return status < 300 && errors.filter(isRecord).some(hasCode);
}

/** Whether an error of GraphQL has such a code: `{ "type": "RATE_LIMITED" }`, or see above. */
function hasCode({ extensions, type }: Record<string, unknown>): boolean {
	const code = isRecord(extensions) ? extensions.code : undefined;
	return [code, type].some((text) => typeof text === 'string' && CODE.test(text));
}

function headerIn(headers: AnswerLike['headers'], name: string): string {
	const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
	return String(found?.[1] ?? '');
}
