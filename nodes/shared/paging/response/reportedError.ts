import { isRecord } from '../../basics/guards';
import { beginningOf } from '../../basics/text';
import { excerpt } from '../pagingErrors';

/** What servers send as an error although there was none. */
const NO_ERROR = /^(?:ok|success|successful|none|no error)\.?$/i;

/** @returns what the body of a refused request says */
export function messageIn(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const words = wordsOf(body.errors) ?? wordsOf(body.message) ?? wordsOf(body.error);
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
	const others: Record<string, unknown> = { ...body, [top]: undefined };
	const { error, errors, ok, success, status } = others;
	const words = wordsOf(error) ?? wordsOf(errors);
	if (words !== undefined) return beginningOf(words);
	const sign = Object.entries({ ok, success, error, errors, status }).find(saysFailed);
	return sign && (messageIn(body) ?? `"${sign[0]}" is ${excerpt(sign[1])}`);
}

function saysFailed([name, value]: [string, unknown]): boolean {
	if (name === 'status') return /^(?:error|fail|failed|failure)$/i.test(String(value));
	if (!name.startsWith('error')) return value === false;
	// A flag, or the number of an error; 0 is none.
	return value === true || (typeof value === 'number' && value !== 0);
}

function wordsOf(error: unknown): string | undefined {
	if (typeof error === 'string')
		return error.trim() === '' || NO_ERROR.test(error.trim()) ? undefined : error;
	if (Array.isArray(error)) {
		const words = error.flatMap((one: unknown) => wordsOf(one) ?? []);
		return words.length === 0 ? undefined : words.join('; ');
	}
	if (!isRecord(error) || Object.keys(error).length === 0) return undefined;
	const { code, message, detail, description, title } = error;
	if (code === 0 || code === '0') return undefined;
	const words = [message, detail, description, title].find((text) => typeof text === 'string');
	return words === undefined ? excerpt(error) : wordsOf(words);
}
