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
	if (hasMore === true || hasOtherList(body)) return false;
	const total = totalOf(metadata)?.number;
	if (page === 1) return total === 0;
	return total !== undefined || hasMore === false || isNullAt(property, body);
}

/** @returns whether a path ends at a null */
function isNullAt(path: string, body: unknown): boolean {
	let value = body;
	for (const key of path.split('.')) {
		if (!isRecord(value) || !Object.hasOwn(value, key)) return false;
		value = memberOf(value, key);
		if (value === null) return true;
	}
	return false;
}

/** How far below the body lists are looked for. */
const DEEPEST_LIST = 3;

/** @returns whether there is another list that may be that of the records, whose path may be wrong */
function hasOtherList(value: unknown, depth = 0): boolean {
	if (Array.isArray(value)) return value.length === 0 || value.some(isRecord);
	if (!isRecord(value) || depth === DEEPEST_LIST) return false;
	return Object.values(value).some((member) => hasOtherList(member, depth + 1));
}
