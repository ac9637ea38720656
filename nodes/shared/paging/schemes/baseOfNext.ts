/** Names by which answers name the URL, or the path, that their relative URLs belong to. */
const BASE_NAMES = [
	'base',
	'baseUrl',
	'base_url',
	'baseURL',
	'baseUri',
	'basePath',
	'base_path',
	'context',
];

/** A base that an answer names. */
interface NamedBase {
	/** Where it is: `_links.base`. */
	path: string;
	/** A URL, or its path: `https://api.example.com/wiki`, `/wiki`. */
	value: string;
}

/**
 * Confluence names it beside the next URL:
 *
 *     { "results": [ … ], "_links": { "base": "https://api.example.com/wiki", "next": "/rest/api/space?start=25" } }
 *
 * @param path of the next URL in the answer
 * @param read returns the value at another path of it
 * @returns the base that is named beside the next URL, or around it
 */
export function baseNamedFor(path: string, read: (path: string) => unknown): NamedBase | undefined {
	if (path.includes(':') || path.includes('[')) return undefined;
	const names = path.split('.');
	for (let length = names.length - 1; length > 0; length--) {
		const holder = names.slice(0, length).join('.');
		for (const name of BASE_NAMES) {
			const at = `${holder}.${name}`;
			const value = read(at);
			if (typeof value === 'string' && /^(?:https?:\/\/|\/(?![/\\]))/i.test(value))
				return { path: at, value };
		}
	}
	return undefined;
}

/** @returns whether a path is that of the list, or below it */
export function isAtList(list: string, pathname: string): boolean {
	return `${pathname}/`.startsWith(`${list.replace(/\/$/, '')}/`);
}

/**
 * A server behind a gateway does not know the first part of its own URLs:
 *
 *     GET https://api.example.com/gateway/v1/list
 *     { "items": [ … ], "next": "/v1/list?page=2" }
 *
 * @param list path of the first URL
 * @param pathname path of the next URL
 * @returns the first part of the list's path, if the next URL leads to the list with it: `/gateway`
 */
export function missingPrefix(list: string, pathname: string): string | undefined {
	if (isAtList(list, pathname)) return undefined;
	const segments = list.replace(/\/$/, '').split('/');
	for (let length = 2; length < segments.length; length++) {
		const prefix = segments.slice(0, length).join('/');
		if (isAtList(list, prefix + pathname)) return prefix;
	}
	return undefined;
}
