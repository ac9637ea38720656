import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** @returns whether a value is an object with named members (no array, not null) */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** @returns JSON whose members are sorted, so that equal values give equal texts */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, member: unknown) =>
		isRecord(member)
			? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
			: member,
	);
}

/**
 * Normalizes the headers of an HTTP library.
 *
 * @param headers names in any case; lists are joined with commas, other values that are neither text
 *   nor number are dropped
 * @returns lower-case names with text values
 */
export function normalizeHeaders(headers: unknown): Record<string, string> {
	if (!isRecord(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => ['string', 'number'].includes(typeof value) || Array.isArray(value))
			.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
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
		forgetOldest(this, this.most);
		return this;
	}
}

/**
 * Removes the oldest entries, until at most `most` are left.
 *
 * @param entries oldest first, as a `Map` keeps them; changed in place
 */
export function forgetOldest(entries: Map<string, unknown>, most: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= most) return;
		entries.delete(key);
	}
}

/** What has no width; joiners, variants and tags are left out, since they change the letters and emoji around them. */
const INVISIBLE =
	/(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** @returns a text without blanks around it, and without zero-width characters, as web pages and spreadsheets have them */
export function visible(text: string): string {
	return text.replaceAll(INVISIBLE, '').trim();
}
