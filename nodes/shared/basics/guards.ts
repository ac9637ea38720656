import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** @returns whether a value is an object or an array (not null) */
export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** @returns whether a value is an object with named members (no array, not null) */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return isObject(value) && !Array.isArray(value);
}

/** @returns whether a value is an object; parsed JSON contains nothing that an n8n item cannot */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}

/** @returns whether a value is text with more than blanks */
export function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
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
