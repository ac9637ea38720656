import { isRecord, memberOf, setMember } from '../basics/values';
import { DatasetError } from './errors';
import type { JsonObject, PageRequest, PageResponse, Parameters } from './types';

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
	if (INDEX.test(selector)) return elements.at(Number(selector));
	const [, name = '', wanted] = MEMBER.exec(selector) ?? [];
	return elements.find((one) => hasKey(one, name) && memberOf(one, name) === wanted);
}

function hasKey(value: unknown, key: string): value is Record<string, unknown> {
	return isRecord(value) && Object.hasOwn(value, key);
}

/** The method of a dataset, and what is sent with it besides the parameters of paging. */
export type Call = { method: 'GET' } | { method: 'POST'; body: JsonObject };

/** Where the parameters of paging are sent; for GraphQL, the body has them in its variables. */
export type ParametersIn = 'query' | 'body';

/**
 * Completes a URL. The path of the base URL stays in front of a path that starts with a slash, unless
 * that path starts with it already, and its query on every URL below it.
 *
 * @param url absolute, or a path below the base URL
 * @throws DatasetError when the URL is relative and there is no base URL
 */
export function absoluteUrl(url: string, baseUrl = ''): string {
	if (URL.canParse(url)) return url;
	const base = split(baseUrl.trim()).path.replace(/^(.*[^/])?\/*$/s, '$1');
	const { origin, pathname } = new URL(URL.canParse(base) ? base : 'https://localhost');
	const isComplete = pathname !== '/' && `${split(url).path}/`.startsWith(`${pathname}/`);
	const below = url.startsWith('?') ? base + url : `${base}/${url.replace(/^\/+/, '')}`;
	const joined = isComplete ? origin + url : below;
	if (base !== '' && URL.canParse(joined)) return withMissing(joined, baseUrl.trim());
	throw new DatasetError(
		'url',
		`url is the relative path ${url}, but no base URL is set.`,
		'Enter the full URL, including https://, or select a credential that has a base URL.',
	);
}

/**
 * Puts a page's parameters into the query for GET and into the body for POST (paging-schemes, "What
 * the service does"), and those that are named `header:Name` into the headers.
 *
 * @param url absolute URL of the dataset
 * @param parametersIn where a POST has them
 */
export function buildRequest(
	call: Call,
	url: string,
	parameters: Parameters,
	parametersIn: ParametersIn = 'body',
): PageRequest {
	const others = parameters.filter(([name]) => headerName(name) === undefined);
	const headers = parameters.flatMap(([name, value]) => {
		const header = headerName(name);
		return header === undefined || value === undefined ? [] : [[header, String(value)]];
	});
	const isPost = call.method === 'POST';
	const isInBody = isPost && parametersIn === 'body';
	return {
		method: call.method,
		url: isInBody ? url : withQuery(url, others),
		...(isPost && { body: withMembers(call.body, isInBody ? others : []) }),
		...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
	};
}

/**
 * Writes a position into the text that an API wants as the value of its parameter.
 *
 * @param template text with `{position}`; `{last}` is the last record of the page, counted like an
 *   offset, and `{size}` the page size. Without it, the position is the value.
 */
export function valueOf(
	template: string | undefined,
	position: string | number,
	size = 0,
): string | number {
	if (template === undefined) return position;
	const values = { position, size, last: Number(position) + size - 1 };
	return template.replace(/\{(position|size|last)\}/g, (_, name: keyof typeof values) =>
		String(values[name]),
	);
}

/**
 * Sets query parameters. An existing one is replaced in its place; the rest of the URL stays as it
 * is written, since servers differ in which encoding they accept.
 */
export function withQuery(url: string, parameters: Parameters): string {
	const { path, fragment, ...query } = split(url);
	let { pairs } = query;
	for (const [name, value] of parameters) {
		if (value === undefined || typeof value === 'object') continue;
		const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
		const others = pairs.filter((candidate) => nameOf(candidate) !== name);
		const at = pairs.findIndex((candidate) => nameOf(candidate) === name);
		pairs = others.toSpliced(at === -1 ? others.length : at, 0, pair);
	}
	return path + (pairs.length > 0 ? `?${pairs.join('&')}` : '') + fragment;
}

/**
 * Adds the query parameters of another URL, as they are written there, where a URL lacks them.
 *
 * @param source the other URL
 * @param isWanted which of its parameters; all by default
 */
export function withMissing(
	url: string,
	source: string,
	isWanted: (name: string) => boolean = () => true,
): string {
	const { path, pairs, fragment } = split(url);
	const present = queryNames(url);
	const missing = split(source).pairs.filter((pair) => {
		const name = nameOf(pair);
		return isWanted(name) && !present.has(name);
	});
	return missing.length === 0 ? url : `${path}?${[...pairs, ...missing].join('&')}${fragment}`;
}

/** @returns the names of a URL's query parameters */
export function queryNames(url: string): Set<string> {
	return new Set(split(url).pairs.map(nameOf));
}

/** @returns the parts of a URL as they are written; a fragment with its # */
function split(url: string) {
	const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url) ?? [];
	return { path, pairs: query.split('&').filter((pair) => pair !== ''), fragment };
}

function nameOf(pair: string): string {
	const [name = ''] = new URLSearchParams(pair).keys();
	return name;
}

/**
 * Sets members of a body. A dotted name writes a nested member, unless the body has that very key.
 *
 * @returns a deep copy; the original body is never changed, whatever the sender does
 */
export function withMembers(
	body: JsonObject,
	parameters: ReadonlyArray<readonly [name: string, value: unknown]>,
): JsonObject {
	const copy = structuredClone(body);
	for (const [name, value] of parameters) {
		if (value === undefined) continue;
		const names = Object.hasOwn(copy, name) ? [name] : name.split('.');
		const last = names.pop() ?? name;
		let parent = copy;
		for (const segment of names) {
			const member = memberOf(parent, segment);
			const next = isRecord(member) ? member : {};
			setMember(parent, segment, next);
			parent = next;
		}
		// An array is a part of a response, and of the resume point.
		setMember(parent, last, structuredClone(value));
	}
	return copy;
}

/**
 * @returns the part of a dotted parameter name at which the body contains something other than an
 *   object, so that writing below it would destroy it; `undefined` when there is none
 */
export function blockedBy(body: JsonObject, name: string): string | undefined {
	if (Object.hasOwn(body, name)) return undefined;
	const names = name.split('.').slice(0, -1);
	const parents = names.map((_, at) => names.slice(0, at + 1).join('.'));
	return parents.find((path) => !isRecord(readPath(path, { body }) ?? {}));
}
