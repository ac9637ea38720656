import { isRecord } from '../basics/guards';
import { beginningOf, memberOf } from '../basics/text';

/** @returns whether a body is markup, such as the page of a proxy or a login page */
export function isPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*</.test(body);
}

/** A longer list of errors would hide what to do below it; no more than these are read of one. */
const MOST_LISTED = 5;

const MOST_READ = 1_000;

/** Deeper inside an answer there are no words for the user. */
const MAX_DEPTH = 3;

/** Members with a sentence about the error, the most specific ones first. */
const SENTENCES = ['message', 'detail', 'error_description', 'error', 'msg', 'reason'];

/** Members with a list of what is wrong in detail. */
const LISTS = ['errors', 'details'];

/** Members of an entry of such a list that say what it is about. */
const SUBJECTS = ['field', 'path', 'property', 'parameter', 'loc'];

/**
 * Finds what an error in JSON says, whatever its form: the envelope of the service, a problem of
 * RFC 9457, an OAuth error (RFC 6749, 5.2), and what common frameworks send.
 *
 * @param body of any type
 * @returns as sent, not cleaned, and only the beginning of a long text; `''` when there are no words
 */
export function errorWords(body: unknown): string {
	return isRecord(body) ? beginningOf(wordsOf(body, 0)) : '';
}

function wordsOf(record: Record<string, unknown>, depth: number): string {
	// The envelope comes before what a proxy may have put beside it.
	const envelope = isRecord(record.error) ? textOf(record.error, depth) : '';
	const sentences = [envelope, ...SENTENCES.map((name) => textOf(memberOf(record, name), depth))];
	const sentence = sentences.find(isText) ?? '';
	const title = textOf(record.title, depth);
	const lists = LISTS.map((name) => listed(memberOf(record, name), depth)).filter(isText);
	const parts = [title, sentence, ...lists];
	// Frameworks repeat the title, or the only entry of the list, in the sentence.
	return parts.filter((part, i) => isText(part) && parts.indexOf(part) === i).join(': ');
}

/** A sentence, or an object or a list that has one where others have text. */
function textOf(value: unknown, depth: number): string {
	if (typeof value === 'string') return beginningOf(value.trim());
	if (depth >= MAX_DEPTH) return '';
	return isRecord(value) ? wordsOf(value, depth + 1) : listed(value, depth);
}

/** Entries of a list, or of an object that has them by the name of a field. */
function listed(value: unknown, depth: number): string {
	if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) return '';
	const isList = Array.isArray(value);
	const said = Object.entries(isList ? value.slice(0, MOST_READ) : value)
		.slice(0, MOST_READ)
		.map(([key, entry]) => ({
			text: textOf(entry, depth + 1),
			name: isList ? subjectOf(entry) : key,
		}))
		.filter(({ text }) => isText(text));
	const texts = said.slice(0, MOST_LISTED).map(({ name, text }) => about(beginningOf(name), text));
	const unread = Math.max(0, Object.keys(value).length - MOST_READ);
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

export function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
