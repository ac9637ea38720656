import { readDuration, unitOf } from './duration';
import { isObject } from './guards';
import { memberFold } from './nameFolds';
import { readResetAlone } from './rateLimit';
import { type AnswerLike, wordsOfRefusal } from './refusal';
import { parseRetryAfter } from './retryAfter';

/** Names for the time of the next attempt, with their unit: `Retry-After`, `x-ms-retry-after-ms`, `retryDelay`. */
const RETRY = /retry(?:after|in|delay|at)(ms|millis|milliseconds|s|secs?|seconds|mins?|minutes)?$/;

/** Names that mean it only in a refusal: `X-RateLimit-Reset-After`, `waitSeconds`. */
const RESET =
	/(?:(?:resets?|wait|available|backoff)(?:after|in|for|at|time|delay)|(?:wait|backoff)(?=s|m))(ms|millis|milliseconds|s|secs?|seconds|mins?|minutes)?$/;

/** How people are told: `Please try again in 20s`, `Expected available in 20 seconds`. */
const IN_WORDS = /\b(?:retry|again|available|wait|resets?)\b[a-z ]{0,20}? (\d[\d.a-z ]{0,30})/i;

/** How deep a body is read: `{ "error": { "details": [{ "retryDelay": "20s" }] } }`. */
const DEEPEST = 4;

/** How many members of an object or a list are read. */
const MOST_MEMBERS = 100;

/**
 * Reads when a request may be sent again, out of the headers that say that of any answer: `Retry-After: 20`,
 * `Retry-After-Ms: 20000`.
 *
 * @param now milliseconds since 1970
 * @returns the wait in milliseconds, from 0 to a year; `undefined` when none is named
 */
export function waitInHeaders({ headers }: AnswerLike, now: number): number | undefined {
	const texts = Object.entries(headers).map(([name, value]): [string, unknown] => [name, value]);
	const standard = texts.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
	return (
		(standard === undefined ? undefined : parseRetryAfter(String(standard), now)) ??
		waitAmong(texts, RETRY, now)
	);
}

/**
 * Reads when a request may be sent again that was refused as one too many, out of all that its answer has:
 *
 *     X-RateLimit-Reset-After: 20
 *     { "retry_after": 20 }
 *     { "message": "Please try again in 20s." }
 *
 * @param now milliseconds since 1970
 * @returns the wait in milliseconds, from 0 to a year; `undefined` when none is named
 */
export function waitInRefusal(answer: AnswerLike, now: number): number | undefined {
	const { headers, body } = answer;
	return (
		waitInHeaders(answer, now) ??
		waitAmong(Object.entries(headers), RESET, now) ??
		waitIn(body, now) ??
		readResetAlone(lowerCase(headers), now) ??
		readDuration(IN_WORDS.exec(wordsOfRefusal(answer))?.[1] ?? '')
	);
}

/** @param names which of the members say it; their unit is the first group */
function waitAmong(
	members: ReadonlyArray<[name: string, value: unknown]>,
	names: RegExp,
	now: number,
): number | undefined {
	for (const [name, value] of members) {
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const found = names.exec(memberFold(name));
		const wait = found && parseRetryAfter(String(value), now, unitOf(found[1] ?? 's'));
		if (wait !== null && wait !== undefined) return wait;
	}
	return undefined;
}

function waitIn(value: unknown, now: number, depth = 0): number | undefined {
	if (!isObject(value) || depth > DEEPEST) return undefined;
	const members = Object.entries(value).slice(0, MOST_MEMBERS);
	const own = waitAmong(members, RETRY, now) ?? waitAmong(members, RESET, now);
	if (own !== undefined) return own;
	for (const [, member] of members) {
		const wait = waitIn(member, now, depth + 1);
		if (wait !== undefined) return wait;
	}
	return undefined;
}

function lowerCase(headers: AnswerLike['headers']): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
