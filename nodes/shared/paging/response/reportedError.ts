import { errorWords, saysNoError } from '../../basics/errorWords';
import { isRecord, isText } from '../../basics/guards';
import { beginningOf } from '../../basics/shorten';
import { excerpt } from '../pagingErrors';
import { membersIn } from './answerMembers';
import { namedSigns, toEndSign } from './answerSigns';

/** @returns what the body of a refused request says; `undefined` when it has no words */
export function messageIn(body: unknown): string | undefined {
	const words = errorWords(body);
	if (words !== '' || !isRecord(body)) return words || undefined;
	// `{ "error": { "code": 17 } }` has no words, but may help whoever knows the API.
	const coded = [body.errors, body.message, body.error].flat().filter(isCoded);
	return coded.length === 0 ? undefined : beginningOf(coded.map(excerpt).join('; '));
}

/**
 * Finds an error in a response whose status says that there was none: `{ "ok": false, "error": "expired" }`.
 *
 * @param property path of the records: an endpoint may list errors
 * @returns the server's words, `undefined` when it reports no error
 */
export function reportedError(body: unknown, property: string): string | undefined {
	if (!isRecord(body)) return undefined;
	const [top = ''] = property.split(/[.[]/);
	const others: Record<string, unknown> = { ...body, [top]: undefined };
	const { ok, success, status, error_description, message } = others;
	const [error, errors] = [others.error, others.errors].map((value) =>
		reportsError(value) ? value : undefined,
	);
	// Beside records, other members than these may be about the list.
	if ((error ?? errors) !== undefined)
		return messageIn({ error, errors, error_description, message });
	const sign = Object.entries({ ok, success, error: others.error, errors: others.errors, status });
	const failed = sign.find(saysFailed);
	return failed && (messageIn(others) ?? `"${failed[0]}" is ${excerpt(failed[1])}`);
}

/**
 * Finds an error in an answer that has no records to contradict it: also what is one by its name alone.
 *
 * @param property path of the records
 * @returns the words of the answer, with the member where they do not say it: `expired ("statusCode": 401)`;
 *   `undefined` when there is none
 */
export function errorInstead(body: unknown, property: string): string | undefined {
	const reported = reportedError(body, property);
	if (reported !== undefined) return reported;
	const found = toEndSign(body, namedSigns(membersIn(body, property)));
	return typeof found === 'object' ? found.words : undefined;
}

function saysFailed([name, value]: [string, unknown]): boolean {
	if (name === 'status') return /^(?:error|fail|failed|failure)$/i.test(String(value));
	if (!name.startsWith('error')) return value === false;
	// `{ "error": true }`, or the number of an error, where 0 means that there was none.
	return value === true || (typeof value === 'number' && value !== 0);
}

/** @returns whether the member for errors has one: many APIs send it with every page, empty, or with code 0 */
function reportsError(value: unknown): boolean {
	if (typeof value === 'string') return isText(value) && !saysNoError(value);
	if (Array.isArray(value)) return value.some(reportsError);
	if (!isCoded(value)) return false;
	const { code, message, detail, description, title } = value;
	if (code === 0 || code === '0') return false;
	const words = [message, detail, description, title].find((text) => typeof text === 'string');
	return words === undefined || reportsError(words);
}

/** @returns whether a value is an object with members, be they without words */
function isCoded(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).length > 0;
}
