import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import {
	asked,
	graphql,
	ids,
	nextToken,
	pageBased,
	pagedHttp,
	runPaged,
} from '../helpers/pagedHttp';

/**
 * The cases that paged interfaces confront a client with, by number, on n8n's engine: what the
 * server saw, what came out, why it ended.
 */
const harness = harnessForAll();

const run = async (dataset: unknown, options = {}, more = {}) =>
	await runPaged(harness, pagedHttp(dataset, options, more));
const keep = { onError: 'keep' };

describe('numbered pages', () => {
	const sample = (records: number, more = '') => `/sample/pages?records=${records}${more}`;
	const broken = (kind: string) => `/sample/broken/${kind}`;

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
	const links = (path: string, url = '/sample/urls?records=250') =>
		nextToken(url, 'url', path, { limitParameter: 'size', limitValue: 100 }, { property: 'items' });

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
});

describe('GraphQL connections', () => {
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
});
