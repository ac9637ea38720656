import type { PageRequest } from '../../../nodes/shared/paging';
import { parameter, rows, serve, URL_ROWS } from './fakeServer';
import { readJudged } from './incompleteOf';

/**
 * Settings that users get wrong in the form, on APIs whose answers show it: the run ends before the
 * list does, and says so. And settings that look alike, on APIs whose list is complete.
 */

type Body = object | unknown[];

/** What an API answers, by the number of the page or the offset that is requested. */
interface Api {
	(at: number, request: PageRequest, count: number): Body | { status: number; body?: unknown };
}

/** A list of so many records that the API cuts into pages of its own size. */
const list =
	(count: number, size: number, more: (from: number) => object = () => ({})) =>
	(from: number) => ({ items: rows(from, Math.min(from + size, count)), ...more(from) });

const byPage =
	(count: number, size: number, more: (page: number) => object = () => ({}), first = 1): Api =>
	(page) => ({ ...list(count, size)((page - first) * size), ...more(page) });

const endpoint = { url: URL_ROWS, method: 'GET', property: 'items' };

const offsets = (request: object = {}, more: object = {}) => ({
	...endpoint,
	...more,
	pagingScheme: {
		type: 'offsetAndLimit',
		request: { offsetParameter: 'offset', offsetStartingValue: 0, limitValue: 100, ...request },
		pageUntil: 'noDataLeft',
	},
});
const pages = (response?: object, scheme: object = {}, request: object = {}) => ({
	...endpoint,
	pagingScheme: {
		type: 'pageBased',
		request: { pageParameter: 'page', pageStartingValue: 1, ...request },
		...(response && { response }),
		pageUntil:
			response && ('totalCount' in response || 'totalPages' in response)
				? 'reachTotalCount'
				: 'noDataLeft',
		...scheme,
	},
});
const sized = (size: number) => ({ limitParameter: 'limit', limitValue: size });
const tokens = (nextToken: string, more: object = {}) => ({
	...endpoint,
	pagingScheme: {
		type: 'nextToken',
		tokenType: 'token',
		request: { tokenParameter: 'cursor' },
		pageUntil: 'noNextToken',
		...more,
		response: { nextToken, ...Object(more).response },
	},
});
const urls = (nextToken: string) => ({
	...endpoint,
	pagingScheme: {
		type: 'nextToken',
		tokenType: 'url',
		response: { nextToken },
		pageUntil: 'noNextToken',
	},
});

const next = (page: number, last = 3) => (page < last ? `${URL_ROWS}?page=${page + 1}` : null);

/** @returns an API whose answers also say how many records are on their page */
const counted =
	(api: Api): Api =>
	(...asked) => {
		const answer = api(...asked);
		if (!('items' in answer) || !Array.isArray(answer.items) || 'count' in answer) return answer;
		return { ...answer, count: answer.items.length, returned: answer.items.length };
	};

async function readAs(dataset: object, api: Api, verifiesEnd: boolean) {
	const names = ['page', 'offset', 'cursor'];
	const server = serve((request, count) => {
		const named = names
			.map((name) => parameter(request, name))
			.find((value) => value !== undefined);
		const answer = api(Number(named ?? 1), request, count);
		const isWhole = 'status' in answer && typeof answer.status === 'number';
		return isWhole ? { body: {}, ...answer } : { body: answer };
	});
	const result = await readJudged(dataset, server, { verifiesEnd });
	return { ...result, requests: server.seen.length };
}

