import { isRecord } from '../basics/guards';
import type { Answer } from './answer';
import { parseRetryAfter } from './retryAfter';

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
