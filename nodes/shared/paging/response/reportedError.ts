import { excerpt } from '../../basics/excerpt';
import { isRecord } from '../../basics/guards';
import { reportsError, wordsOfRefusal } from '../../basics/refusal';
import { membersIn } from './answerMembers';
import { namedSigns, notReadySign, reasonSigns, toEndSign } from './answerSigns';

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
		return wordsIn({ error, errors, error_description, message });
	const sign = Object.entries({ ok, success, error: others.error, errors: others.errors, status });
	const failed = sign.find(saysFailed);
	return failed && (wordsIn(others) ?? `"${failed[0]}" is ${excerpt(failed[1])}`);
}

/** @returns the words of an error in JSON; `undefined` when there are none */
function wordsIn(body: Record<string, unknown>): string | undefined {
	return wordsOfRefusal({ headers: {}, body }) || undefined;
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

/**
 * @param property path of the records, of which no page had any
 * @returns the words of the answer that may be the reason; `undefined` when there are none
 */
export function wordsInstead(body: unknown, property: string): string | undefined {
	const found = toEndSign(body, reasonSigns(membersIn(body, property)));
	return typeof found === 'object' ? found.words : undefined;
}

/**
 * @param property path of the records, of which there are none
 * @returns what says that the answer is not ready, `"status": "pending"`; `undefined` when nothing does
 */
export function notReadyIn(body: unknown, property: string): string | undefined {
	const sign = notReadySign(membersIn(body, property));
	return sign && `"${sign.path}": ${excerpt(sign.value)}`;
}

function saysFailed([name, value]: [string, unknown]): boolean {
	if (name === 'status') return /^(?:error|fail|failed|failure)$/i.test(String(value));
	if (!name.startsWith('error')) return value === false;
	// `{ "error": true }`, or the number of an error, where 0 means that there was none.
	return value === true || (typeof value === 'number' && value !== 0);
}