/** Read with the form, where one request more may be sent. */
const WRONG: Record<string, [dataset: object, api: Api, read: number, says: RegExp]> = {
	'Page Size is the default of the form, and the API sends 20': [
		offsets(),
		list(45, 20),
		20,
		/offsets rise by 100.*set .*limitValue to 20/,
	],
	'the API caps the page size at 50': [
		offsets(sized(100)),
		list(80, 50),
		50,
		/offsets rise by 100.*set .*limitValue to 50/,
	],
	'the limit parameter is misspelled': [
		offsets({ limitParameter: 'limt' }),
		list(45, 20),
		20,
		/offsets rise by 100/,
	],
	'each answer contains the size of its page': [
		offsets(),
		list(45, 20, () => ({ limit: 20 })),
		20,
		/offsets rise by 100/,
	],
	'the API is read by POST': [
		offsets({}, { method: 'POST', body: {} }),
		list(45, 20),
		20,
		/offsets rise by 100/,
	],
	'the API sends 33 per page': [offsets(), list(70, 33), 33, /offsets rise by 100/],
	'Next Path is that of the page before': [
		urls('links.prev'),
		(page) => ({
			...list(6, 2)((page - 1) * 2),
			links: { prev: page > 1 ? `${URL_ROWS}?page=${page - 1}` : null, next: next(page) },
		}),
		2,
		/links\.next/,
	],
	'Next Path is the current cursor': [
		tokens('cursor'),
		(page) => ({ ...list(6, 2)((page - 1) * 2), cursor: '', links: { next: next(page) } }),
		2,
		/links\.next/,
	],
	'Total Pages Path is the number of the page': [
		pages({ totalPages: 'page' }),
		byPage(6, 2, (page) => ({ page, total_pages: 3 })),
		2,
		/total_pages/,
	],
	'Total Path is the page size': [
		pages({ totalCount: 'per_page' }, {}, sized(20)),
		byPage(50, 20, () => ({ per_page: 20, num_found: 50 })),
		20,
		/50.*num_found/,
	],
	'Total Path is the number of records on the page, beside a total': [
		pages({ totalCount: 'count' }, {}, sized(20)),
		byPage(50, 20, () => ({ count: 20, num_found: 50 })),
		20,
		/50.*num_found/,
	],
	'Total Path is the number of records on a full page': [
		pages({ totalCount: 'count' }, {}, sized(20)),
		byPage(50, 20, () => ({ count: 20 })),
		20,
		/page after/,
	],
	'More Records Path is the flag of the end': [
		pages({ moreRecords: 'end_of_stream' }),
		byPage(6, 2, (page) => ({ end_of_stream: page === 3 })),
		2,
		/end_of_stream/,
	],
	'Last Page Path is a status': [
		pages({ lastPage: 'success' }),
		byPage(6, 2, () => ({ success: true })),
		2,
		/success/,
	],
	'a page in the middle is not found': [
		pages(undefined, { endStatuses: [404] }),
		(page) =>
			page === 2 ? { status: 404 } : byPage(6, 2, () => ({ total_pages: 3 }))(page, Object(), 0),
		2,
		/total_pages/,
	],
	'a page in the middle is empty': [
		pages(),
		(page) => ({ ...list(6, 2)(page === 2 ? 9 : (page - 1) * 2), total_pages: 3 }),
		2,
		/total_pages/,
	],
	'the pages count from 0': [
		pages(),
		byPage(6, 2, (page) => ({ has_previous: page > 0 }), 0),
		4,
		/has_previous/,
	],
	'Page Info Path is that of another connection': [
		{
			url: 'https://api.test/graphql',
			method: 'POST',
			body: { query: 'query ($after: String) { vendors(after: $after) { nodes { id } } }' },
			property: 'data.vendors.nodes',
			pagingScheme: {
				type: 'graphqlConnections',
				request: {},
				response: { pageInfo: 'data.users.pageInfo' },
				pageUntil: 'noNextPage',
			},
		},
		() => ({
			data: {
				vendors: { nodes: rows(0, 2), pageInfo: { hasNextPage: true, endCursor: 'b' } },
				users: { pageInfo: { hasNextPage: false, endCursor: null } },
			},
		}),
		2,
		/data\.vendors\.pageInfo\.hasNextPage/,
	],
	'the first page is empty beside a total': [
		pages(),
		() => ({ items: [], total: 50 }),
		0,
		/0 records.*50/,
	],
	'the first page has another total of zero records': [
		offsets(sized(100)),
		() => ({ items: [], meta: { total_count: 50 } }),
		0,
		/0 records.*50/,
	],
};

describe('a wrong setting does not end silently', () => {
	it.each(Object.entries(WRONG))('%s', async (_name, [dataset, api, read, says]) => {
		for (const each of [api, counted(api)]) {
			const { items, incomplete, summary } = await readAs(dataset, each, true);
			expect(items).toHaveLength(read);
			expect(incomplete.join('\n')).toMatch(says);
			expect(summary.proof).toBeNull();
		}
	});

	it.each([
		['Page Size is the default of the form, and the API sends 20', 2],
		['the API caps the page size at 50', 2],
		['the API sends 33 per page', 2],
	])('a dataset sends no other requests, and warns: %s', async (name, requests) => {
		const [dataset, api] = WRONG[name] ?? [];
		const result = await readAs(dataset ?? {}, api ?? list(0, 1), false);
		expect(result.requests).toBe(requests);
		expect(result.summary.warnings.join('\n')).toMatch(/offsets rise by 100/);
	});
});

