import { Harness } from '../../sandbox/engine/harness';
import { withFakeClock } from '../helpers/fakeClock';
import {
	asked,
	graphql,
	ids,
	nextToken,
	offsets,
	pageBased,
	pagedHttp,
	type PagedRun,
	runPaged,
} from '../helpers/pagedHttp';

/**
 * The cases that paged interfaces confront a client with, by number, on n8n's engine: what the
 * server saw, what came out, why it ended.
 */
let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());
beforeEach(() => harness.service.faults.clear());

const run = async (dataset: unknown, options = {}, more = {}) =>
	await runPaged(harness, pagedHttp(dataset, options, more));
const keep = { onError: 'keep' };

const messageOf = ({ result, summary }: PagedRun) =>
	String((summary.error as { message?: string } | undefined)?.message ?? result.error?.message);

describe('numbered pages', () => {
	const sample = (records: number, more = '') => `/sample/pages?records=${records}${more}`;
	const broken = (kind: string) => `/sample/broken/${kind}`;

	test.each([
		['1', pageBased(sample(250)), ['1', '2', '3', '4'], 250, 'noDataLeft'],
		['2', pageBased(sample(250), 'total'), ['1', '2', '3'], 250, 'reachTotalCount'],
		['2b', pageBased(sample(200), 'total'), ['1', '2'], 200, 'reachTotalCount'],
		[
			'3',
			pageBased(sample(250, '&first=0'), 'total', { pageStartingValue: 0 }),
			['0', '1', '2'],
			250,
			'reachTotalCount',
		],
		['4', pageBased(sample(0), 'total'), ['1'], 0, 'reachTotalCount'],
		[
			'5',
			pageBased(broken('total-numeric-text'), 'total'),
			['1', '2', '3'],
			250,
			'reachTotalCount',
		],
		['18', pageBased(sample(250), 'header:X-TOTAL-Count'), ['1', '2', '3'], 250, 'reachTotalCount'],
		['41', pageBased(broken('no-content')), ['1', '2', '3', '4'], 250, 'noDataLeft'],
	])('case %s', async (_case, dataset, pages, count, stopReason) => {
		const { items, summary, requests } = await run(dataset);
		expect(asked(requests, 'page')).toEqual(pages);
		expect(items).toEqual(ids(0, count));
		expect(summary).toMatchObject({ stopReason, items: count, warnings: [], resume: null });
	});

	test.each(['total-text', 'total-nan', 'total-negative'])('case 6: %s', async (kind) => {
		const { items, summary, requests } = await run(pageBased(broken(kind), 'total'));
		expect(asked(requests, 'page')).toEqual(['1']);
		expect(items).toEqual(ids(0, 100));
		expect(summary.warnings).toEqual([expect.stringContaining('total')]);
	});

	test('case 7: the total goes missing on page 3', async () => {
		const { items, summary, requests } = await run(pageBased(broken('total-vanishes'), 'total'));
		expect(asked(requests, 'page')).toEqual(['1', '2', '3']);
		expect(items).toEqual(ids(0, 250));
		expect(summary).toMatchObject({ stopReason: 'pathNotFound', total: 900 });
	});

	test('case 10: an empty page before the total is reached', async () => {
		const { items, summary, requests } = await run(pageBased(broken('empty-page'), 'total'));
		expect(asked(requests, 'page')).toEqual(['1', '2', '3']);
		expect(items).toEqual([...ids(0, 100), ...ids(200, 250)]);
		expect(summary.warnings).toEqual([expect.stringMatching(/150 records.*fewer than the 250/)]);
	});

	test.each(['no-property', 'null-property'])('case 11: %s', async (kind) => {
		const { result, items, summary, requests } = await run(pageBased(broken(kind)));
		expect(requests).toHaveLength(1);
		expect(items).toEqual([]);
		expect(summary).toMatchObject({ stopReason: 'pathNotFound' });
		// Where the list is null beside a total, that is a second reason.
		expect(Object(summary.warnings)[0]).toContain('property "items"');
		expect(result.status).toBe('success');
	});

	test('case 13: the body is the array', async () => {
		const dataset = pageBased(broken('bare-array'), undefined, {}, { property: '' });
		expect((await run(dataset)).items).toEqual(ids(0, 250));

		const object = pageBased(sample(250), undefined, {}, { property: '' });
		expect(messageOf(await run(object))).toMatch(
			/^The body contains an object on page 1, not an array/,
		);
		const nested = pageBased(broken('object-property'));
		expect(messageOf(await run(nested))).toMatch(
			/^property "items" contains an object on page 1, not an array/,
		);
	});

	test.each(['html', 'truncated'])('case 40: %s on page 2', async (kind) => {
		const node = await run(pageBased(broken(kind)), keep);
		expect(asked(node.requests, 'page')).toEqual(['1', '2']);
		expect(node.items).toEqual(ids(0, 100));
		expect(node.summary).toMatchObject({ stopReason: 'error', pages: 1, items: 100 });
		expect(messageOf(node)).toMatch(/^Page 2 is not JSON; it starts with/);
	});

	test.each([
		['seconds', () => '2'],
		['a date', () => new Date(Date.now() + 3_000).toUTCString()],
	])('case 42: 429 on page 3 with Retry-After as %s', async (_form, retryAfter) => {
		const { items, requests } = await withFakeClock(async () => {
			const fault = { kind: 'status', status: 429, retryAfter: retryAfter() } as const;
			harness.service.faults.add({ fault, path: '/sample/pages', skip: 2 });
			return await run(pageBased(sample(350)));
		});
		expect(asked(requests, 'page')).toEqual(['1', '2', '3', '3', '4', '5']);
		expect(items).toEqual(ids(0, 350));
		expect((requests[3]?.at ?? 0) - (requests[2]?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
	});

	test('case 44: 404 past the end', async () => {
		const dataset = pageBased(broken('not-found'));
		const node = await run(dataset, keep);
		expect(node.items).toEqual(ids(0, 250));
		expect(node.summary).toMatchObject({
			stopReason: 'error',
			error: {
				message: expect.stringContaining('There is no such page'),
				description: expect.stringContaining('add 404 to pagingScheme.endStatuses'),
				httpStatus: 404,
				clientCode: 'request.page_not_found',
			},
		});

		const ended = await run(dataset, { endStatuses: [404] });
		expect(asked(ended.requests, 'page')).toEqual(['1', '2', '3', '4']);
		expect(ended.items).toEqual(ids(0, 250));
		expect(ended.summary).toMatchObject({ stopReason: 'noDataLeft' });
	});

	test('case 45: the last page comes again and again', async () => {
		const { items, summary, requests } = await run(pageBased(broken('repeats-last-page')));
		expect(asked(requests, 'page')).toEqual(['1', '2', '3', '4']);
		expect(items).toEqual(ids(0, 250));
		expect(summary).toMatchObject({ stopReason: 'loopDetected' });
	});

	test('case 46: Max Pages and Limit', async () => {
		const two = await run(pageBased(sample(250)), { maxPages: 2 });
		expect(asked(two.requests, 'page')).toEqual(['1', '2']);
		expect(two.summary).toMatchObject({ stopReason: 'maxPages', items: 200 });

		const some = await run(pageBased(sample(250)), {}, { returnAll: false, limit: 150 });
		expect(some.items).toEqual(ids(0, 150));
		expect(some.summary).toMatchObject({ stopReason: 'limit', requests: 2 });
	});

	test('case 16: offsets without a limit parameter', async () => {
		const url = '/sample/offsets?records=250';
		const { items, requests } = await run(offsets(url, undefined, { limitParameter: '' }));
		expect(asked(requests, 'offset')).toEqual(['0', '100', '200', '300']);
		expect(asked(requests, 'limit')).toEqual([undefined, undefined, undefined, undefined]);
		expect(items).toEqual(ids(0, 250));
	});

	test('offsets from 1 up to the total lose no record', async () => {
		const url = '/sample/offsets?records=201&first=1';
		const { items, requests } = await run(offsets(url, 'meta.total', { offsetStartingValue: 1 }));
		expect(asked(requests, 'offset')).toEqual(['1', '101', '201']);
		expect(items).toEqual(ids(0, 201));
	});

	test('cases 32 and 33: POST carries the parameters in its body', async () => {
		const body = { country: 'DE', page: 9 };
		const post = { method: 'POST', body };
		const flat = await run(pageBased('/sample/pages?records=1800', undefined, {}, post));
		expect(flat.requests.map(({ body }) => body)).toEqual([
			{ country: 'DE', page: 1, pageSize: 100 },
			{ country: 'DE', page: 2, pageSize: 100 },
			{ country: 'DE', page: 3, pageSize: 100 },
		]);
		expect(flat.requests.map(({ query }) => query)).toEqual(Array(3).fill({ records: '1800' }));
		expect(flat.items).toHaveLength(200);

		const nested = await run(
			pageBased(
				'/sample/pages?records=150',
				'total',
				{ pageParameter: 'paging.page', limitParameter: 'paging.pageSize' },
				{ method: 'POST', body: {} },
			),
		);
		expect(nested.requests.map(({ body }) => body)).toEqual([
			{ paging: { page: 1, pageSize: 100 } },
			{ paging: { page: 2, pageSize: 100 } },
		]);
		expect(nested.items).toEqual(ids(0, 150));
	});
});

describe('pages with a token or a URL', () => {
	const broken = (kind: string) =>
		nextToken(`/sample/broken/${kind}`, 'token', 'next', { tokenParameter: 'token' });
	const links = (path: string, url = '/sample/urls?records=250') =>
		nextToken(url, 'url', path, { limitParameter: 'size', limitValue: 100 }, { property: 'items' });

	test.each(['token-null', 'token-missing', 'token-empty', 'token-false'])(
		'case 19: %s',
		async (kind) => {
			const { items, summary, requests } = await run(broken(kind));
			expect(requests).toHaveLength(1);
			expect(items).toEqual(ids(0, 100));
			expect(summary).toMatchObject({ stopReason: 'noNextToken', warnings: [] });
		},
	);

	test('0 is a token', async () => {
		const { requests } = await run(broken('token-zero'));
		expect(asked(requests, 'token')).toEqual([undefined, '0']);
	});

	test('case 22: an empty page with a token', async () => {
		const { items, requests } = await run(broken('token-before-records'));
		expect(asked(requests, 'token')).toEqual([undefined, 'A']);
		expect(items).toEqual(ids(0, 100));
	});

	test.each([
		['token-loop', [undefined, 'A'], 200],
		['token-cycle', [undefined, 'A', 'B'], 250],
	])('case 23: %s', async (kind, tokens, count) => {
		const { items, summary, requests } = await run(broken(kind));
		expect(asked(requests, 'token')).toEqual(tokens);
		expect(items).toEqual(ids(0, count));
		expect(summary).toMatchObject({ stopReason: 'loopDetected' });
	});

	test('tokens of a server that knows its own', async () => {
		const parameters = { tokenParameter: 'pageToken', limitParameter: 'pageSize', limitValue: 100 };
		for (const [path, method] of [
			['nextPageToken', 'GET'],
			['header:x-next-token', 'POST'],
		] as const) {
			const more = method === 'POST' ? { method, body: {} } : {};
			const url = '/sample/tokens?records=250';
			const { items, summary } = await run(nextToken(url, 'token', path, parameters, more));
			expect(items).toEqual(ids(0, 250));
			expect(summary).toMatchObject({ requests: 3, stopReason: 'noNextToken' });
		}
	});

	test.each([['links.next'], ['header:X-Next-Url'], ['header:link']])(
		'cases 24 and 30: the URL in %s is used as it is',
		async (path) => {
			const { items, summary, requests } = await run(links(path));
			expect(requests.map(({ query }) => query)).toEqual([
				{ records: '250', size: '100' },
				{ records: '250', size: '100', cursor: 'ZnJvbSAxMDA' },
				{ records: '250', size: '100', cursor: 'ZnJvbSAyMDA' },
			]);
			expect(items).toEqual(ids(0, 250));
			expect(summary).toMatchObject({ stopReason: 'noNextToken', warnings: [] });
		},
	);

	test('case 25: a relative URL', async () => {
		const url = '/sample/broken/url-relative?page=1';
		const { items, summary, requests } = await run(nextToken(url, 'url', 'next'));
		expect(asked(requests, 'page')).toEqual(['1', '2', '3']);
		expect(items).toEqual(ids(0, 250));
		expect(summary.warnings).toEqual([]);
	});

	test.each(['url-elsewhere', 'url-file'])('case 26: %s', async (kind) => {
		const node = await run(nextToken(`/sample/broken/${kind}`, 'url', 'next'), keep);
		expect(node.requests).toHaveLength(1);
		expect(node.items).toEqual(ids(0, 100));
		expect(messageOf(node)).toMatch(/is not on http.*it was not requested/);
	});

	test('case 28: the URL of the page itself', async () => {
		const url = '/sample/broken/url-self?page=1';
		const { summary, requests } = await run(nextToken(url, 'url', 'next'));
		expect(requests).toHaveLength(1);
		expect(summary).toMatchObject({ stopReason: 'loopDetected' });
	});
});

describe('GraphQL connections', () => {
	const broken = (kind: string) => graphql(`/sample/broken/${kind}`);

	test('case 34: first alone, then with after; own variables stay', async () => {
		const { items, summary, requests } = await run(graphql());
		expect(requests.map(({ body }) => (body as { variables: unknown }).variables)).toEqual([
			{ country: 'DE', first: 100 },
			{ country: 'DE', first: 100, after: 'ZnJvbSAxMDA' },
			{ country: 'DE', first: 100, after: 'ZnJvbSAyMDA' },
		]);
		expect(items).toHaveLength(261);
		expect(summary).toMatchObject({ stopReason: 'noNextPage', warnings: [] });
	});

	test('case 35: 200 with errors', async () => {
		const node = await run(broken('graphql-errors'), keep);
		expect(messageOf(node)).toMatch(/rejected the query for page 1: The register is being rebuilt/);
	});

	test('a query that the server refuses', async () => {
		const query = QUERY_WITH_TYPO;
		const node = await run(graphql('/sample/graphql', {}, { body: { query } }), keep);
		expect(messageOf(node)).toMatch(/status 400 for page 1: Cannot query field "nods"/);
	});

	test('case 36: a next page without a cursor', async () => {
		const node = await run(broken('graphql-no-cursor'), keep);
		expect(node.requests).toHaveLength(1);
		expect(node.items).toHaveLength(100);
		expect(messageOf(node)).toContain('endCursor is null');
	});

	test('case 37: the same cursor again', async () => {
		const { summary, requests } = await run(broken('graphql-same-cursor'));
		expect(requests).toHaveLength(2);
		expect(summary).toMatchObject({ stopReason: 'loopDetected' });
	});
});

const QUERY_WITH_TYPO =
	'query ($first: Int!, $after: String) { vendors(first: $first, after: $after) { nods { id } } }';

describe('a dataset that cannot work is not requested', () => {
	const scheme = (pagingScheme: object, more = {}) => ({
		...pageBased('/sample/pages'),
		...more,
		pagingScheme,
	});
	const page = { pageParameter: 'page', pageStartingValue: 1 };

	test.each([
		[
			'17',
			offsets('/sample/offsets', undefined, { limitValue: undefined }),
			/limitValue is missing/,
		],
		['17b', offsets('/sample/offsets', undefined, { limitValue: 0 }), /limitValue must be/],
		[
			'39',
			graphql('/sample/graphql', { response: { pageInfo: 'data.vendors.pageInfo.endCursor' } }),
			/must be the path of the pageInfo object/,
		],
		[
			'39b',
			graphql('/sample/graphql', {}, { body: { query: '{ vendors { nodes { id } } }' } }),
			/does not declare the variable \$after/,
		],
		[
			'47',
			scheme({
				type: 'nextToken',
				request: { tokenParameter: 't' },
				response: { nextToken: 'n' },
				pageUntil: 'reachTotalCount',
			}),
			/valid values: noNextToken, noDataLeft/,
		],
		[
			'47b',
			scheme({ type: 'pageBased', request: page, pageUntil: 'noNextToken' }),
			/valid values: noDataLeft, reachTotalCount/,
		],
		['47c', graphql('/sample/graphql', {}, { method: 'GET' }), /method cannot be GET/],
		[
			'47d',
			scheme({ type: 'pageBased', request: page, pageUntil: 'reachTotalCount' }),
			/limitValue is missing|totalCount is missing/,
		],
	])('case %s', async (_case, dataset, message) => {
		const node = await run(dataset);
		expect(node.requests).toEqual([]);
		expect(node.result.status).toBe('error');
		expect(messageOf(node)).toMatch(message);
		expect(String((node.result.error as { description?: string }).description)).not.toBe('');
	});
});
