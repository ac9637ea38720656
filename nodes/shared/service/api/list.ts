import type { IDataObject } from 'n8n-workflow';

import { isRecord, toRecord } from '../../json';

/**
 * Finds the records in a list answer whose shape the specification leaves open.
 *
 * @param body an array is taken as it is; of an object with exactly one array member that member;
 *   anything else is one record
 * @param member the name that the records have where there are several arrays
 * @returns the records with every field they came with; values that are no objects become
 *   `{ value }`
 */
export function unwrapList(body: unknown, member?: string): IDataObject[] {
	if (body === undefined || body === null) return [];
	return findList(body, member)?.map(toRecord) ?? [toRecord(body)];
}

/** @returns the array of records in an answer; `undefined` when there is none or it is not clear which */
export function findList(body: unknown, member = ''): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	if (!isRecord(body)) return undefined;
	const named = body[member];
	if (Array.isArray(named)) return named;
	const [records, ...others] = Object.values(body).filter(Array.isArray);
	return others.length === 0 ? records : undefined;
}
