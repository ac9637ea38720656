import { errorWords } from '../basics/errorWords';
import { isRecord } from '../basics/guards';
import type { Answer } from '../http/answer';

/** Statuses with which APIs refuse a token besides 401. */
const OTHER_STATUSES = [400, 403];

/** What is said of a token that is not accepted any more, in words or as a code: `TOKEN_EXPIRED`. */
const TOKEN = /\b(?:token|jwt|session)s?\b/;

const REFUSED = /\b(?:expired|revoked|invalid|(?:not|no longer) (?:valid|active))\b/;

/** Tokens that are not those of the client: `Invalid page token`. */
const OTHER_TOKEN =
	/\b(?:page|paging|pagination|next|continuation|cursor|sync|delta|scroll|skip|resume|resumption|refresh|csrf|xsrf|device|upload|reset|verification) ?tokens?\b/;

/**
 * Reads whether an answer refuses the access token with another status than 401, which a new one may
 * mend: `WWW-Authenticate: Bearer error="invalid_token"` (RFC 6750, 3.1), or
 *
 *     403 { "message": "Token expired" }
 *     400 { "error": "invalid_token" }
 */
export function saysTokenRefused({ status, headers, body }: Answer): boolean {
	if (!OTHER_STATUSES.includes(status)) return false;
	const text = [headers['www-authenticate'] ?? '', errorWords(body), ...codesIn(body)]
		.join(' . ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/["=_-]+/g, ' ')
		.toLowerCase();
	const sentences = text.split('. ');
	return (
		sentences.some((sentence) => TOKEN.test(sentence) && REFUSED.test(sentence)) &&
		!OTHER_TOKEN.test(text)
	);
}

/** Codes of an error: `{ "code": "TokenExpired" }`, `{ "error": { "code": "token_expired" } }`. */
function codesIn(body: unknown): string[] {
	if (!isRecord(body)) return [];
	const holders = [body, body.error, body.errors].flat().filter(isRecord);
	return holders
		.flatMap(({ code, error, type, errorCode }) => [code, error, type, errorCode])
		.filter((code) => typeof code === 'string');
}

/** @returns whether an answer refuses the access token */
export function refusesToken(answer: Answer): boolean {
	return answer.status === 401 || saysTokenRefused(answer);
}
