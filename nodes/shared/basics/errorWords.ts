// Names as APIs write them, without separators. cspell:ignore errormessages invalidparams responsestatus
import { ABOUT_ERROR, COUNT, ERROR_CODE, errorName } from './errorNames';
import { isRecord, isText } from './guards';
import { memberOf } from './members';
import { beginningOf } from './shorten';

/** @returns whether a body is markup, such as the page of a proxy or a login page */
export function isMarkup(body: unknown): boolean {
	return typeof body === 'string' && /^\s*</.test(body);
}

/** How many errors a text lists: a longer list would hide what to do below it. */
const MOST_LISTED = 5;

/** Entries of a list that are read to find those with words. */
const MOST_ENTRIES = 1_000;

/** How deep an answer is read; deeper inside it there are no words for the user. */
const DEEPEST_WORDS = 3;

/** Members with a sentence about the error, the most specific ones first; names are folded. */
const SENTENCES: readonly RegExp[] = [
	/^message$/,
	/^detail$/,
	/^(?:err|error|fault|exception)(?:description|message|msg|text|string|detail|info|reason)$/,
	/^error$/,
	/^(?:msg|\w+msg|\w+message)$/,
	/^reason$/,
	/^(?:description|\w+description)$/,
	/^diagnostics$/,
	/^(?:value|text)$/,
];

/** Members with a list of what is wrong in detail. */
const LISTS: readonly RegExp[] = [
	/^errors$/,
	/^details$/,
	/^(?:messages|errormessages|faults|issues?|violations|problems|invalidparams)$/,
];

/** Members that have the words of an answer without any others: `{ "meta": { "message": "…" } }`. */
const AROUND =
	/^(?:meta|metadata|status|response|responsestatus|result|results|header|outcome|data)$/;

/** Members of an entry of such a list that say what it is about. */
const SUBJECTS = ['field', 'path', 'property', 'parameter', 'loc'];

/** What servers send in the place of an error when there is none: `{ "error": "OK" }`. */
const NO_ERROR = /^(?:ok|success|successful|none|no error)\.?$/i;

/** @returns whether a text says that there is no error */
export function saysNoError(text: string): boolean {
	return NO_ERROR.test(text.trim());
}

/**
 * Finds what an error in JSON says, whatever its form: the envelope of the service, a problem of
 * RFC 9457, an OAuth error (RFC 6749, 5.2), and what common frameworks send.
 *
 * @example
 * errorWords({ error: { client_code: 'scope.closed', message: 'The list is closed' } });
 * errorWords({ title: 'Closed', detail: 'The list is closed' }); // Closed: The list is closed
 * errorWords({ message: 'Invalid', errors: [{ field: 'name', message: 'is empty' }] }); // Invalid: name: is empty
 *
 * @param body of any type; an array is a list of errors
 * @returns as sent, not cleaned, and only the beginning of a long text; `''` when there are no words
 */
export function errorWords(body: unknown): string {
	if (Array.isArray(body)) return beginningOf(listed(body, 0));
	return isRecord(body) ? beginningOf(wordsIn(body, 0)) : '';
}

function wordsIn(record: Record<string, unknown>, depth: number): string {
	const members = Object.entries(record)
		.slice(0, MOST_ENTRIES)
		.map(([name, value]): [string, unknown] => [errorName(name), value]);
	const named = (names: RegExp) => members.find(([name]) => names.test(name))?.[1];
	// The envelope of the service, `{ "error": { "message": "…" } }`, comes before what a proxy puts beside it.
	const error = named(/^error$/);
	const sentences = [
		isRecord(error) ? sentenceOf(error, depth) : '',
		...SENTENCES.map((names) => sentenceOf(named(names), depth)),
		...members.filter(isError).map(([, value]) => sentenceOf(value, depth)),
	];
	const sentence = sentences.find((text) => isText(text) && !saysNoError(text)) ?? '';
	const title = sentenceOf(named(/^title$/), depth);
	const lists = LISTS.map((names) => detailsOf(named(names), depth)).filter(isText);
	const parts = [title, sentence, ...lists];
	// Frameworks repeat the title, or the only entry of the list, in the sentence.
	const words = parts.filter((part, i) => isText(part) && parts.indexOf(part) === i).join(': ');
	if (words !== '') return words;
	const around = members.filter(([name, value]) => AROUND.test(name) && isRecord(value));
	return around.map(([, value]) => sentenceOf(value, depth)).find(isText) ?? '';
}

/** @returns whether a member has an error under another name: `{ "fault": { … } }` */
function isError([name]: [name: string, value: unknown]): boolean {
	const isList = LISTS.some((names) => names.test(name));
	return ABOUT_ERROR.test(name) && !ERROR_CODE.test(name) && !COUNT.test(name) && !isList;
}

/** A sentence, or an object or a list that has one where others have text. */
function sentenceOf(value: unknown, depth: number): string {
	if (typeof value === 'string') return beginningOf(value.trim());
	if (depth >= DEEPEST_WORDS) return '';
	return isRecord(value) ? wordsIn(value, depth + 1) : listed(value, depth);
}

/** What a member for a list has: `[{ … }]`, by field as `{ "name": ["is empty"] }`, or only one error. */
function detailsOf(value: unknown, depth: number): string {
	const isOne = typeof value === 'string' || (isRecord(value) && isText(value.message));
	return isOne ? sentenceOf(value, depth) : listed(value, depth);
}

/** Entries of a list, or of an object that has them by the name of a field. */
function listed(value: unknown, depth: number): string {
	if (depth >= DEEPEST_WORDS || typeof value !== 'object' || value === null) return '';
	const isList = Array.isArray(value);
	const said = Object.entries(isList ? value.slice(0, MOST_ENTRIES) : value)
		.slice(0, MOST_ENTRIES)
		.map(([key, entry]) => ({
			text: sentenceOf(entry, depth + 1),
			name: isList ? subjectOf(entry) : key,
		}))
		.filter(({ text }) => isText(text));
	const texts = said.slice(0, MOST_LISTED).map(({ name, text }) => about(beginningOf(name), text));
	const unread = Math.max(0, Object.keys(value).length - MOST_ENTRIES);
	const more = said.length - texts.length + unread;
	return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function subjectOf(entry: unknown): string {
	if (!isRecord(entry)) return '';
	const { pointer } = isRecord(entry.source) ? entry.source : {};
	const subject = [...SUBJECTS.map((name) => memberOf(entry, name)), pointer].find(
		(value) => isText(value) || Array.isArray(value),
	);
	return Array.isArray(subject) ? subject.join('.') : String(subject ?? '');
}

function about(subject: string, text: string): string {
	return text === '' || text.includes(subject) ? text : `${subject}: ${text}`;
}
