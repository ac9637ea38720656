import { ABOUT_ERROR, COUNT, errorName, VERDICT, WENT_WELL } from './errorNames';
import { errorWords, isMarkup, saysNoError } from './errorWords';
import { excerpt } from './excerpt';
import { isRecord, isStream, isText } from './guards';
import { beginningOf } from './shorten';

/** The part of an answer that may say why a request was refused. Header names in any letter case. */
export interface AnswerLike {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	body: unknown;
}

/** How deep a refusal is read: `{ "errors": [{ "extensions": { "code": "THROTTLED" } }] }`. */
const DEEPEST = 4;

/** How many members of an object, and how many elements of a list are read. */
const MOST_MEMBERS = 100;
const MOST_ELEMENTS = 5;

/** Members with a sentence. */
const SENTENCE = /(?:message|msg|detail|reason|description)$/;

/** Members with a code or a type, in words for machines: `{ "__type": "ThrottlingException" }`. */
const CODE = /(?:code|type|status|state|error|errno|name|key|param|parameter|field)$/;

/** Members that have such codes. */
const AROUND =
	/^(?:err|fault|exception|detail|extension|meta|status|response|result|header|issue|problem|data$)/;

/**
 * @returns what a refused request is told, for people, not cleaned; `''` when the answer has no words: a code
 *   alone, `{ "error": { "code": 17 } }`, may help whoever knows the API
 */
export function wordsOfRefusal({ headers, body }: Omit<AnswerLike, 'status'>): string {
	if (isText(body) && !isMarkup(body)) return beginningOf(body.trim());
	return errorWords(body) || challengeWords(headers) || codedWords(body);
}

/** Words of `WWW-Authenticate: Bearer error="invalid_token", error_description="It has expired"` (RFC 6750, 3). */
function challengeWords(headers: AnswerLike['headers']): string {
	const challenge = challengeIn(headers);
	const [, description] = /\berror_description="([^"]{1,1000})"/.exec(challenge) ?? [];
	const [, error] = /\berror="?([\w.-]{1,100})/.exec(challenge) ?? [];
	return description ?? error ?? '';
}

function codedWords(body: unknown): string {
	if (!isRecord(body)) return '';
	const coded = [body.errors, body.message, body.error].flat().filter(isCoded).map(excerpt);
	if (coded.length > 0) return beginningOf(coded.join('; '));
	const isAbout = ([name]: [string, unknown]) => ABOUT_ERROR.test(errorName(name));
	const error = entriesOf(body).find((member) => isAbout(member) && saysError(member));
	return error === undefined ? '' : `"${error[0]}": ${excerpt(error[1])}`;
}

/**
 * @returns all that an answer says of a refusal, for rules that look for words in it: in lower case, codes as
 *   words, and parts that do not belong together as sentences; `''` when the answer is none
 */
export function textOfRefusal(answer: AnswerLike): string {
	if (!isRefusal(answer)) return '';
	const { headers, body } = answer;
	return [challengeIn(headers), textIn(body), ...codesIn(body)]
		.join(' . ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/["'=_-]+/g, ' ')
		.toLowerCase();
}

/** @returns whether each of some words is in one sentence of such a text */
export function saysTogether(text: string, ...words: readonly RegExp[]): boolean {
	return text.split('. ').some((sentence) => words.every((word) => word.test(sentence)));
}

function textIn(body: unknown): string {
	if (typeof body !== 'string') return errorWords(body);
	// A page is for people, and may be about anything.
	if (/^\s*<(?:!doctype|html)/i.test(body)) return '';
	return beginningOf(body).replace(/[<>]/g, ' . ');
}

/** Codes of a refusal, and sentences that are not shown: `TokenExpired` of `{ "error": { "code": "TokenExpired" } }`. */
function codesIn(body: unknown, depth = 0): string[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(body))
		return body.slice(0, MOST_ELEMENTS).flatMap((element) => codesIn(element, depth + 1));
	return entriesOf(body).flatMap(([name, value]) => {
		const folded = errorName(name);
		if (typeof value === 'string')
			return CODE.test(folded) || SENTENCE.test(folded) ? [beginningOf(value)] : [];
		return AROUND.test(folded) ? codesIn(value, depth + 1) : [];
	});
}

