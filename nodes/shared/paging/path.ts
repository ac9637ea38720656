import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import type { PageResponse } from './types';

/** What a path can be read from: a response, or a body alone. */
type Readable = Pick<PageResponse, 'body'> & Partial<PageResponse>;

const HEADER = /^header:/i;

/** An element by its number: `0`, or `-1` for the last one. */
const ELEMENT_AT = /^(\d+|-[1-9]\d*)$/;

/** An element by one of its members: `rel=next`. */
const ELEMENT_WITH = /^(\w+)=(.*)$/;

/** @returns the name of the header that a path reads; `undefined` when it leads into the body */
export function headerName(path: string): string | undefined {
	return HEADER.test(path) ? path.replace(HEADER, '').trim() : undefined;
}

/**
 * Reads the value at a configured path (paging-schemes, "What the service does").
 *
 * @param path dotted, array indexes as `rows.0` or `rows[0]`, from the end as `rows.-1` (beyond the
 *   specification), or by a member of the element as `link[rel=next].href` (likewise); `pages.*` are
 *   the values of an object as an array (likewise); `header:Name` reads a header; empty is the body
 *   itself. A key that contains the dots itself wins over nested objects.
 * @returns the value; `undefined` when there is none, or null: both mean that there is no data
 */
export function readPath(path: string, response: Readable): unknown {
	return memberAt(path, response) ?? undefined;
}

/** @returns whether a path exists without a value */
export function isNull(path: string, response: Readable): boolean {
	return path !== '' && memberAt(path, response) === null;
}

/** @returns whether a path exists, be it without a value, or its parent does and has no values */
export function isPresent(path: string, response: Readable): boolean {
	if (memberAt(path, response) !== undefined) return true;
	const around = path.slice(0, Math.max(0, path.lastIndexOf('.')));
	if (around === '') return false;
	const parent = readPath(around, response);
	if (!isRecord(parent)) return isPresent(around, response);
	return Object.values(parent).every((value) => value === null);
}

function memberAt(path: string, { body, headers = {} }: Readable): unknown {
	const header = headerName(path)?.toLowerCase();
	if (header !== undefined) {
		const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === header);
		const value = key === undefined ? undefined : memberOf(headers, key);
		return Array.isArray(value) ? value.join(', ') : value;
	}
	if (path === '') return body;
	if (hasKey(body, path)) return memberOf(body, path);
	return walk(body, path.replace(/\[(-?\d+|\w+=[^\][.]*)\]/g, '.$1').split('.'));
}

function walk(value: unknown, segments: string[]): unknown {
	const [first, ...rest] = segments;
	if (first === undefined) return value;
	if (Array.isArray(value)) return walk(elementOf(value, first), rest);

	// Names such as `@odata.count` contain the dot: the longest existing key wins.
	for (let length = segments.length; length > 0; length--) {
		const key = segments.slice(0, length).join('.');
		if (hasKey(value, key)) return walk(memberOf(value, key), segments.slice(length));
	}
	return first === '*' && isRecord(value) ? walk(Object.values(value), rest) : undefined;
}

function elementOf(elements: unknown[], selector: string): unknown {
	if (ELEMENT_AT.test(selector)) return elements.at(Number(selector));
	const [, name = '', wanted] = ELEMENT_WITH.exec(selector) ?? [];
	return elements.find((one) => hasKey(one, name) && memberOf(one, name) === wanted);
}

function hasKey(value: unknown, key: string): value is Record<string, unknown> {
	return isRecord(value) && Object.hasOwn(value, key);
}
