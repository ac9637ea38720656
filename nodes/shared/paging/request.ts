import { withMembers } from './body';
import { DatasetError } from './errors';
import type { JsonObject, PageRequest, Parameters } from './types';

/** The method of a dataset, and what is sent with it besides the parameters of paging. */
export type Call = { method: 'GET' } | { method: 'POST'; body: JsonObject };

/**
 * Completes the URL of a dataset.
 *
 * @param url absolute, or a path below the base URL
 * @throws DatasetError when the URL is relative and there is no base URL
 */
export function absoluteUrl(url: string, baseUrl = ''): string {
	if (URL.canParse(url)) return url;
	const base = baseUrl.trim().replace(/^(.*[^/])?\/*$/s, '$1');
	const joined = url.startsWith('?') ? base + url : `${base}/${url.replace(/^\/+/, '')}`;
	if (base !== '' && URL.canParse(joined)) return joined;
	throw new DatasetError(
		'url',
		`url is the relative path ${url}, but no base URL is set.`,
		'Set the base URL, or enter the full URL, including https://.',
	);
}

/**
 * Puts a page's parameters into the query for GET and into the body for POST (paging-schemes, "What
 * the service does").
 *
 * @param url absolute URL of the dataset
 */
export function buildRequest(call: Call, url: string, parameters: Parameters): PageRequest {
	if (call.method === 'GET') return { method: 'GET', url: withQuery(url, parameters) };
	return { method: 'POST', url, body: withMembers(call.body, parameters) };
}

/**
 * Sets query parameters. An existing one is replaced in its place; the rest of the URL stays as it
 * is written, since servers differ in which encoding they accept.
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
