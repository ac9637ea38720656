import {
	connection,
	graphql,
	nextUrls,
	pageBased,
	read,
	rows,
	serve,
	withMembers,
} from './fakeServer';

/** Lists inside records that the API has cut. */

const members = (hasNextPage: boolean, nodes: unknown[] = rows(0, 2)) => ({
	nodes,
	pageInfo: { hasNextPage, endCursor: 'c' },
});

const CUT = (path: string) => `Records contain a part of a list: "${path}" reports more.`;

describe('GraphQL', () => {
	const from = async (...nodes: object[]) =>
		(
			await read(
				graphql(),
				serve(() => connection(nodes, false, null)),
			)
		).summary;

	test('a list in a record that goes on is reported once, with its path', async () => {
		const { incomplete, warnings } = await from(
			{ id: 1, members: members(false) },
			{ id: 2, members: members(true) },
			{ id: 3, members: members(true) },
		);
		expect(incomplete).toEqual([expect.stringContaining(CUT('members.pageInfo.hasNextPage'))]);
		expect(warnings).toEqual(incomplete);
	});

	test('on any page, and at any depth', async () => {
		const node = {
			id: 9,
			team: { lead: { posts: { edges: [{ node: {} }], pageInfo: { hasNextPage: true } } } },
		};
		const server = serve((_request, count) =>
			count === 1 ? connection(rows(0, 2), true, 'a') : connection([node], false, null),
		);
		const { incomplete } = (await read(graphql(), server)).summary;
		expect(incomplete).toEqual([expect.stringContaining('"team.lead.posts.pageInfo.hasNextPage"')]);
	});

	test('under another name than nodes', async () => {
		const { incomplete } = await from({
			id: 1,
			team: { users: [{}], pageInfo: { hasNextPage: true } },
		});
		expect(incomplete).toEqual([expect.stringContaining('"team.pageInfo.hasNextPage"')]);
	});

	test('in the elements of a list', async () => {
		const { incomplete } = await from({ id: 1, teams: [{ members: members(true) }] });
		expect(incomplete).toEqual([expect.stringContaining('"teams.0.members.pageInfo.hasNextPage"')]);
	});

	test('a list with fewer records than its own total is a warning: a query may want the first ones', async () => {
		const { incomplete, warnings } = await from({
			id: 1,
			labels: { totalCount: 5, nodes: rows(0, 2) },
		});
		expect(incomplete).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining(CUT('labels.totalCount'))]);
		expect(warnings[0]).toMatch(/query/);
	});

	test.each<[what: string, node: object]>([
		['has as many as its total', { labels: { totalCount: 2, edges: rows(0, 2) } }],
		['is empty beside its total', { labels: { totalCount: 2, nodes: [] } }],
		['is complete', { members: members(false) }],
		[
			'was not requested, but its count',
			{ members: { totalCount: 9, pageInfo: { hasNextPage: true } } },
		],
		['was requested without records', { members: members(true, []) }],
		['is quoted in a text', { text: '"hasNextPage":true' }],
	])('a list that %s is not', async (_what, node) => {
		expect((await from({ id: 1, ...node })).warnings).toEqual([]);
	});
});

describe('REST', () => {
	const from = async (...items: object[]) =>
		(
			await read(
				withMembers(nextUrls(), {}),
				serve(() => ({ body: { items } })),
			)
		).summary;

	test.each<[what: string, record: object, path: string]>([
		['has_more', { items: { object: 'list', data: [{}], has_more: true } }, 'items.has_more'],
		['hasMore', { lines: { results: [{}], hasMore: true } }, 'lines.hasMore'],
		[
			'a flag for the last page',
			{ page: { content: [{}], last: false, isLast: false } },
			'page.isLast',
		],
		[
			'a next page',
			{ comments: { data: [{}], paging: { next: 'https://a.test/?after=x' } } },
			'comments.paging.next',
		],
		['a cursor', { replies: { messages: [{}], next_cursor: 'abc' } }, 'replies.next_cursor'],
		['a cut that is said', { tree: { entries: [{}], isTruncated: true } }, 'tree.isTruncated'],
		[
			'a total above a full page, as of Jira',
			{ comment: { comments: [{}, {}], maxResults: 2, total: 5, startAt: 0 } },
			'comment.total',
		],
		[
			'a count above a full page',
			{ items: { count: 100, offset: 0, limit: 2, data: [{}, {}] } },
			'items.count',
		],
		['a cut of the only list', { files: [{}], truncated: true }, 'truncated'],
		[
			'HAL',
			{ _embedded: { steps: [{}] }, _links: { next: { href: '/x?page=2' } } },
			'_links.next.href',
		],
		[
			'HAL inside',
			{ job: { _embedded: { steps: [{}] }, _links: { next: { href: '/x?cursor=ab' } } } },
			'job._links.next.href',
		],
		[
			'OData',
			{ Orders: [{}], 'Orders@odata.nextLink': 'https://a.test/x' },
			'Orders@odata.nextLink',
		],
	])('%s', async (_what, record, path) => {
		const { incomplete, warnings } = await from({ id: 1, ...record });
		expect(incomplete).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining(CUT(path))]);
	});

	test.each<[what: string, record: object]>([
		['a flag without a list', { has_more: true, photo: { has_more: true } }],
		['a total of something else', { cart: { lines: [{}, {}], limit: 10, total: 250 } }],
		['a complete page', { comment: { comments: [{}, {}], maxResults: 2, total: 2 } }],
		['an empty cursor', { replies: { data: [{}], next_cursor: '' } }],
		['a flag of the record itself', { has_more: true, data: [1] }],
		['an empty list', { items: { data: [], has_more: true } }],
		['a list that is complete', { items: { data: [1], has_more: false } }],
		['an array of something else', { quiz: { answers: [1], has_more: true } }],
		['a text that is cut', { text: 'a', truncated: true, display_range: [0, 140] }],
		['a next record of HAL', { _embedded: { tags: [{}] }, _links: { next: { href: '/x/8' } } }],
		[
			'a complete page of HAL',
			{ _embedded: { tags: [{}] }, _links: { self: { href: '/x?page=1' } } },
		],
		['a cut of something', { tags: [{}], photos: [{}], truncated: true }],
		['a next record', { next: 'https://a.test/2', data: [1] }],
		['a next step', { job: { data: [1], next: 'https://a.test/run' } }],
		['the text of one', { text: 'items: {"has_more":true,"data":[1]}' }],
	])('%s is no sign', async (_what, record) => {
		const { warnings } = await from({ id: 1, ...record });
		expect(warnings).toEqual([]);
	});
});

test('prefetched pages say the same', async () => {
	const server = () =>
		serve(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page'));
			const items = page < 5 ? [{ id: page, m: { data: [1], has_more: page > 2 } }] : [];
			return { body: { items } };
		});
	const one = (await read(pageBased(), server())).summary;
	const ahead = (await read(pageBased(), server(), { limits: { prefetch: 8 } })).summary;
	expect(ahead.warnings).toEqual(one.warnings);
	expect(one.warnings).toHaveLength(1);
});
