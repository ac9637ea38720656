import { readPath } from '../../../nodes/shared/paging/response/path';
import { graphql, offsets, pageBased, read, serve } from './fakeServer';

const nothing = () => serve(() => ({ body: { items: [] } }));

describe('where parameters go', () => {
	test('case 32: into the body of a POST, the query untouched, the input unchanged', async () => {
		const body = { f: 1, page: 9, nested: { keep: true } };
		const dataset = pageBased(
			undefined,
			{},
			{ method: 'POST', url: 'https://api.test/rows?page=5&x=1', body },
		);
		const before = structuredClone(dataset);
		const server = serve((request) => {
			const nested = request.body?.nested;
			if (typeof nested === 'object' && nested !== null) Object.assign(nested, { keep: false });
			return { body: { items: [] } };
		});
		await read(dataset, server);

		expect(server.seen).toEqual([
			{
				method: 'POST',
				url: 'https://api.test/rows?page=5&x=1',
				body: { f: 1, page: 1, size: 100, nested: { keep: true } },
			},
		]);
		expect(dataset).toEqual(before);
	});

	test.each([
		[{}, { paging: { page: 1 } }],
		[{ paging: { sort: 'a' } }, { paging: { sort: 'a', page: 1 } }],
		[{ 'paging.page': 9 }, { 'paging.page': 1 }],
	])('case 33: paging.page in the body %p', async (body, expected) => {
		const server = nothing();
		const request = { pageParameter: 'paging.page', limitParameter: undefined };
		await read(pageBased(undefined, request, { method: 'post', body }), server);
		expect(server.seen[0]?.body).toEqual(expected);
	});

	test('a parameter in the query is replaced in its place, others stay as written', async () => {
		const server = nothing();
		const url = 'https://api.test/rows?q=a%20b+c&page=7&$top=1&flag&page=8#part';
		await read(pageBased(undefined, { pageStartingValue: 0 }, { url }), server);
		expect(server.seen[0]?.url).toBe(
			'https://api.test/rows?q=a%20b+c&page=0&$top=1&flag&size=100#part',
		);
	});

	test('an encoded name is the same parameter', async () => {
		const server = nothing();
		const url = 'https://api.test/rows?page%5Bnumber%5D=4';
		const request = { pageParameter: 'page[number]', limitParameter: undefined };
		await read(pageBased(undefined, request, { url }), server);
		expect(server.seen[0]?.url).toBe('https://api.test/rows?page%5Bnumber%5D=1');
	});

	test.each([
		['/rows', 'https://api.test/v1/', 'https://api.test/v1/rows?page=1&size=100'],
		['rows?a=1', 'https://api.test/v1', 'https://api.test/v1/rows?a=1&page=1&size=100'],
	])('the path %s on the base URL %s', async (url, baseUrl, expected) => {
		const server = nothing();
		await read(pageBased(undefined, {}, { url }), server, { baseUrl });
		expect(server.seen[0]?.url).toBe(expected);
	});

	test('a path without a base URL is refused before any request', async () => {
		const server = nothing();
		const run = read(pageBased(undefined, {}, { url: '/rows' }), server);
		await expect(run).rejects.toMatchObject({ name: 'DatasetError', field: 'url' });
		expect(server.seen).toEqual([]);
	});

	test('numbers that came as text', async () => {
		const server = nothing();
		await read(offsets(undefined, { offsetStartingValue: '5', limitValue: '20' }), server);
		expect(server.seen[0]?.url).toBe('https://api.test/rows?offset=5&limit=20');
	});

	test('after in the variables of a query is left out of page 1', async () => {
		const server = nothing();
		const body = {
			query: 'query ($after: String) { a }',
			variables: { after: null, kind: 1 },
			operationName: 'x',
		};
		const { summary } = await read(graphql({ request: {} }, { body }), server);
		expect(server.seen[0]?.body).toEqual({ ...body, variables: { kind: 1 } });
		expect(summary.warnings).toHaveLength(1); // about the answer, not about the variable
	});

	test('a dataset without a scheme is one request', async () => {
		const server = serve(() => ({ body: [1, 2] }));
		const { items, summary } = await read({ url: 'https://api.test/rows' }, server);
		expect(items).toEqual([1, 2]);
		expect(summary).toMatchObject({ requests: 1, stopReason: 'noNextPage', resume: null });
	});
});

describe('paths', () => {
	const body = {
		data: {
			'-1': 'a key',
			rows: [{ id: 1 }, { id: null }],
			empty: [],
			none: null,
			zero: 0,
			no: false,
		},
		'data.rows.total': 5,
		'@odata.nextLink': 'u',
		'data.rows[0].id': 'literal',
		nested: { '@odata.count': 3 },
	};
	const headers = { 'X-Total.Count': '7', Link: ['<a>', '<b>'] };
	const at = (path: string) => readPath(path, { body, headers });

	test.each([
		['data.rows.0.id', 1],
		['data.rows[1]', { id: null }],
		['data.rows.-2.id', 1],
		['data.rows[-1]', { id: null }],
		['data.rows.-1', { id: null }],
		['data.-1', 'a key'],
		['data.rows[0].id', 'literal'],
		['data.empty', []],
		['data.zero', 0],
		['data.no', false],
		['data.rows.total', 5],
		['@odata.nextLink', 'u'],
		['nested.@odata.count', 3],
		['header:x-total.count', '7'],
		['Header: X-TOTAL.COUNT', '7'],
		['header:link', '<a>, <b>'],
		['', body],
	])('%s', (path, value) => expect(at(path)).toEqual(value));

	test.each([
		'data.rows.1.id',
		'data.none',
		'data.none.x',
		'data.rows.length',
		'data.rows.-3',
		'data.rows.-0',
		'data.rows.2',
		'constructor',
		'data.zero.x',
		'header:x-none',
	])('nothing at %s', (path) => expect(at(path)).toBeUndefined());
});
