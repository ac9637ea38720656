import { isRecord } from '../../json';

/** Response headers by name in any spelling; a name that came several times holds an array. */
export type ResponseHeaders = Readonly<Record<string, unknown>>;

/** What a path leads to. Missing and null are the same: there is no data. */
export type Found = { found: true; value: unknown } | { found: false };

const NOTHING: Found = { found: false };
const HEADER = /^header:/i;

/** @returns the header that a path names, or `undefined` when the path leads into the body */
export function headerName(path: string): string | undefined {
	return HEADER.test(path) ? path.replace(HEADER, '').trim() : undefined;
}

/**
 * Reads the value that a configured path leads to (paging-schemes, "What the service does").
 *
 * @param path dotted, array indexes as `rows.0` or `rows[0]`; `header:Name` reads a header; empty is
 *   the body itself. A key that contains the dots itself wins over nested objects.
 * @param answer parsed body and headers
 */
export function readPath(path: string, answer: { body: unknown; headers: ResponseHeaders }): Found {
	const header = headerName(path);
	if (header !== undefined) return readHeader(answer.headers, header);
	if (path === '') return asFound(answer.body);
	if (hasKey(answer.body, path)) return asFound(answer.body[path]);
	return walk(answer.body, path.replace(/\[(\d+)\]/g, '.$1').split('.'));
}

function readHeader(headers: ResponseHeaders, name: string): Found {
	const wanted = name.toLowerCase();
	const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === wanted);
	if (key === undefined) return NOTHING;
	const value = headers[key];
	return asFound(Array.isArray(value) ? value.join(', ') : value);
}

function walk(value: unknown, segments: string[]): Found {
	const [first, ...rest] = segments;
	if (first === undefined) return asFound(value);
	if (Array.isArray(value)) return /^\d+$/.test(first) ? walk(value[Number(first)], rest) : NOTHING;

	// Names such as `@odata.count` contain the dot: the longest key that is there is taken.
	for (let length = segments.length; length > 0; length--) {
		const key = segments.slice(0, length).join('.');
		if (hasKey(value, key)) return walk(value[key], segments.slice(length));
	}
	return NOTHING;
}

function hasKey(value: unknown, key: string): value is Record<string, unknown> {
	return isRecord(value) && Object.hasOwn(value, key);
}

function asFound(value: unknown): Found {
	return value === undefined || value === null ? NOTHING : { found: true, value };
}