/** @returns whether an answer names a status of HTTP for itself: `{ "code": 401, … }`, `{ "error": { "code": 401 } }` */
export function namesStatus(body: unknown, statuses: readonly number[], depth = 0): boolean {
	if (depth > DEEPEST) return false;
	if (Array.isArray(body))
		return body
			.slice(0, MOST_ELEMENTS)
			.some((element) => namesStatus(element, statuses, depth + 1));
	return entriesOf(body).some(([name, value]) => {
		const folded = errorName(name);
		if (VERDICT.test(folded) || ABOUT_ERROR.test(folded))
			if (statuses.includes(Number(value))) return true;
		return AROUND.test(folded) && namesStatus(value, statuses, depth + 1);
	});
}

/** @returns whether an answer is no result of a request: by its status, or as it reports an error in place of records */
export function isRefusal({ status, body }: AnswerLike): boolean {
	if (status >= 400) return true;
	if (status < 200 || status > 299 || !isRecord(body) || isStream(body)) return false;
	if (hasList(body, true)) return false;
	const members = [
		body,
		...entriesOf(body).flatMap(([name, value]) => (AROUND.test(errorName(name)) ? [value] : [])),
	];
	if (members.some((member) => entriesOf(member).some(saysError))) return true;
	// `{ "message": "Unauthorized", "items": [] }`
	return hasList(body, false) && entriesOf(body).some(isMessage);
}

/** @param isFilled which lists are looked for: of records, or empty ones; lists of errors are none */
function hasList(value: unknown, isFilled: boolean, depth = 0): boolean {
	if (Array.isArray(value)) return value.length > 0 === isFilled;
	if (depth > DEEPEST) return false;
	return entriesOf(value).some(([name, member]) => {
		const folded = errorName(name);
		const isOther =
			ABOUT_ERROR.test(folded) || /^(?:detail|message|warning|extension)/.test(folded);
		return !isOther && hasList(member, isFilled, depth + 1);
	});
}

/** @returns whether a member is a sentence for people about the answer */
function isMessage([name, value]: [name: string, value: unknown]): boolean {
	return isText(value) && /^(?:\w+message|\w+msg|message|msg|detail|reason)$/.test(errorName(name));
}

/** @returns whether a member says that a request went wrong */
function saysError([name, value]: [name: string, value: unknown]): boolean {
	const folded = errorName(name);
	if (WENT_WELL.test(folded)) return value === false || value === 0 || value === 'false';
	if (VERDICT.test(folded) && !ABOUT_ERROR.test(folded))
		return Number(value) >= 400 || (typeof value === 'string' && /^(?:error|fail)/i.test(value));
	if (!ABOUT_ERROR.test(folded) || COUNT.test(folded)) return false;
	return reportsError(value) || value === true || (typeof value === 'number' && value !== 0);
}

/** @returns whether the member for errors has one: many APIs send it with every page, empty, or with code 0 */
export function reportsError(value: unknown): boolean {
	if (typeof value === 'string') return isText(value) && !saysNoError(value) && Number(value) !== 0;
	if (Array.isArray(value)) return value.some(reportsError);
	if (!isCoded(value)) return false;
	const { code, message, detail, description, title } = value;
	if (code === 0 || code === '0') return false;
	const words = [message, detail, description, title].find((text) => typeof text === 'string');
	return words === undefined || reportsError(words);
}

/** @returns whether a value is an object with members, be they without words */
export function isCoded(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).length > 0;
}

function entriesOf(value: unknown): Array<[name: string, value: unknown]> {
	return isRecord(value) ? Object.entries(value).slice(0, MOST_MEMBERS) : [];
}

function challengeIn(headers: AnswerLike['headers']): string {
	const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'www-authenticate');
	return beginningOf(String(found?.[1] ?? ''));
}
