import { isRecord } from '../../basics/values';
import type { PageResponse } from '../types';

/** What a path can be read from. */
type Readable = Pick<PageResponse, 'body'> & Partial<PageResponse>;

const HEADER = /^header:/i;
const INDEX = /^(\d+|-[1-9]\d*)$/;
const MEMBER = /^(\w+)=(.*)$/;

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
	return valueAt(path, response) ?? undefined;
}

/** @returns whether a path exists without a value */
export function isNull(path: string, response: Readable): boolean {
	return path !== '' && valueAt(path, response) === null;
}

/** @returns whether a path exists, be it without a value, or its parent does and has no values */
export function isPresent(path: string, response: PageResponse): boolean {
	if (valueAt(path, response) !== undefined) return true;
	const around = path.slice(0, Math.max(0, path.lastIndexOf('.')));
	if (around === '') return false;
	const parent = readPath(around, response);
	if (!isRecord(parent)) return isPresent(around, response);
	return Object.values(parent).every((value) => value === null);
}

function valueAt(path: string, { body, headers = {} }: Readable): unknown {
	const header = headerName(path)?.toLowerCase();
	if (header !== undefined) {
		const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === header);
		const value = key === undefined ? undefined : headers[key];
		return Array.isArray(value) ? value.join(', ') : value;
	}
	if (path === '') return body;
	if (hasKey(body, path)) return body[path];
	return walk(body, path.replace(/\[(-?\d+|\w+=[^\][.]*)\]/g, '.$1').split('.'));
}

function walk(value: unknown, segments: string[]): unknown {
	const [first, ...rest] = segments;
	if (first === undefined) return value;
	if (Array.isArray(value)) return walk(elementOf(value, first), rest);

	// Names such as `@odata.count` contain the dot: the longest existing key wins.
	for (let length = segments.length; length > 0; length--) {
		const key = segments.slice(0, length).join('.');
		if (hasKey(value, key)) return walk(value[key], segments.slice(length));
	}
	return first === '*' && isRecord(value) ? walk(Object.values(value), rest) : undefined;
}

function elementOf(elements: unknown[], selector: string): unknown {
	if (INDEX.test(selector)) return elements.at(Number(selector));
	const [, name = '', wanted] = MEMBER.exec(selector) ?? [];
	return elements.find((one) => hasKey(one, name) && one[name] === wanted);
}

function hasKey(value: unknown, key: string): value is Record<string, unknown> {
	return isRecord(value) && Object.hasOwn(value, key);
}

/**
 * Reads the total of a `Content-Range` header (RFC 9110, 14.4), such as `items 0-24/2350`.
 *
 * @returns the digits after the slash, or an asterisk where the server does not know the total, or not
 *   yet; any other value unchanged
 */
export function totalOfRange(value: unknown): unknown {
	return /\/\s*(\d+|\*)\s*$/.exec(String(value))?.[1] ?? value;
}

/** Node.js accepts 16 kB of headers unless it is started with another limit. */
const MAX_LENGTH = 65_536;

/**
 * The target of a link, or one of its parameters, whose value may contain commas, semicolons and
 * targets in quotes. Everything else ends a link.
 */
const TOKEN = /<([^<>]*)>|;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?|\S/g;

/**
 * Finds the next page in a `Link` header (RFC 8288).
 *
 * @param value the whole header, several links separated by commas
 * @returns the target whose relation is `next`; the value itself when it contains no link at all,
 *   since some servers send the plain URL; `undefined` when there is no next page
 */
export function nextFromLinkHeader(value: string): string | undefined {
	if (!value.includes('<')) return value;
	for (const { relations, target } of linksIn(value)) {
		if (relations.includes('next') && target !== undefined) return target;
	}
	return undefined;
}

/** @returns the relations of a `Link` header in lower case, with their target where it counts */
export function* linksIn(
	value: string,
): Generator<{ relations: string[]; target: string | undefined }> {
	let current: string | undefined;
	for (const [, target, name, quoted, plain] of value.slice(0, MAX_LENGTH).matchAll(TOKEN)) {
		const isRelation = name?.toLowerCase() === 'rel';
		if (isRelation) {
			const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			yield { relations, target: current };
		}
		// Only the first relation of a link counts.
		if (isRelation || name === undefined) current = target;
	}
}
