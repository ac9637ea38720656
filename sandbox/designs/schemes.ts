import type { JsonObject } from './types';

/** Parameter for the page size, and the largest that the API allows. */
type Size = readonly [name: string, value: number];

const limitOf = (size: Size | undefined) =>
	size ? { limitParameter: size[0], limitValue: size[1] } : {};

/** @returns a scheme for pages that name the URL of the next one */
export function nextUrl(path: string, size?: Size, response: JsonObject = {}): JsonObject {
	return {
		type: 'nextToken',
		tokenType: 'url',
		request: { ...limitOf(size) },
		response: { nextToken: path, ...response },
		pageUntil: 'noNextToken',
	};
}

/** @returns a scheme for pages that name the token of the next one */
export function nextToken(
	parameter: string,
	path: string,
	size?: Size,
	response: JsonObject = {},
): JsonObject {
	return {
		type: 'nextToken',
		tokenType: 'token',
		request: { tokenParameter: parameter, ...limitOf(size) },
		response: { nextToken: path, ...response },
		pageUntil: 'noNextToken',
	};
}

/** @returns a scheme for numbered pages; `stop` says what ends it, an empty page by default */
export function pages(
	parameter: string,
	start: 0 | 1,
	size: Size | undefined,
	stop: Stop = {},
): JsonObject {
	return {
		type: 'pageBased',
		request: { pageParameter: parameter, pageStartingValue: start, ...limitOf(size) },
		...stopOf(stop),
	};
}

/** @returns a scheme whose position is a part of a value, with 100 records per page */
export function inOneValue(valueTemplate: string, scheme: JsonObject): JsonObject {
	return { ...scheme, request: { ...Object(scheme.request), valueTemplate, limitValue: 100 } };
}

/** @returns a scheme for offsets; `stop` says what ends it, an empty page by default */
export function offsets(
	parameter: string,
	size: Size | undefined,
	stop: Stop = {},
	start = 0,
): JsonObject {
	return {
		type: 'offsetAndLimit',
		request: { offsetParameter: parameter, offsetStartingValue: start, ...limitOf(size) },
		...stopOf(stop),
	};
}

/** What ends numbered pages: members of `response`, and statuses. */
export interface Stop {
	totalCount?: string;
	totalPages?: string;
	moreRecords?: string;
	lastPage?: string;
	endStatuses?: number[];
}

function stopOf({ endStatuses, ...response }: Stop): JsonObject {
	const hasTotal = 'totalCount' in response || 'totalPages' in response;
	return {
		...(Object.keys(response).length > 0 && { response }),
		pageUntil: hasTotal ? 'reachTotalCount' : 'noDataLeft',
		...(endStatuses && { endStatuses }),
	};
}

/** @returns a scheme for a GraphQL connection */
export function connection(pageInfo: string, size: Size): JsonObject {
	return {
		type: 'graphqlConnections',
		request: limitOf(size),
		response: { pageInfo },
		pageUntil: 'noNextPage',
	};
}
