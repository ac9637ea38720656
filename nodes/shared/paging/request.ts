import { isRecord } from '../json';
import type { Dataset, JsonObject } from './dataset/types';

/** One request of the loop, ready to be sent; credentials and other headers are the sender's. */
export interface PageRequest {
	method: 'GET' | 'POST';
	/** Absolute. */
	url: string;
	/** A copy of the dataset's body with this page's parameters; POST only. */
	body?: JsonObject;
}

/** A value that a request carries; `undefined` leaves the parameter out. */
export type ParameterValue = string | number | undefined;

/** Parameters by name, in the order in which they are added. */
export type Parameters = ReadonlyArray<readonly [name: string, value: ParameterValue]>;

/**
 * Puts a page's parameters where the method wants them: into the query for GET, into the body for
 * POST (paging-schemes, "What the service does").
 *
 * @param url absolute URL of the dataset
 */
export function buildRequest(dataset: Dataset, url: string, parameters: Parameters): PageRequest {
	if (dataset.method === 'GET') return { method: 'GET', url: withQuery(url, parameters) };
	return { method: 'POST', url, body: withMembers(dataset.body, parameters) };
}

/**
 * Sets query parameters. One that is there already is replaced in its place; everything else stays
 * as it is written, since servers differ in which encoding they accept.
 */
export function withQuery(url: string, parameters: Parameters): string {
	const [beforeFragment = '', ...fragment] = url.split('#');
	const [path = '', ...query] = beforeFragment.split('?');
	let pairs = query.length > 0 ? query.join('?').split('&') : [];

	for (const [name, value] of parameters) {
		if (value === undefined) continue;
		const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
		const at = pairs.findIndex((candidate) => nameOf(candidate) === name);
		pairs = pairs.filter((candidate, index) => index === at || nameOf(candidate) !== name);
		if (at === -1) pairs.push(pair);
		else pairs[at] = pair;
	}

	const written = pairs.filter((pair) => pair !== '');
	const search = written.length > 0 ? `?${written.join('&')}` : '';
	return [path + search, ...fragment].join('#');
}

function nameOf(pair: string): string {
	const [name = ''] = pair.split('=');
	try {
		return decodeURIComponent(name.replaceAll('+', ' '));
	} catch {
		return name;
	}
}

/**
 * Sets members of a body. A dotted name writes a nested member, unless the body has that very key.
 *
 * @returns a deep copy; the body handed in stays as it is, whatever the sender does
 */
export function withMembers(body: JsonObject, parameters: Parameters): JsonObject {
	const copy = structuredClone(body);
	for (const [name, value] of parameters) {
		if (value !== undefined) setMember(copy, name, value);
	}
	return copy;
}

function setMember(target: JsonObject, name: string, value: string | number): void {
	if (Object.hasOwn(target, name)) {
		target[name] = value;
		return;
	}
	const segments = name.split('.');
	const last = segments.pop() ?? name;
	let parent = target;
	for (const segment of segments) {
		const member = Object.hasOwn(parent, segment) ? parent[segment] : undefined;
		const next = isRecord(member) ? member : {};
		parent[segment] = next;
		parent = next;
	}
	parent[last] = value;
}

/**
 * @returns the part of a dotted parameter name at which the body holds something that is no object,
 *   so that writing below it would destroy it; `undefined` when there is none
 */
export function blockedBy(body: JsonObject, name: string): string | undefined {
	if (Object.hasOwn(body, name)) return undefined;
	const segments = name.split('.');
	let parent: unknown = body;
	for (let length = 1; length < segments.length; length++) {
		const segment = segments[length - 1] ?? '';
		if (!isRecord(parent) || !Object.hasOwn(parent, segment)) return undefined;
		parent = parent[segment];
		if (parent === undefined || parent === null) return undefined;
		if (!isRecord(parent)) return segments.slice(0, length).join('.');
	}
	return undefined;
}
