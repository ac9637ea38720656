import { graphql, pageBased, read, serve } from './fakeServer';

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
		[
			'in its place, others stay as written',
			'p',
			'?q=a%20b+c&p=7&$t=1&flag&p=8#part',
			'?q=a%20b+c&p=1&$t=1&flag#part',
		],
		['not where a name only begins alike', 'p', '?pp=7', '?pp=7&p=1'],
		['where it had no value', 'p', '?p&a=1', '?p=1&a=1'],
		['with a space, written as +', 'my page', '?my+page=7', '?my%20page=1'],
		['with brackets', 'page[number]', '?page%5Bnumber%5D=7', '?page%5Bnumber%5D=1'],
		['beside a name that cannot be decoded', 'p', '?%zz=1', '?%zz=1&p=1'],
		['beside a second question mark', 'p', '?q=what?&p=7', '?q=what?&p=1'],
		['before a fragment that looks like a query', 'p', '#p=7?p=8', '?p=1#p=7?p=8'],
	])('%s', async (_what, pageParameter, query, expected) => {
		const server = nothing();
		const url = `https://api.test/rows${query}`;
		const request = { pageParameter, limitParameter: undefined, limitValue: undefined };
		await read(pageBased(undefined, request, { url }), server);
		expect(server.seen[0]?.url).toBe(`https://api.test/rows${expected}`);
	});

	test.each([
		['nested beside others', { x: { a: 1, y: { b: 2 } } }, { x: { a: 1, y: { b: 2, p: 1 } } }],
		['nested below null', { x: null }, { x: { y: { p: 1 } } }],
		['by a name with dots that is there', { 'x.y.p': 7, x: 5 }, { 'x.y.p': 1, x: 5 }],
	])('a member of the body is set %s', async (_what, body, expected) => {
		const server = nothing();
		const request = { pageParameter: 'x.y.p', limitParameter: undefined, limitValue: undefined };
		await read(pageBased(undefined, request, { method: 'POST', body }), server);
		expect(server.seen[0]?.body).toEqual(expected);
	});

	test('a name that every object inherits is a name like others', async () => {
		const server = nothing();
		const request = { pageParameter: 'constructor.name', limitParameter: undefined };
		await read(pageBased(undefined, request, { method: 'POST', body: {} }), server);
		expect(server.seen[0]?.body).toEqual({ constructor: { name: 1 } });
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
});
