import { createHash } from 'crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** @returns whether a value is an object or an array (not null) */
export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** @returns whether a value is an object with named members (no array, not null) */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return isObject(value) && !Array.isArray(value);
}

/**
 * Looks up a name that a user has entered, or that a server has sent.
 *
 * @returns a member of the record's own: every object has a function at `record['constructor']`, and at
 *   `record['__proto__']` what all objects share
 */
export function memberOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Sets a member by such a name: `record['__proto__'] = …` would set none. */
export function setMember<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
	const more = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(record, name, { value, ...more });
}

/** @returns whether a value is an object; parsed JSON contains nothing that an n8n item cannot */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}

type Stored = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** Node's readable stream. */
export type Stream = Exclude<Stored, Buffer>;

/** @returns whether a value is a stream, as opposed to what n8n has read out of one */
export function isStream(value: unknown): value is Stream {
	return isRecord(value) && typeof value.pipe === 'function';
}

/** @returns an answer about one thing as a record; `{}` when the answer had no body */
export function toRecord(body: unknown): IDataObject {
	if (isDataObject(body)) return body;
	return body === undefined ? {} : { value: String(body) };
}

/** @returns a record of a list as the json of an item; those that are no objects, such as plain IDs, get a name */
export function toItemJson(record: unknown): IDataObject {
	return isDataObject(record) ? record : toRecord({ value: record });
}

/** @returns a hash of a text, to compare it with others without keeping it */
export function hashOf(text: string, length = 16): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** A map that forgets what was set longest ago, so that it cannot grow without end. */
export class Recent<T> extends Map<string, T> {
	/** @param most entries that it keeps */
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: T): this {
		// A Map leaves a key that it has in its old place.
		this.delete(key);
		super.set(key, value);
		const [oldest = key] = this.keys();
		if (this.size > this.most) this.delete(oldest);
		return this;
	}
}

/** What {@link orAborted} resolves to in place of a result. */
export const ABORTED = Symbol('aborted');

/**
 * Waits for some work until a signal fires at most. Its caller ends the work with the same signal.
 *
 * @param signal may have fired before; without one there is nothing to stop the wait
 * @returns the result of the work, or `ABORTED`
 * @throws what the work throws before the signal fires; nothing after that
 */
export async function orAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | typeof ABORTED> {
	if (!signal) return await work;

	let abort = () => {};
	const aborted = new Promise<typeof ABORTED>((resolve) => {
		abort = () => resolve(ABORTED);
	});
	const waits = waitsFor.get(signal) ?? new Waits();
	waitsFor.set(signal, waits.add(abort));
	signal.addEventListener('abort', waits);
	if (signal.aborted) abort();
	try {
		return await Promise.race([aborted, work]);
	} finally {
		waits.delete(abort);
		// A promise that stays pending would keep the result until a full garbage collection.
		abort();
		if (waits.size === 0) signal.removeEventListener('abort', waits);
	}
}

/** Node warns of more than ten listeners of a signal: all waits for it share one. */
class Waits extends Set<() => void> {
	handleEvent(): void {
		for (const end of this) end();
	}
}

const waitsFor = new WeakMap<AbortSignal, Waits>();

/**
 * A number with its noun, such as `1 page` or `2 pages`.
 *
 * @param noun in the singular, with a regular plural
 */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** So much of a text is read: more than is shown, so that a secret at the cut is found whole. */
const MOST_READ = 4_000;

/** Longest text of a server in a message, in characters. */
const MOST_SHOWN = 1_000;

/** Longest code or id of a server, in characters. */
const MOST_OF_ID = 200;

/** @returns the beginning of a text from a server, which can be of any length; still to be cleaned */
export function beginningOf(text: string): string {
	return text.slice(0, MOST_READ);
}

/**
 * Cuts a text for a message, a log line or an item. Comes after cleaning: a part of a secret might not
 * be recognized.
 *
 * @param most longest result, in characters
 */
export function shorten(text: string, most = MOST_SHOWN): string {
	return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** @returns a code or an id for a message */
export function shortId(text: string): string {
	return shorten(text, MOST_OF_ID);
}

/** What has no width; joiners, variants and tags are left out, since they change the letters and emoji around them. */
const INVISIBLE =
	/(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** @returns a text without blanks around it, and without zero-width characters, as web pages and spreadsheets have them */
export function visible(text: string): string {
	return text.replaceAll(INVISIBLE, '').trim();
}

/** @returns an address; `undefined` for a text that is none */
export function parseUrl(text: string, base?: string): URL | undefined {
	return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns whether a text has the form of a UUID (RFC 9562, 4) */
export function isUuid(text: string): boolean {
	return UUID.test(text);
}

/**
 * The text under which an id is compared: UUIDs are the same in either letter case (RFC 9562, 4),
 * other ids may not be.
 */
export function idKey(id: string): string {
	return isUuid(id) ? id.toLowerCase() : id;
}

/** Two names are the same when this returns the same text for both. */
export type Fold = (name: string) => string;

/** @returns a visible text with one space for blanks inside: they all look alike */
export function plainBlanks(text: string): string {
	return visible(text).replaceAll(/\s+/g, ' ');
}

/** The fold for names that a person takes for the same: whatever their letter case, blanks, widths, and first zeros. */
export const looseFold: Fold = (name) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[\s\p{Cf}]/gu, '')
		.replace(/^0+(\d)/, '$1');

/** Whether two names differ in one place, by two letters at most, short ones by one. */
export function isSimilar(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	let [start, end] = [0, 0];
	while (start < short.length && short[start] === long[start]) start++;
	while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
	return start + end > 0 && long.length - start - end <= (long.length > 4 ? 2 : 1);
}

/** @returns the fold for names; the same letter can be encoded in several ways, and NFC makes them one */
export function nameFold(ignoreCase: boolean): Fold {
	return (name) => {
		const text = plainBlanks(name).normalize('NFC');
		return ignoreCase ? text.toLowerCase() : text;
	};
}

/**
 * Cuts a list into parts.
 *
 * @param most members per part, 1 or more; a fraction counts for nothing
 */
export function inBatches<T>(list: T[], most: number): T[][] {
	const size = Math.floor(most);
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
		list.slice(at * size, (at + 1) * size),
	);
}

/** @returns the entries of a list by what several of them may have in common, in their order */
export function groupsOf<T, K>(list: Iterable<T>, keyOf: (entry: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const entry of list) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}

/** Names that usually have a secret value, whatever stands before them in this list. */
const SECRET_NAME =
	/^(?:(?:access|amz|api|app|auth|client|consumer|private|security|session|subscription|user|x)[_-]?)*(?:auth|hapikey|jwt|key|passw(?:or)?d|pwd|secret|sig(?:nature)?|token)$/i;

/** @returns whether the value of a query parameter usually is a secret: `api_key`, but not `pageToken` */
export function isSecretName(name: string): boolean {
	return SECRET_NAME.test(name);
}
