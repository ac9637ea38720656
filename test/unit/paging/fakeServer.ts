import {
	forEachPage,
	type Page,
	type PageRequest,
	type PageResponse,
	paginate,
	type PagingOptions,
	type Send,
	type SendControl,
	type Summary,
	validateDataset,
} from '../../../nodes/shared/paging';

export const URL_ROWS = 'https://api.test/rows';

/** A server in memory that remembers what it was asked. */
export interface FakeServer {
	send: Send;
	seen: PageRequest[];
}

type Answer = Partial<PageResponse>;

/** @param answer what the server says; 200 and no headers unless it says otherwise */
export function serve(
	answer: (request: PageRequest, count: number, control: SendControl) => Answer | Promise<Answer>,
): FakeServer {
	const seen: PageRequest[] = [];
	const send: Send = async (request, control) => {
		seen.push(structuredClone(request));
		return {
			status: 200,
			headers: {},
			body: undefined,
			...(await answer(request, seen.length, control)),
		};
	};
	return { send, seen };
}

/** @returns records `from` to `to - 1`, each with its own id */
export function rows(from: number, to: number): Array<{ id: number }> {
	return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: from + index }));
}

/** @returns a parameter of a request: from the query for GET, from the body for POST */
export function parameter(request: PageRequest, name: string): string | undefined {
	if (request.method === 'GET') return new URL(request.url).searchParams.get(name) ?? undefined;
	const value = request.body?.[name];
	return value === undefined ? undefined : String(value);
}

/** @returns a parameter of every request that the server saw */
export function asked(server: FakeServer, name: string): Array<string | undefined> {
	return server.seen.map((request) => parameter(request, name));
}

/** @returns the requests of a page-numbered server with so many records in pages of 100 */
export function pagesOf(count: number, first = 1, extra: (page: number) => object = () => ({})) {
	return serve((request) => {
		const page = Number(parameter(request, 'page'));
		const from = (page - first) * 100;
		return { body: { items: rows(from, Math.min(from + 100, count)), ...extra(page) } };
	});
}

export interface Read {
	items: unknown[];
	pages: Page[];
	summary: Summary;
}

/** Validates a dataset and reads all of it. */
export async function read(
	dataset: unknown,
	server: { send: Send },
	options: Omit<PagingOptions, 'send'> = {},
): Promise<Read> {
	const validated = validateDataset(dataset);
	const pages: Page[] = [];
	const run = paginate(validated.dataset, { send: server.send, ...options });
	const summary = await forEachPage(run, (page) => void pages.push(page));
	return { items: pages.flatMap((page) => page.items), pages, summary };
}

/** @returns a pageBased dataset over GET; stops at the total when a path to it is given */
export function pageBased(totalCount?: string, request: object = {}, more: object = {}): object {
	return {
		url: URL_ROWS,
		method: 'GET',
		property: 'items',
		pagingScheme: {
			type: 'pageBased',
			request: {
				pageParameter: 'page',
				pageStartingValue: 1,
				limitParameter: 'size',
				limitValue: 100,
				...request,
			},
			...(totalCount === undefined ? {} : { response: { totalCount } }),
			pageUntil: totalCount === undefined ? 'noDataLeft' : 'reachTotalCount',
		},
		...more,
	};
}

/** @returns a dataset whose pages also end with one of these statuses */
export function endingWith(endStatuses: number[], dataset: object): object {
	return withMembers(dataset, { endStatuses });
}

/** @returns a dataset with members added to its scheme, and to the request and response of it */
export function withMembers(
	dataset: object,
	more: { request?: object; response?: object; [name: string]: unknown },
): object {
	const { pagingScheme, ...endpoint } = Object(dataset);
	const { request, response, ...scheme } = more;
	return {
		...endpoint,
		pagingScheme: {
			...pagingScheme,
			...scheme,
			request: { ...pagingScheme.request, ...request },
			response: { ...pagingScheme.response, ...response },
		},
	};
}

/** @returns an offsetAndLimit dataset over GET */
export function offsets(totalCount?: string, request: object = {}): object {
	return {
		url: URL_ROWS,
		method: 'GET',
		property: 'items',
		pagingScheme: {
			type: 'offsetAndLimit',
			request: {
				offsetParameter: 'offset',
				offsetStartingValue: 0,
				limitParameter: 'limit',
				limitValue: 100,
				...request,
			},
			...(totalCount === undefined ? {} : { response: { totalCount } }),
			pageUntil: totalCount === undefined ? 'noDataLeft' : 'reachTotalCount',
		},
	};
}

/** @returns a nextToken dataset over GET that carries tokens */
export function tokens(nextToken = 'next', more: object = {}): object {
	return {
		url: URL_ROWS,
		method: 'GET',
		property: 'items',
		pagingScheme: {
			type: 'nextToken',
			tokenType: 'token',
			request: { tokenParameter: 'token', limitParameter: 'size', limitValue: 100 },
			response: { nextToken },
			pageUntil: 'noNextToken',
			...more,
		},
	};
}

/** @returns a nextToken dataset over GET that follows URLs */
export function nextUrls(nextToken = 'next', more: object = {}): object {
	return {
		url: `${URL_ROWS}?active=1`,
		method: 'GET',
		property: 'items',
		pagingScheme: {
			type: 'nextToken',
			tokenType: 'url',
			request: { limitParameter: 'size', limitValue: 100 },
			response: { nextToken },
			pageUntil: 'noNextToken',
		},
		...more,
	};
}

export const QUERY = `query ($first: Int, $after: String, $kind: String) {
	vendors(first: $first, after: $after, kind: $kind) {
		nodes { id }
		pageInfo { endCursor hasNextPage }
	}
}`;

/** @returns a graphqlConnections dataset */
export function graphql(scheme: object = {}, more: object = {}): object {
	return {
		url: 'https://api.test/graphql',
		method: 'POST',
		property: 'data.vendors.nodes',
		body: { query: QUERY, variables: { kind: 'cloud' } },
		pagingScheme: {
			type: 'graphqlConnections',
			request: { limitParameter: 'first', limitValue: 100 },
			response: { pageInfo: 'data.vendors.pageInfo' },
			pageUntil: 'noNextPage',
			...scheme,
		},
		...more,
	};
}

/** @returns the body of a GraphQL answer */
export function connection(nodes: unknown[], hasNextPage: unknown, endCursor: unknown): Answer {
	return { body: { data: { vendors: { nodes, pageInfo: { hasNextPage, endCursor } } } } };
}

/** @returns the run itself, for tests that read step by step */
export function start(
	dataset: unknown,
	server: { send: Send },
	options: Omit<PagingOptions, 'send'> = {},
) {
	return paginate(validateDataset(dataset).dataset, { send: server.send, ...options });
}
