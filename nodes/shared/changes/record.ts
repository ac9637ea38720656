import { createHash } from 'crypto';

import { canonicalJson, isRecord } from '../json';
import { withMembers } from '../paging/request';
import { excerpt, PagingError } from '../paging/errors';
import { readPath } from '../paging/response/path';
import type { ReadRecord } from './types';

/**
 * 48 bits: two contents of one record have the same hash once in 10^14 changes, and a state has room
 * for more records.
 */
export const HASH_LENGTH = 8;

/** Marks keys that are numbers, so that removed records have the key that the API wrote. */
const NUMBER = '#';

/**
 * Identifies the records of a page.
 *
 * @param items of the page; what is not an object gets the member `value`, as in the output
 * @param page number of the page, from 1
 * @param keyPath path of what identifies a record
 * @returns the records; those that are on the page twice, once
 * @throws PagingError when a record has no key, or the key of a different record of the page
 */
export function readRecords(
	items: readonly unknown[],
	page: number,
	keyPath: string,
): ReadRecord[] {
	const records = new Map<string, ReadRecord>();
	for (const [index, item] of items.entries()) {
		const json = isRecord(item) ? item : { value: item };
		const place = { record: index + 1, page };
		const key = toKey(valueAt(json, keyPath), keyPath, place);
		const record = { key, json, place, hash: hashOf(json) };
		const first = records.get(key);
		if (first && first.hash !== record.hash) throw twice(first, record, keyPath);
		if (!first) records.set(key, record);
	}
	return [...records.values()];
}

/** @returns the value at a path of a record; `undefined` when there is none, or null */
export function valueAt(json: Record<string, unknown>, path: string): unknown {
	return readPath(path, { body: json });
}

/** @returns where a record is, for messages */
export function placeOf({ record, page }: ReadRecord['place']): string {
	return `Record ${record} of page ${page}`;
}

/**
 * @returns a record with its change
 * @throws PagingError when the record has the field already
 */
export function withChange({ json, place }: ReadRecord, field: string, change: string): object {
	if (!Object.hasOwn(json, field)) return { ...json, [field]: change };
	throw new PagingError(
		`${placeOf(place)} already has a field ${field}, which is the Change Field.`,
		'Set Change Field under Options to a name that no record has.',
	);
}

/**
 * @returns what is left of a record that was removed
 * @param change field and value that say so
 */
export function removedRecord(key: string, keyPath: string, change: object): object {
	return { ...withMembers({}, [[keyPath, valueOfKey(key)]]), ...change };
}

/** @returns what the API has written as a key */
export function valueOfKey(key: string): string | number {
	const isNumber = key.startsWith(NUMBER) && !key.startsWith(NUMBER + NUMBER);
	const text = key.startsWith(NUMBER) ? key.slice(1) : key;
	return isNumber ? Number(text) : text;
}

/** @returns what identifies a record in a state; `undefined` for a value that cannot be a key */
export function keyOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return `${NUMBER}${value}`;
	if (typeof value !== 'string' || value === '') return undefined;
	return value.startsWith(NUMBER) ? NUMBER + value : value;
}

function toKey(value: unknown, path: string, place: ReadRecord['place']): string {
	const key = keyOf(value);
	if (key !== undefined) return key;
	const found = value === undefined ? 'has no' : `has ${excerpt(value)} as its`;
	throw new PagingError(
		`${placeOf(place)} ${found} ${path}, which is the Record Key.`,
		'Set Record Key to the path of a text or number that every record has and no two records share, such as id.',
	);
}

function twice(first: ReadRecord, second: ReadRecord, path: string): PagingError {
	const value = excerpt(valueAt(second.json, path));
	const { page, record } = second.place;
	return new PagingError(
		`Records ${first.place.record} and ${record} of page ${page} differ, but both have ${value} as their ${path}, which is the Record Key.`,
		'Set Record Key to the path of a text or number that no two records share, such as id.',
	);
}

function hashOf(json: object): string {
	return createHash('sha256').update(canonicalJson(json)).digest('base64url').slice(0, HASH_LENGTH);
}
