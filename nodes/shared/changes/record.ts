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

/**
 * Identifies the records of a page.
 *
 * @param items of the page; what is not an object gets the member `value`, as in the output
 * @param page number of the page, from 1
 * @param keyPath path of what identifies a record
 * @returns the records
 * @throws PagingError when a record has no key
 */
export function readRecords(
	items: readonly unknown[],
	page: number,
	keyPath: string,
): ReadRecord[] {
	return items.map((item, index) => {
		const json = isRecord(item) ? item : { value: item };
		const place = { record: index + 1, page };
		const value = valueAt(json, keyPath);
		const key = toKey(value, keyPath, place);
		return { key, isNumber: typeof value === 'number', json, place, hash: hashOf(json) };
	});
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
export function removedRecord(key: string | number, keyPath: string, change: object): object {
	return { ...withMembers({}, [[keyPath, key]]), ...change };
}

/**
 * @returns what identifies a record in a state: an ID that turns from a number into text is the same;
 *   `undefined` for a value that cannot be a key
 */
export function keyOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
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

/** @returns whether JSON may have lost digits of the key, so that different ones became equal */
export function isInexact({ key, isNumber }: ReadRecord): boolean {
	return isNumber && Math.abs(Number(key)) > Number.MAX_SAFE_INTEGER;
}

/**
 * @param first what was read of a record with the same key
 * @returns why both cannot be the same record; `undefined` when they can
 */
export function conflictOf(
	first: Pick<ReadRecord, 'hash' | 'place'>,
	second: ReadRecord,
	path: string,
): PagingError | undefined {
	const differs = first.hash !== second.hash;
	const isLost = isInexact(second);
	if (!differs && !isLost) return undefined;
	const places = `${placeOf(first.place)} and ${placeOf(second.place).toLowerCase()}`;
	const value = excerpt(valueAt(second.json, path));
	return new PagingError(
		`${places} ${differs ? 'differ, but ' : ''}both have ${value} as their ${path}, which is the Record Key.`,
		`Set Record Key to the path of a text or number that no two records share, such as id. ${isLost ? 'Numbers beyond 9,007,199,254,740,991 lose their last digits: choose a text.' : 'If the record was changed while the list was read, the next run returns it.'}`,
	);
}

function hashOf(json: object): string {
	return createHash('sha256').update(canonicalJson(json)).digest('base64url').slice(0, HASH_LENGTH);
}
