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
		['18', pageBased(sample(250), 'header:X-TOTAL-Count'), ['1', '2', '3'], 250, 'reachTotalCount'],
	])('case %s', async (_case, dataset, pages, count, stopReason) => {
		const { items, summary, requests } = await run(dataset);
		expect(asked(requests, 'page')).toEqual(pages);
		expect(items).toEqual(ids(0, count));
		expect(summary).toMatchObject({ stopReason, items: count, warnings: [], resume: null });
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

	test('case 46: Max Pages and Limit', async () => {
		const two = await run(pageBased(sample(250)), { maxPages: 2 });
		expect(asked(two.requests, 'page')).toEqual(['1', '2']);
		expect(two.summary).toMatchObject({ stopReason: 'maxPages', items: 200 });

		const some = await run(pageBased(sample(250)), {}, { returnAll: false, limit: 150 });
		expect(some.items).toEqual(ids(0, 150));
		expect(some.summary).toMatchObject({ stopReason: 'limit', requests: 2 });
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

	test('0 is a token', async () => {
		const { requests } = await run(broken('token-zero'));
		expect(asked(requests, 'token')).toEqual([undefined, '0']);
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

	test.each(['url-elsewhere', 'url-file'])('case 26: %s', async (kind) => {
		const node = await run(nextToken(`/sample/broken/${kind}`, 'url', 'next'), keep);
		expect(node.requests).toHaveLength(1);
		expect(node.items).toEqual(ids(0, 100));
		expect(messageOf(node)).toMatch(/is not on http.*it was not requested/);
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

	test('case 37: the same cursor again', async () => {
		const { summary, requests } = await run(broken('graphql-same-cursor'));
		expect(requests).toHaveLength(2);
		expect(summary).toMatchObject({ stopReason: 'loopDetected' });
	});
});

describe('a dataset that cannot work is not requested', () => {
	const scheme = (pagingScheme: object, more = {}) => ({
		...pageBased('/sample/pages'),
		...more,
		pagingScheme,
	});

	test.each([
		[
			'17',
			offsets('/sample/offsets', undefined, { limitValue: undefined }),
			/limitValue is missing/,
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
	])('case %s', async (_case, dataset, message) => {
		const node = await run(dataset);
		expect(node.requests).toEqual([]);
		expect(node.result.status).toBe('error');
		expect(messageOf(node)).toMatch(message);
		expect(String((node.result.error as { description?: string }).description)).not.toBe('');
	});
});
