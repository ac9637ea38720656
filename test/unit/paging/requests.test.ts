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

	test('a parameter in the query is replaced in its place, others stay as written', async () => {
		const server = nothing();
		const url = 'https://api.test/rows?q=a%20b+c&page=7&$top=1&flag&page=8#part';
		await read(pageBased(undefined, { pageStartingValue: 0 }, { url }), server);
		expect(server.seen[0]?.url).toBe(
			'https://api.test/rows?q=a%20b+c&page=0&$top=1&flag&size=100#part',
		);
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
