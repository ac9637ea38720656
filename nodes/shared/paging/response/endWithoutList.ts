import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';
import type { Dataset } from '../dataset/types';
import { readPath } from '../path';
import type { PageResponse } from '../types';
import { readMetadata } from './metadata';
import { flagOf, totalOf } from './moreSigns';

/** Only relative links need it, and none of them is followed. */
const ANY_URL = 'http://localhost/';

/**
 * Some servers leave out the list where it would be empty, as SCIM allows, or write null:
 *
 *     { "schemas": ["urn:…:ListResponse"], "totalResults": 0 }
 *     { "d": { "results": null } }
 *
 * @param page number of the page from 1
 * @returns whether an answer without its list says that there are no more records
 */
export function isEndWithoutList(
	{ property, pagingScheme: scheme }: Dataset,
	response: PageResponse,
	page: number,
): boolean {
	const { body } = response;
	if (property === '' || !isRecord(body)) return false;
	const { nextToken, pageInfo } = scheme?.response ?? {};
	const next = [nextToken, pageInfo && `${pageInfo}.endCursor`];
	if (next.some((path) => path !== undefined && Boolean(readPath(path, response)))) return false;
	const metadata = readMetadata(response, { url: ANY_URL, property, records: [] });
	const hasMore = flagOf(metadata)?.hasMore;
	const empty = emptyAt(property, body);
	if (hasMore === true || hasOtherList(body, empty)) return false;
	const total = totalOf(metadata)?.number;
	if (page === 1) return total === 0;
	if (total !== undefined || hasMore === false) return true;
	// A page that the server has named exists: that its list is null is no end by itself.
	const isNamed = scheme?.type === 'nextToken' || scheme?.type === 'graphqlConnections';
	return empty !== undefined && (!isNamed || metadata.noNext.some(({ isAbout }) => isAbout));
}

/**
 * @returns the path up to what is empty on the way to the list: `{ "d": { "results": null } }`, or as PHP writes an
 *   object without members, `{ "data": [] }`; `undefined` if nothing is
 */
function emptyAt(path: string, body: unknown): string | undefined {
	let value = body;
	const keys = path.split('.');
	for (const [at, key] of keys.entries()) {
		if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
		value = memberOf(value, key);
		if (isEmpty(value)) return keys.slice(0, at + 1).join('.');
	}
	return undefined;
}

/** @returns whether a value has nothing in it: null, empty text, an array or an object without members */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object') return value === '';
	return value === null || Object.keys(value).length === 0;
}

/** How far below the body lists are looked for. */
const DEEPEST_LIST = 3;

/**
 * @param empty path of the list that is empty
 * @returns whether there is another list that may be that of the records, whose path may be wrong
 */
function hasOtherList(value: unknown, empty: string | undefined, keys: string[] = []): boolean {
	if (empty !== undefined && keys.join('.') === empty) return false;
	if (Array.isArray(value)) return value.length === 0 || value.some(isRecord);
	if (!isRecord(value) || keys.length === DEEPEST_LIST) return false;
	return Object.entries(value).some(([key, member]) => hasOtherList(member, empty, [...keys, key]));
}
