import { type Answer, idsOf, pages, readBy, slice, URL_LIST } from './neverShort';

/** What real servers answer, and what people paste: read whole, or refused in words. */

describe('an empty array beside an array of objects', () => {
	it.each([
		[{ vendors: [], users: slice(3, 0, 3), has_more: false }],
		[{ users: slice(3, 0, 3), vendors: [] }],
	])('that no name prefers is not certain: %j', async (body) => {
		const { refusal } = await readBy(() => body);
		expect(refusal).toMatch(/more than one array.*(vendors.*users|users.*vendors)/);
	});

	it.each([
		['the URL names the other one', { tags: [], list: slice(3, 0, 3), has_more: false }],
		['it has a name of something else', { errors: [], users: slice(3, 0, 3), has_more: false }],
		['the other one has a usual name', { tags: [], items: slice(3, 0, 3), has_more: false }],
	])('is not in doubt where %s', async (_why, body) => {
		expect((await readBy(() => body)).ids).toEqual(idsOf(3));
	});
});

describe('a pasted URL of page or record 1', () => {
	const sameAsOne: Answer = (number) => {
		const page = Math.max(1, number('page', 1));
		return { items: slice(12, (page - 1) * 5, 5) };
	};
	it.each<[string, string, Answer, string | undefined]>([
		[
			'is the second page of an API that counts from 0',
			'page',
			pages('page', 5, 12, {}, 0),
			'page',
		],
		['is the first of an API that counts from 1', 'page', pages('page', 5, 12), undefined],
		['is the first one where 0 and 1 are one page', 'page', sameAsOne, undefined],
		[
			'is the second record of an API that counts from 0',
			'offset',
			(number) => ({ items: slice(12, number('offset', 0), 5) }),
			'offset',
		],
	])('%s', async (_what, name, answer, beginsAt) => {
		expect((await readBy(answer, `${URL_LIST}?${name}=1`)).beginsAt).toBe(beginsAt);
	});
});

describe('an envelope in an array', () => {
	it.each<[object, number]>([
		[[{ total: 11, page: 1, vendors: slice(11, 0, 11) }], 11],
		[{ results: [{ hits: slice(7, 0, 7), nbPages: 1, page: 0 }] }, 7],
	])('is unwrapped or refused: %j', async (body, total) => {
		const { ids, refusal } = await readBy(() => body);
		if (refusal === '') expect(ids).toEqual(idsOf(total));
	});

	it('is never read as a list of envelopes', async () => {
		const { ids, refusal } = await readBy((number) => {
			const page = number('page', 1);
			return [{ total: 11, page, vendors: slice(11, (page - 1) * 5, 5) }];
		});
		if (refusal === '') expect(ids).toEqual(idsOf(11));
	});
});

it.each<[string, number, Answer, string?]>([
	[
		'an array of one query names the next page (Google Custom Search)',
		25,
		(number) => {
			const start = number('start', 1);
			const nextPage = start + 10 <= 25 ? [{ startIndex: start + 10, count: 10 }] : undefined;
			const queries = { request: [{ startIndex: start, count: 10 }], nextPage };
			return { queries, items: slice(25, start - 1, 10) };
		},
	],
	[
		'a token with a capital letter is sent with a small one (PageToken, pageToken)',
		12,
		(number) => {
			const from = number('pageToken', 0);
			const next = from + 5 < 12 ? { PageToken: String(from + 5) } : {};
			return { Items: slice(12, from, 5), ...next };
		},
	],
	[
		'a next URL without a protocol has that of the first',
		12,
		(number) => {
			const page = number('leaf', 1);
			const next = page < 3 ? `//api.test/list?leaf=${page + 1}` : undefined;
			return { items: slice(12, (page - 1) * 5, 5), next };
		},
	],
	[
		'a number is for the parameter that numbers the page in the URL (json-server 1)',
		23,
		(number) => {
			const page = number('_page', 1);
			return { next: page < 3 ? page + 1 : null, data: slice(23, page * 10 - 10, 10) };
		},
		'?_page=1',
	],
])('%s', async (_what, total, answer, query = '') => {
	expect((await readBy(answer, URL_LIST + query)).ids).toEqual(idsOf(total));
});

it.each<[string, Answer, ...string[]]>([
	[
		'a page two that needs another permission',
		(number) =>
			number('page', 1) === 2
				? { status: 401, headers: {}, body: { message: 'Sign in to see more' } }
				: { page: 1, total_pages: 3, items: slice(15, 0, 5) },
		'401',
		'Sign in to see more',
	],
	[
		'a connection of GraphQL that is requested by URL',
		() => {
			const pageInfo = { hasNextPage: true, endCursor: 'abc' };
			return { data: { vendors: { nodes: slice(20, 0, 10), pageInfo } } };
		},
		'fill in Paging Scheme (GraphQL Connection), Page Info Path (data.vendors.pageInfo), and Query',
	],
	[
		'a total that sinks as the offset rises (Verdaccio, whose size is an end)',
		(number) => {
			const objects = slice(25, number('from', 0), 25);
			return { objects, total: objects.length };
		},
		'determine the paging scheme',
	],
	['a plain list that may be a full page', () => slice(100, 0, 100), 'One Page'],
])('%s is refused', async (_what, answer, ...texts) => {
	const { refusal } = await readBy(answer);
	for (const text of texts) expect(refusal).toContain(text);
});

describe('a plain list without pages is read with a handful of requests', () => {
	const only = (total: number, other: object): Answer => {
		return (_number, query) => (query.size === 0 ? slice(total, 0, total) : other);
	};
	it.each<[string, number, number, Answer]>([
		['BambooHR', 43, 6, () => ({ fields: [{ id: 'a' }], employees: slice(43, 0, 43) })],
		['an array', 43, 6, () => slice(43, 0, 43)],
		['a server that fails at what it does not know', 7, 20, only(7, { status: 500, body: {} })],
		['a server that takes each parameter for a filter (Feathers)', 23, 10, only(23, [])],
		[
			'a server that fails at brackets in a name (json-server 1)',
			23,
			16,
			(_number, query) =>
				[...query.keys()].some((name) => name.includes('['))
					? { status: 500, headers: {}, body: '' }
					: slice(23, 0, 23),
		],
		['an empty list with status 204', 0, 1, () => ({ status: 204, headers: {}, body: undefined })],
	])('%s', async (_what, total, most, answer) => {
		const { ids, refusal, asked } = await readBy(answer, 'https://api.test/employees/directory');
		expect([refusal, ids]).toEqual(['', idsOf(total)]);
		expect(asked).toBeLessThanOrEqual(most);
	});
});
