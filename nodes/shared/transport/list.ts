import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../json';

/**
 * Finds the records in a list answer whose shape the specification leaves open.
 *
 * @param body an array is taken as it is; of an object with exactly one array member that member;
 *   anything else is one record
 * @returns the records with every field they came with; values that are no objects become
 *   `{ value }`
 */
export function unwrapList(body: unknown): IDataObject[] {
	if (body === undefined || body === null) return [];
	if (Array.isArray(body)) return body.map(toRecord);
	const arrays = isRecord(body) ? Object.values(body).filter(Array.isArray) : [];
	const [records] = arrays;
	return arrays.length === 1 && records ? records.map(toRecord) : [toRecord(body)];
}

/** @returns an answer about one thing as a record; `{}` when the answer had no body */
export function toRecord(body: unknown): IDataObject {
	if (isDataObject(body)) return body;
	return body === undefined ? {} : { value: String(body) };
}

/** @returns whether a value is an object; parsed JSON holds nothing that an n8n item cannot */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}
