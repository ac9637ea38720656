import type { IDataObject } from 'n8n-workflow';

/** @returns whether a value is an object with named members (no array, not null) */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns whether a value is an object; parsed JSON contains nothing that an n8n item cannot */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}

/** @returns an answer about one thing as a record; `{}` when the answer had no body */
export function toRecord(body: unknown): IDataObject {
	if (isDataObject(body)) return body;
	return body === undefined ? {} : { value: String(body) };
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
 * Finds the records in a list answer whose shape the specification leaves open.
 *
 * @param body an array is taken as it is; of an object with exactly one array member that member;
 *   anything else is one record
 * @param member the name that the records have where there are several arrays
 * @returns the records with every field they came with; values that are not objects become
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
