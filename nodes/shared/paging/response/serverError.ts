import { isRecord } from '../../json';
import { beginningOf } from '../../shorten';
import { excerpt } from '../errors';

/** What servers send as an error although there was none. */
const NO_ERROR = /^(?:ok|success|successful|none|no error)\.?$/i;

/** How servers call a page past the last one. */
const NO_MORE =
	/\bno (?:more )?(?:data|entries|items|pages?|records?|results?|rows)(?: (?:available|found|left))?[.!]?$/i;
const NOT_THERE = /\b(?:not found|out of (?:range|bounds))\b/i;
const PAGE = /\b(?:page|offset|records?|results?)\b/i;

/** @returns the messages in the `errors` of a GraphQL response, `undefined` when it has none */
export function graphqlMessage(body: unknown): string | undefined {
	const errors = isRecord(body) ? body.errors : undefined;
	if (errors === undefined || errors === null) return undefined;
	if (!Array.isArray(errors)) return excerpt(errors);
	if (errors.length === 0) return undefined;
	const words = errors.map((error: unknown) =>
		isRecord(error) && typeof error.message === 'string' ? error.message : excerpt(error),
	);
	return beginningOf(words.join('; '));
}

/** @returns what the body of a refused request says */
export function serverMessage(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.message : body.error;
	const words = [body.message, nested].find((text) => typeof text === 'string');
	return words && beginningOf(words);
}

/**
 * Finds an error in a response whose status says that there was none.
 *
 * @param property path of the records: an endpoint may list errors
 * @returns the server's words, `undefined` when it reports no error
 */
export function reportedError(body: unknown, property: string): string | undefined {
	if (!isRecord(body)) return undefined;
	const [top = ''] = property.split(/[.[]/);
	const { error, errors, ok, success, status } = body;
	const words =
		(top === 'error' ? undefined : wordsOf(error)) ??
		(top === 'errors' ? undefined : wordsOfAll(errors));
	if (words !== undefined) return beginningOf(words);
	const isFailed = typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status);
	const fact = [
		ok === false && '"ok" is false',
		success === false && '"success" is false',
		isFlagged(error) && `"error" is ${String(error)}`,
		isFlagged(errors) && `"errors" is ${String(errors)}`,
		isFailed && `"status" is "${status}"`,
	].find((text) => text !== false);
	return fact && (serverMessage(body) ?? fact);
}

/** A flag, or the number of an error; 0 is none. */
function isFlagged(error: unknown): boolean {
	return error === true || (typeof error === 'number' && error !== 0);
}

function wordsOfAll(errors: unknown): string | undefined {
	if (!Array.isArray(errors)) return wordsOf(errors);
	const words = errors.flatMap((error: unknown) => wordsOf(error) ?? []);
	return words.length === 0 ? undefined : words.join('; ');
}

function wordsOf(error: unknown): string | undefined {
	if (typeof error === 'string') {
		return error.trim() === '' || NO_ERROR.test(error.trim()) ? undefined : error;
	}
	if (!isRecord(error) || Object.keys(error).length === 0) return undefined;
	const { code, message, detail, description, title } = error;
	if (code === 0 || code === '0') return undefined;
	const words = [message, detail, description, title].find((text) => typeof text === 'string');
	return words === undefined ? excerpt(error) : wordsOf(words);
}

/** @returns whether the words of an error mean that there are no more pages */
export function saysPastEnd(message: string): boolean {
	return NO_MORE.test(message) || (NOT_THERE.test(message) && PAGE.test(message));
}
