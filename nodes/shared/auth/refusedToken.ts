import { namesStatus, saysTogether, textOfRefusal } from '../basics/refusal';
import type { Answer } from '../http/answer';

const UNAUTHORIZED = 401;

/** Statuses that no standard has, and some servers: page expired, sign-in timed out, invalid token. */
const EXPIRED_STATUSES = [419, 440, 498];

/** Statuses that mean something else, whatever they say: not found, a proxy, a timeout, a limit. */
const OTHER_STATUSES = [404, 407, 408, 429];

/** What is said of a token that is not accepted any more, in words or as a code: `TOKEN_EXPIRED`. */
const TOKEN = /\b(?:token|jwt|session)s?\b/;

const REFUSED =
	/\b(?:expired|revoked|invalid|invalidated|malformed|timed ?out|(?:not|no longer) (?:valid|active|accepted))\b/;

/** What is said of signing in, in place of the token; who is not authorized may be signed in. */
const SIGN_IN = /\b(?:log ?in|sign ?in|authentication|credentials?)\b/;

const FAILED = /\b(?:expired|time ?out|timed ?out|invalid|required|failed|failure|unsuccessful)\b/;

const NOT_SIGNED_IN = /\b(?:unauthenticated|not (?:authenticated|logged in|signed in))\b/;

/** Tokens that are not those of the client: `Invalid page token`. */
const OTHER_TOKEN =
	/\b(?:page|paging|pagination|next|start|starting|continuation|cursor|sync|delta|scroll|skip|resume|resumption|refresh|csrf|xsrf|device|upload|reset|verification|parameter|param|field|unexpected) {0,3}tokens?\b/;

/**
 * Reads whether an answer refuses the access token with another status than 401, which a new one may
 * mend: `WWW-Authenticate: Bearer error="invalid_token"` (RFC 6750, 3.1), or
 *
 *     403 { "message": "Token expired" }
 *     400 { "error": "invalid_token" }
 *     200 { "errcode": 40001, "errmsg": "access_token expired" }
 */
export function saysTokenRefused(answer: Answer): boolean {
	const { status, body } = answer;
	if (OTHER_STATUSES.includes(status)) return false;
	const isNamed = EXPIRED_STATUSES.includes(status);
	const text = textOfRefusal(answer);
	if (text === '' && !isNamed) return false;
	if (saysTogether(text, OTHER_TOKEN, REFUSED) || /\b[cx]srf\b/.test(text)) return false;
	return (
		isNamed ||
		(status < 500 && namesStatus(body, [UNAUTHORIZED, ...EXPIRED_STATUSES])) ||
		NOT_SIGNED_IN.test(text) ||
		saysTogether(text, TOKEN, REFUSED) ||
		saysTogether(text, SIGN_IN, FAILED)
	);
}

/** @returns whether an answer refuses the access token */
export function refusesToken(answer: Answer): boolean {
	return answer.status === UNAUTHORIZED || saysTokenRefused(answer);
}
