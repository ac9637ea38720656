import { type Page } from '../../../nodes/shared/paging';
import { type FakeServer, read, rows, serve, start, tokens, withMembers } from './fakeServer';

const COUNT = 23;
const SIZE = 5;

/** Like Elasticsearch: each hit has the values it is sorted by, and a page starts after some. */
function searchServer(
	sortOf: (id: number) => unknown = (id) => [1_000 + id, `doc-${id}`],
): FakeServer {
	const docs = rows(0, COUNT).map(({ id }) => ({ _source: { id }, sort: sortOf(id) }));
	return serve(({ body }) => {
		const after = JSON.stringify(body?.search_after);
		const from =
			after === undefined ? 0 : docs.findIndex((d) => JSON.stringify(d.sort) === after) + 1;
		const hits = structuredClone(docs.slice(from, from + Number(body?.size)));
		return { body: { hits: { hits } } };
	});
}

const search = {
	url: 'https://search.test/vendors/_search',
	method: 'POST',
	property: 'hits.hits',
	body: { sort: ['ts', 'id'] },
	pagingScheme: {
		type: 'nextToken',
		request: { tokenParameter: 'search_after', limitParameter: 'size', limitValue: SIZE },
		response: { nextToken: 'hits.hits.-1.sort' },
		pageUntil: 'noNextToken',
	},
};
const idsOf = (items: unknown[]) => items.map((item) => Object(item)._source.id);
const ALL = rows(0, COUNT).map(({ id }) => id);

describe('a token that is an array', () => {
	test('is put into the body of a POST as it is', async () => {
		const server = searchServer();
		const { items, summary } = await read(search, server);
		expect(idsOf(items)).toEqual(ALL);
		expect(server.seen.map(({ body }) => body)).toEqual([
			{ sort: ['ts', 'id'], size: SIZE },
			...[4, 9, 14, 19, 22].map((id) => ({
				sort: ['ts', 'id'],
				size: SIZE,
				search_after: [1_000 + id, `doc-${id}`],
			})),
		]);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', warnings: [], resume: null });
	});

	test.each([5, 7])('continues in a later run after %i records', async (limit) => {
		const first = await read(search, searchServer(), { limits: { limit } });
		const resume: unknown = JSON.parse(JSON.stringify(first.summary.resume));
		const rest = await read(search, searchServer(), { resume });
		expect(idsOf([...first.items, ...rest.items])).toEqual(ALL);
		expect(rest.summary.stopReason).toBe('noNextToken');
	});

	test('that is returned again ends the run', async () => {
		const server = searchServer(() => [1, null]);
		const { items, summary } = await read(search, server);
		expect(items).toHaveLength(2 * SIZE);
		expect(summary).toMatchObject({
			stopReason: 'loopDetected',
			warnings: expect.arrayContaining([
				'Page 2 points back to a page that was already read; reading stopped there.',
			]),
		});
	});

	test('is not changed by a caller or sender that changes what it is given', async () => {
		const server = searchServer();
		const run = start(
			search,
			{
				send: async (request, control) => {
					const response = await server.send(request, control);
					const { body } = request;
					if (Array.isArray(body?.search_after)) body.search_after.push('changed');
					return response;
				},
			},
			{ limits: { maxPages: 3 } },
		);
		const pages: Page[] = [];
		let step = await run.next();
		while (!step.done) {
			pages.push(structuredClone(step.value));
			for (const item of step.value.items) Object(item).sort.length = 0;
			step = await run.next();
		}
		expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(ALL.slice(0, 15));
		expect(step.value.resume?.position).toEqual([1_014, 'doc-14']);
	});

	const FIELD = 'pagingScheme.response.nextToken "hits.hits.-1.sort"';
	test.each<[what: string, sort: unknown, message: string]>([
		['no values', [], `${FIELD} contains an array, [], which is not a token or URL.`],
		[
			'objects in it',
			[{ a: 1 }],
			`${FIELD} contains an array, [{"a":1}], which is not a token or URL.`,
		],
		[
			'a number that has lost digits',
			[2 ** 53, 'a'],
			`${FIELD} contains a number with more digits than a JSON number can store, so the next page is unknown.`,
		],
	])('with %s is an error', async (_what, sort, message) => {
		const { summary } = await read(
			search,
			searchServer(() => sort),
		);
		expect(summary.error).toMatchObject({ name: 'PagingError', message });
	});

	test.each<[what: string, dataset: object]>([
		['a GET', tokens('items.-1.sort')],
		[
			'the query of a POST',
			withMembers(
				{ ...tokens('items.-1.sort'), method: 'POST', body: {} },
				{ parametersIn: 'query' },
			),
		],
	])('cannot be sent with %s', async (_what, dataset) => {
		const server = serve(() => ({ body: { items: [{ id: 1, sort: [1, 'a'] }] } }));
		const { items, summary } = await read(dataset, server);
		expect(items).toHaveLength(1);
		expect(summary.error).toMatchObject({
			message:
				'pagingScheme.response.nextToken "items.-1.sort" contains an array, [1,"a"], which can only be sent in the body of a POST.',
		});
	});
});

describe('the parameters of a POST in its query', () => {
	const body = { filter: { kind: 'cloud' } };
	const inQuery = (dataset: object) =>
		withMembers({ ...dataset, method: 'POST', body }, { parametersIn: 'query' });
	const answering = () =>
		serve((request) => {
			const { searchParams } = new URL(request.url);
			const page = Number(searchParams.get('token') ?? 1);
			return { body: { items: rows(page, page + 1), next: page < 3 ? page + 1 : null } };
		});

	test('are sent there, and the body as it is', async () => {
		const server = answering();
		await read(inQuery(tokens()), server);
		expect(server.seen).toEqual([
			{ method: 'POST', url: 'https://api.test/rows?size=100', body },
			{ method: 'POST', url: 'https://api.test/rows?size=100&token=2', body },
			{ method: 'POST', url: 'https://api.test/rows?size=100&token=3', body },
		]);
	});
});
