import { field, fieldText } from './fieldText';
import { DatasetError } from './pagingErrors';
import type { Parameters } from './types';

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
		fieldText`${field('url')} is the relative path ${url}, but no base URL is set.`,
		'Enter the full URL, including https://, or select a credential that has a base URL.',
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
		const text = inQuery(value);
		if (text === undefined) continue;
		const pair = `${encodeURIComponent(name)}=${text}`;
		const others = pairs.filter((candidate) => parameterName(candidate) !== name);
		const at = pairs.findIndex((candidate) => parameterName(candidate) === name);
		pairs = others.toSpliced(at === -1 ? others.length : at, 0, pair);
	}
	return path + (pairs.length > 0 ? `?${pairs.join('&')}` : '') + fragment;
}

function inQuery(value: Parameters[number][1]): string | undefined {
	if (value === undefined) return undefined;
	if (typeof value !== 'object') return encodeURIComponent(value);
	return 'encoded' in value ? value.encoded.replace(NOT_IN_VALUES, encodeURIComponent) : undefined;
}

/** What would end an encoded value, or is in none: `&`, `#`, spaces, and `%` without two digits. */
const NOT_IN_VALUES = /%(?![\da-f]{2})|[^\w.~!*'();:@/?$,+=%-]/giu;

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
		const name = parameterName(pair);
		return isWanted(name) && !present.has(name);
	});
	return missing.length === 0 ? url : `${path}?${[...pairs, ...missing].join('&')}${fragment}`;
}

/** A query without its question mark: `c=t4&size=5`; a token in base64 can end with `=`. */
const BARE_QUERY = /^[\w.~%[\]-]+=[^=&\s/?#][^\s/?#]*$/;

/** @returns whether text can be a query that lacks its question mark */
export function isBareQuery(text: string): boolean {
	return BARE_QUERY.test(text);
}

/** @returns text that may be a URL, with the question mark if it is a query that lacks it */
export function withMark(text: string): string {
	return isBareQuery(text) ? `?${text}` : text;
}

/** @returns the names of a URL's query parameters */
export function queryNames(url: string): Set<string> {
	return new Set(split(url).pairs.map(parameterName));
}

/** @returns the parts of a URL as they are written; a fragment with its # */
function split(url: string) {
	const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url) ?? [];
	return { path, pairs: query.split('&').filter((pair) => pair !== ''), fragment };
}

function parameterName(pair: string): string {
	const [name = ''] = new URLSearchParams(pair).keys();
	return name;
}
