import { PagingError } from '../../../nodes/shared/paging';
import { connection, graphql, QUERY, read, rows, serve } from './fakeServer';

/** @returns how a run ends whose first page has this page information, and what page 2 asked with */
async function follow(answer: object, scheme: object = {}) {
	const server = serve((_request, count) => (count === 1 ? answer : connection([], false, null)));
	const { summary } = await read(graphql(scheme), server);
	const { stopReason, warnings, error, items } = summary;
	if (error instanceof PagingError) {
		return { stopReason, warnings, message: error.message, fix: error.fix, items };
	}
	return { stopReason, warnings, second: Object(server.seen[1]?.body).variables };
}

const PAGE_INFO = 'pagingScheme.response.pageInfo';
const PATH = 'data.vendors.pageInfo';
const SELECT = `Select hasNextPage and endCursor in the query, and check ${PAGE_INFO}.`;
const ITSELF = `Set ${PAGE_INFO} to the path of the token or URL itself.`;
const AS_TEXT = 'To read it as text, turn on Large Numbers as Text under Options > Advanced.';

const failed = (message: string, fix: string) => ({
	stopReason: 'error',
	warnings: [],
	message,
	fix,
	items: 1,
});
const NOTHING = {
	stopReason: 'pathNotFound',
	warnings: [`${PAGE_INFO} "${PATH}.hasNextPage" was not found on page 1; reading stopped there.`],
	second: undefined,
};
const answering = (pageInfo: unknown) => ({
	body: { data: { vendors: { nodes: rows(0, 1), pageInfo } } },
});

describe('page information that cannot be used', () => {
	test.each<[what: string, pageInfo: unknown, expected: object]>([
		['none', undefined, NOTHING],
		['no hasNextPage', { endCursor: 'c' }, NOTHING],
		[
			'hasNextPage as another text',
			{ hasNextPage: 'maybe', endCursor: 'c' },
			failed(
				`${PAGE_INFO} "${PATH}.hasNextPage" contains text, "maybe", not true or false.`,
				SELECT,
			),
		],
		[
			'a next page without a cursor',
			{ hasNextPage: true },
			failed(
				`Page 1 reports more pages by ${PAGE_INFO} "${PATH}.hasNextPage", but doesn't include a next page.`,
				SELECT,
			),
		],
		[
			'a cursor that is an object',
			{ hasNextPage: true, endCursor: { id: 1 } },
			failed(
				`${PAGE_INFO} "${PATH}.endCursor" contains an object, {"id":1}, which is not a token or URL.`,
				ITSELF,
			),
		],
		[
			'a cursor with too many digits',
			{ hasNextPage: true, endCursor: 2 ** 60 },
			failed(
				`${PAGE_INFO} "${PATH}.endCursor" contains a number with more digits than a JSON number can store, so the next page is unknown.`,
				AS_TEXT,
			),
		],
	])('%s', async (_what, pageInfo, expected) => {
		expect(await follow(answering(pageInfo))).toEqual(expected);
	});
});

describe('where a connection goes on', () => {
	const ended = { stopReason: 'noNextPage', warnings: [], second: undefined };
	const on = (after: unknown) => ({ second: { kind: 'cloud', first: 100, after } });
	const until = (pageUntil: string) => ({ pageUntil });

	test.each<[pageUntil: string, hasNextPage: boolean, cursor: unknown, expected: object]>([
		['noNextPage', true, 'c', on('c')],
		['noNextPage', true, 0, on(0)],
		['noNextPage', false, 'c', ended],
		['noDataLeft', false, 'c', on('c')],
		['noDataLeft', false, 0, on(0)],
		['noDataLeft', false, null, ended],
	])('%s, hasNextPage %p, endCursor %p', async (pageUntil, hasNextPage, cursor, expected) => {
		const answer = answering({ hasNextPage, endCursor: cursor });
		expect(await follow(answer, until(pageUntil))).toMatchObject(expected);
	});

	test('an empty page with a cursor goes on, as long as it is not the end', async () => {
		const server = serve((_request, count) =>
			connection(count === 2 ? [] : rows(count, count + 1), count < 3, `c${count}`),
		);
		const { items, summary } = await read(graphql(), server);
		expect(items).toEqual([...rows(1, 2), ...rows(3, 4)]);
		expect(summary).toMatchObject({ stopReason: 'noNextPage', requests: 3, pages: 3 });
	});
});

describe('what a connection is asked with', () => {
	test('a page size in a nested variable, beside what is there', async () => {
		const query = 'query ($page: Page, $after: String) { a }';
		const body = { query, operationName: 'a', variables: { page: { sort: 'x' } } };
		const dataset = graphql({ request: { limitParameter: 'page.first', limitValue: 5 } }, { body });
		const server = serve(() => connection([], false, null));
		await read(dataset, server);
		expect(server.seen).toEqual([
			{
				method: 'POST',
				url: 'https://api.test/graphql',
				body: { query, operationName: 'a', variables: { page: { sort: 'x', first: 5 } } },
			},
		]);
	});

	test('a sender that changes a request changes that one only', async () => {
		const body = { query: QUERY, extensions: { tag: 'a' } };
		const server = serve((request, count) => {
			Object.assign(Object(request.body).extensions, { tag: 'changed' });
			return connection(rows(count, count + 1), count < 2, `c${count}`);
		});
		await read(graphql({}, { body }), server);
		expect(server.seen.map((request) => request.body?.extensions)).toEqual([
			{ tag: 'a' },
			{ tag: 'a' },
		]);
	});

	test('without a size parameter no size is sent', async () => {
		const server = serve(() => connection([], false, null));
		await read(graphql({ request: { limitValue: 5 } }), server);
		expect(server.seen[0]?.body).toEqual({ query: QUERY, variables: { kind: 'cloud' } });
	});
});