/** @returns pages whose token stays the same while the records advance */
const scroll =
	(count: number, size: number, more: (page: number) => object): Api =>
	(_at, _request, asked) => ({ ...list(count, size)((asked - 1) * size), ...more(asked) });

/** Complete lists: the form and the dataset warn of nothing. */
const COMPLETE: Record<string, [dataset: object, api: Api, read: number]> = {
	'a short list by offset': [offsets(sized(100)), list(45, 100), 45],
	'a short list by offset without a limit parameter': [offsets(), list(47, 100), 47],
	'a list of exactly one page, whose next offset repeats a record': [
		offsets(sized(100)),
		(from) => ({ items: rows(0, from === 0 ? 45 : 0) }),
		45,
	],
	'a stop flag of another name beside a token that stays': [
		tokens('after_cursor', { response: { lastPage: 'end_of_stream' } }),
		(page) => ({
			...list(6, 2)((page - 1) * 2),
			after_cursor: page + 1,
			end_of_stream: page === 3,
		}),
		6,
	],
	'a flag of another name beside a next URL that stays': [
		tokens('offset', { response: { moreRecords: 'moreDataAvailable' } }),
		(page) => ({
			...list(6, 2)((page - 1) * 2),
			offset: page + 1,
			next: `${URL_ROWS}?cursor=${page + 1}`,
			moreDataAvailable: page < 3,
		}),
		6,
	],
	'an empty last page that links to itself': [
		urls('next'),
		(page) => ({
			...list(4, 2)((page - 1) * 2),
			next: `${URL_ROWS}?page=${Math.min(page + 1, 3)}`,
		}),
		4,
	],
	'a count that repeats the URL': [
		{ ...pages(), url: `${URL_ROWS}?count=100` },
		byPage(7, 100, () => ({ count: 100 })),
		7,
	],
	'a server that repeats its last full page': [
		pages(undefined, {}, sized(2)),
		(page) => list(6, 2)((Math.min(page, 3) - 1) * 2),
		6,
	],
	'a token that stays while records advance': [
		tokens('scroll_id', { pageUntil: 'noDataLeft' }),
		scroll(11, 2, () => ({ scroll_id: 'same' })),
		11,
	],
	'a token that stays until the last page': [
		tokens('scroll_param'),
		scroll(11, 2, (page) => ({ scroll_param: page < 7 ? 'same' : null })),
		11,
	],
	'a total that is that of the page, which is short': [
		pages({ totalCount: 'count' }, {}, sized(20)),
		byPage(7, 20, () => ({ count: 7 })),
		7,
	],
	'one full page with its total': [
		pages({ totalCount: 'total' }, {}, sized(20)),
		byPage(20, 20, () => ({ total: 20 })),
		20,
	],
};

describe('a complete list warns of nothing', () => {
	it.each(Object.entries(COMPLETE))('%s', async (_name, [dataset, api, read]) => {
		for (const verifiesEnd of [true, false]) {
			for (const each of [api, counted(api)]) {
				const { items, summary } = await readAs(dataset, each, verifiesEnd);
				expect(items).toEqual(rows(0, read));
				expect(summary.incomplete).toEqual([]);
			}
		}
	});

	it('by the form, without any warning', async () => {
		for (const [dataset, api] of Object.values(COMPLETE)) {
			expect((await readAs(dataset, api, true)).summary.warnings).toEqual([]);
		}
	});
});

it('a token that stays while the same records are returned is a loop', async () => {
	const volatile: Api = (_at, _request, asked) => ({
		items: rows(0, 2).map((row) => ({ ...row, readAt: asked })),
		scroll_id: 'same',
	});
	const { summary, requests } = await readAs(tokens('scroll_id'), volatile, true);
	expect(summary.stopReason).toBe('loopDetected');
	expect(summary.incomplete).not.toEqual([]);
	expect(requests).toBe(2);
});
