import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { NODE } from '../../sandbox/engine/singleNode';
import { WebhookNodes } from '../../sandbox/engine/webhookNodes';
import { startService } from '../../sandbox/service/service';
import { pauseClock, until, withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import {
	asked,
	graphql,
	ids,
	nextToken,
	offsets,
	pageBased,
	pagedHttp,
	QUERY,
	runPaged,
} from '../helpers/pagedHttp';

const harness = harnessForAll();

beforeEach(() => {
	harness.service.faults.clear();
	harness.setCredential();
});

const SMALL = '/sample/pages?records=250';
const run = async (...args: Parameters<typeof pagedHttp>) =>
	await runPaged(harness, pagedHttp(...args));
const failPage = (page: number, status = 404, times = 1) =>
	harness.service.faults.add({
		fault: { kind: 'status', status },
		path: /sample/,
		skip: page - 1,
		times,
	});
const errorOf = ({ result }: { result: { error?: unknown } }) =>
	result.error as { message: string; description: string; context: IDataObject };

describe('the form', () => {
	const form = async (parameters: IDataObject) => {
		const node = {
			type: 'pagedHttp',
			parameters: { source: 'fields', returnAll: true, options: { prefetch: 1 }, ...parameters },
		};
		return await runPaged(harness, node);
	};

	it('returns only Fields to Return of all records', async () => {
		const all = (await form({ url: SMALL, property: 'items' })).result.json(NODE);
		const options = { returnFields: 'name, id' };
		const { result } = await form({ url: SMALL, property: 'items', options });
		expect(result.json(NODE)).toEqual(all.map(({ id, name }) => ({ id, name })));
		expect(all).toHaveLength(250);
		expect(result.hints(NODE)).toMatchObject([{ message: 'All 250 records read.', type: 'info' }]);
	});

	it('warns once of names in Fields to Return that no record has', async () => {
		const options = { returnFields: 'nmae, id, name.first' };
		const { result } = await form({ url: SMALL, property: 'items', options });
		expect(result.hints(NODE).map(({ message }) => message)).toEqual([
			'The first records have no "nmae", "name.first". Check the spelling in Fields to Return. The first one has: id, name, country, tier, website.',
			'All 250 records read.',
		]);
		const url = '/sample/pages?records=0';
		const none = await form({ url, property: 'items', options });
		expect(none.result.hints(NODE).filter(({ type }) => type === 'warning')).toEqual([]);
	});

	it('reads numbered pages', async () => {
		const { items, summary, requests } = await form({
			url: SMALL,
			schemeType: 'pageBased',
			property: 'items',
			limitParameter: 'pageSize',
		});
		expect(asked(requests, 'page')).toEqual(['1', '2', '3', '4']);
		expect(items).toEqual(ids(0, 250));
		expect(summary).toEqual({
			pages: 4,
			requests: 4,
			items: 250,
			total: null,
			stopReason: 'noDataLeft',
			stopMessage: 'All 250 records read',
			warnings: [],
			notes: [],
			incomplete: [],
			proof: '"total" is 250 on page 4',
			resume: null,
		});
	});

	it('reads offsets up to a total, by POST', async () => {
		const { items, requests } = await form({
			url: '/sample/offsets?records=250',
			schemeType: 'offsetAndLimit',
			method: 'POST',
			body: '{ "country": "DE" }',
			property: 'data',
			limitParameter: 'limit',
			limitValue: 20,
			pageUntil: 'reachTotalCount',
			totalCount: 'header:X-Total-Count',
		});
		expect(requests.map(({ body }) => body)).toEqual([
			{ country: 'DE', offset: 0, limit: 20 },
			{ country: 'DE', offset: 20, limit: 20 },
		]);
		expect(items).toHaveLength(28);
	});

	it('names its own fields when something does not fit', async () => {
		const result = await form({
			url: '/sample/graphql',
			schemeType: 'graphqlConnections',
			query: '{ vendors { nodes { id } } }',
			pageInfo: 'data.vendors.pageInfo',
		});
		expect(errorOf(result).message).toBe('Query does not declare the variable $after.');
		const size = await form({
			url: '/sample/offsets',
			schemeType: 'offsetAndLimit',
			limitValue: '={{ "many" }}',
		});
		expect(errorOf(size)).toMatchObject({
			message: expect.stringMatching(/^Page Size must be a positive integer/),
			description: expect.stringContaining('Set Page Size to'),
		});
		expect(size.requests).toEqual([]);
	});
});

describe('several input items', () => {
	const perItem = { url: '={{ $json.url }}', method: 'GET' };
	const dataset = (json: IDataObject) => pageBased(String(json.url));
	const many = async (urls: string[], options: IDataObject = {}, settings = {}) => {
		const node = pagedHttp({}, options, { dataset: '={{ $json.dataset }}' }, settings);
		const items = urls.map((url): IDataObject => ({ dataset: dataset({ ...perItem, url }) }));
		return await runPaged(harness, node, items);
	};

	it('case 48: are read on their own, and every output item knows where it is from', async () => {
		const { result, items, summaries } = await many([SMALL, '/sample/pages?records=110']);
		expect(items).toEqual([...ids(0, 250), ...ids(0, 110)]);
		expect(result.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
			...Array(250).fill({ item: 0 }),
			...Array(110).fill({ item: 1 }),
		]);
		expect(summaries.map(({ items }) => items)).toEqual([250, 110]);
		expect(result.items(NODE, 1).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
	});

	it('that fail stop the node, which says what was done before', async () => {
		const result = await many([SMALL, '/sample/broken/server-gone']);
		expect(errorOf(result).message).toContain('status 404 for page 1: There is no server-gone');
		expect(errorOf(result).description).toContain('1 of 2 items was processed (row 1)');
		expect(result.result.error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('that fail come out as error and summary when the node is set to continue', async () => {
		const settings = { onError: 'continueRegularOutput' } as const;
		const { result, summaries } = await many(
			['/sample/broken/not-found', SMALL, 'ftp://x.example'],
			{},
			settings,
		);
		const output = result.items(NODE);
		expect(output).toHaveLength(252);
		expect(output[0]).toMatchObject({
			json: { error: { httpStatus: 404, clientCode: 'request.page_not_found' } },
			pairedItem: { item: 0 },
		});
		expect(output.at(-1)).toMatchObject({
			json: { error: { message: expect.stringContaining('protocol ftp:') } },
			pairedItem: { item: 2 },
		});
		// Nothing of the first item came out, so nothing of it may be skipped by a resumed run.
		expect(summaries).toMatchObject([
			{ stopReason: 'error', pages: 3, items: 250, resume: null, error: { httpStatus: 404 } },
			{ stopReason: 'noDataLeft', items: 250 },
			{ stopReason: 'error', pages: 0, requests: 0 },
		]);
	});

	it('that fail leave through the error output, beside Items and Summary', async () => {
		const settings = { onError: 'continueErrorOutput' } as const;
		const { result } = await many(['/sample/broken/not-found', SMALL], {}, settings);
		expect(result.items(NODE)).toHaveLength(250);
		expect(result.items(NODE, 1)).toHaveLength(2);
		expect(result.items(NODE, 2)).toMatchObject([{ json: { error: { httpStatus: 404 } } }]);
	});
});

describe('a page that fails', () => {
	it('stops the node with Fail, which says how far it came', async () => {
		failPage(3);
		const node = await run(pageBased(SMALL));
		expect(node.result.status).toBe('error');
		expect(errorOf(node).message).toMatch(/^The API returned status 404 for page 3/);
		expect(errorOf(node).description).toMatch(
			/2 pages with 200 records were read before the error\. To continue there, set Resume From to Last Stop under Options > Resume\./,
		);
		expect(errorOf(node).context.paging).toMatchObject({
			pages: 2,
			items: 200,
			resume: { position: 3 },
		});
	});

	it('says nothing of how far it came if it is the first one', async () => {
		failPage(1);
		const { description } = errorOf(await run(pageBased(SMALL)));
		expect(description).not.toMatch(/were read|0 pages/);
	});

	it('keeps what came before with Keep, and a second run goes on from there', async () => {
		failPage(2);
		const first = await run(pageBased(SMALL), { onError: 'keep' });
		expect(first.result.status).toBe('success');
		expect(first.items).toEqual(ids(0, 100));
		expect(first.summary).toMatchObject({ stopReason: 'error', error: { httpStatus: 404 } });
		expect(first.result.hints(NODE)).toMatchObject([
			{
				message: expect.stringMatching(
					/A page could not be read\. .*\. 1 page with 100 records was read\./,
				),
				type: 'warning',
			},
		]);

		for (const resume of [first.summary.resume, first.summary, JSON.stringify(first.summary)]) {
			const second = await run(pageBased(SMALL), { resume: resume as string });
			expect(asked(second.requests, 'page')).toEqual(['2', '3', '4']);
			expect(second.items).toEqual(ids(100, 250));
			expect(second.summary).toMatchObject({ stopReason: 'noDataLeft', resume: null });
		}
	});

	it.each([
		['offsets', offsets('/sample/offsets?records=250', 'meta.total')],
		[
			'tokens',
			nextToken('/sample/tokens?records=250', 'token', 'nextPageToken', {
				tokenParameter: 'pageToken',
			}),
		],
		['URLs', nextToken('/sample/urls?records=250', 'url', 'links.next')],
		['a connection', graphql('/sample/graphql', {}, { body: { query: QUERY } })],
	])('loses and repeats nothing of %s, cut at any page and any record', async (_name, dataset) => {
		const whole = await run(dataset);
		for (const limit of [1, 99, 100, 101, 230]) {
			const first = await run(dataset, {}, { returnAll: false, limit });
			const second = await run(dataset, { resume: first.summary.resume as IDataObject });
			expect([...first.items, ...second.items]).toEqual(whole.items);
		}
	});

	it('does not accept the resume point of another dataset', async () => {
		const { summary } = await run(pageBased(SMALL), { maxPages: 1 });
		const node = await run(offsets('/sample/offsets'), { resume: summary.resume as IDataObject });
		expect(errorOf(node).message).toContain('belongs to another request');
		expect(node.requests).toEqual([]);
	});

	it('starts from the beginning with an empty resume point', async () => {
		for (const resume of ['', '={{ null }}', 'null']) {
			expect((await run(pageBased(SMALL), { resume })).items).toEqual(ids(0, 250));
		}
		const node = await run(pageBased(SMALL), { resume: '{ not json' });
		expect(errorOf(node).message).toBe('Resume is not valid JSON');
	});
});

it.each([
	[
		'as the form saves them',
		{ advanced: { settings: { trace: true } }, speed: { settings: { prefetch: 1 } } },
	],
	['by their names', { trace: true, prefetch: 1 }],
])('options of a group count %s', async (_how, options) => {
	const { summary } = await runPaged(harness, pagedHttp(pageBased(SMALL), options));
	expect(summary.trace).toHaveLength(4);
});

describe('requests that are repeated', () => {
	it('are asked again after 500, 503 and a broken connection, a POST too', async () => {
		const { service } = harness;
		const post = { method: 'POST', body: {} };
		const { items, requests } = await withFakeClock(async () => {
			failPage(1, 500);
			service.faults.add({ fault: { kind: 'reset', when: 'after' }, path: /sample/, skip: 1 });
			service.faults.add({ fault: { kind: 'truncate' }, path: /sample/, skip: 2 });
			failPage(4, 503);
			return await run(pageBased(SMALL, undefined, {}, post));
		});
		expect(items).toEqual(ids(0, 250));
		expect(requests.length).toBeGreaterThan(6);
	});

	it('are given up at once when the API wants a longer wait than Max Wait', async () => {
		const fault = { kind: 'status', status: 429, retryAfter: '300' } as const;
		harness.service.faults.add({ fault, path: /sample/, skip: 1 });
		const { summary } = await run(pageBased(SMALL), { onError: 'keep', maxWait: 10 });
		expect(summary).toMatchObject({
			items: 100,
			error: { description: expect.stringContaining('asked for a wait of 300 s, more than') },
		});
	});

	it('say which address did not answer', async () => {
		harness.service.faults.add({ fault: { kind: 'hang' }, path: /sample/, times: 9 });
		const node = await run(pageBased(SMALL), { timeout: 0.1, maxWait: 0 });
		expect(errorOf(node).message).toBe(`${harness.service.url} did not respond in time`);
		expect(errorOf(node).description).toContain('raise Timeout under Options > Advanced');
	});
});

/** 404 after the last page ends it. */
const notFound = pageBased('/sample/broken/not-found');
const endsBy404 = {
	...notFound,
	pagingScheme: { ...notFound.pagingScheme, endStatuses: [404] },
};

describe('fetching ahead', () => {
	it.each([
		['no total', pageBased(SMALL), 3],
		['a total', pageBased(SMALL, 'total'), 0],
		['offsets', offsets('/sample/offsets?records=250', 'meta.total'), 0],
		['a lying total', pageBased('/sample/broken/total-too-high', 'total'), 0],
		['404 past the end', endsBy404, 3],
		['POST', pageBased(SMALL, undefined, {}, { method: 'POST', body: {} }), 3],
	])('gives the same as one by one: %s', async (_name, dataset, wasted) => {
		const plain = await run(dataset, { prefetch: 1 });
		const ahead = await run(dataset, { prefetch: 4 });
		expect(ahead.items).toEqual(plain.items);
		const { requests: _, ...facts } = plain.summary;
		expect(ahead.summary).toMatchObject(facts);
		expect(ahead.requests.length - plain.requests.length).toBeLessThanOrEqual(wasted);
		expect(new Set(asked(ahead.requests, 'page')).size).toBe(
			'offset' in (ahead.requests[0]?.query ?? {}) ? 1 : ahead.requests.length,
		);
	});

	it('asks for the next pages before the answer to the last one', async () => {
		const dataset = pageBased('/sample/busy?records=2000', 'total');
		/** How many requests came while another one was being answered. */
		const overlapping = async (options: IDataObject) => {
			const { requests } = await run(dataset, options);
			return requests.filter(({ openBefore }) => openBefore > 0).length;
		};
		expect(await overlapping({})).toBe(0);
		expect(await overlapping({ prefetch: 4 })).toBeGreaterThan(8);
	});

	it('keeps to what a server takes at once', async () => {
		const dataset = pageBased('/sample/busy?records=2000', 'total');
		const { items, requests } = await run(dataset, { prefetch: 16 });
		expect(items).toEqual(ids(0, 2000));
		expect(requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(18);
	});

	it('is clamped by Limit and Max Pages', async () => {
		const some = await run(pageBased(SMALL), { prefetch: 8 }, { returnAll: false, limit: 150 });
		expect(some.requests).toHaveLength(2);
		const two = await run(pageBased(SMALL), { prefetch: 8, maxPages: 2 });
		expect(two.requests).toHaveLength(2);
	});
});

describe('with the credential', () => {
	const signedIn = { authentication: 'grcOAuth2Api' };
	const secured = pageBased('/tprm-api/sample/pages?records=250');

	it('takes its base URL, token and API version', async () => {
		const { items, requests } = await run(secured, {}, signedIn);
		expect(items).toEqual(ids(0, 250));
		expect(requests.map(({ headers }) => headers['x-api-version'])).toEqual(Array(4).fill('v1'));
		const open = await run(pageBased(SMALL), {}, signedIn);
		expect(open.requests[0]?.headers).not.toHaveProperty('x-api-version');
	});

	it('is refused without it', async () => {
		const node = await run(secured);
		expect(errorOf(node).message).toContain('status 401 for page 1: The access token is missing');
		expect(errorOf(node).description).toContain('Select a credential under Authentication');
	});

	it('renews a token that runs out between two pages, also when fetching ahead', async () => {
		for (const prefetch of [1, 4]) {
			harness.service.faults.add({ fault: { kind: 'expireToken' }, path: /sample/, skip: 1 });
			const { items, summary } = await run(secured, { prefetch }, signedIn);
			expect(items).toEqual(ids(0, 250));
			expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });
		}
	});

	it('sends the token nowhere else', async () => {
		const other = await listen((_request, response) => response.end('[]'));
		try {
			const seen: unknown[] = [];
			other.server.on('request', (request) => seen.push(request.headers));
			const node = await run(pageBased(`${other.url}/rows`), {}, signedIn);
			expect(errorOf(node).message).toContain('is not sent to http://127.0.0.1');
			expect(seen).toEqual([]);
		} finally {
			other.close();
		}
	});

	it('does not follow a redirect', async () => {
		const location = 'https://elsewhere.example/login';
		harness.service.faults.add({ fault: { kind: 'redirect', location }, path: /sample/, skip: 1 });
		const { items, summary } = await run(secured, { onError: 'keep' }, signedIn);
		expect(items).toEqual(ids(0, 100));
		expect(summary.error).toMatchObject({
			httpStatus: 302,
			description: expect.stringContaining(`redirects to ${location}`),
		});
	});

	it('keeps the token out of everything that comes out', async () => {
		failPage(2, 400);
		const { result } = await run(secured, {}, signedIn);
		const [token] = [...harness.engine.credentials.values()].map(({ accessToken }) => accessToken);
		expect(harness.engine.credentials.has(CREDENTIAL_ID)).toBe(true);
		expect(String(token)).toMatch(/^at_/);
		expect(JSON.stringify(result.run)).not.toContain(String(token));
	});
});

describe('without the credential', () => {
	it('a GET follows a redirect, a POST does not', async () => {
		const other = await startService();
		const redirect = (page: number) => {
			const location = `${other.url}${SMALL}&page=${page}&pageSize=100`;
			harness.service.faults.add({ fault: { kind: 'redirect', location }, path: '/sample/old' });
		};
		redirect(1);
		redirect(2);
		const get = await run(pageBased('/sample/old'), { maxPages: 2, prefetch: 1 });
		await other.close();
		expect(get.items).toEqual(ids(0, 200));

		redirect(1);
		const node = await run(pageBased('/sample/old', undefined, {}, { method: 'POST', body: {} }));
		expect(errorOf(node).description).toContain('redirects are not followed with POST');
		expect(node.requests).toHaveLength(1);
	});
});

describe('what the user is told', () => {
	it.each([
		[{ maxPages: 0 }, 'Max Pages must be a number of 1 or more, but is "0"'],
		[{ prefetch: '={{ "many" }}' }, 'Prefetch must be a number from 0 to 64, but is "many"'],
		[{ interval: -1 }, 'Interval must be a number of 0 or more, but is "-1"'],
	])('which option cannot be: %j', async (options, message) => {
		const node = await run(pageBased(SMALL), options);
		expect(errorOf(node)).toMatchObject({
			message,
			description: expect.stringContaining('Enter a number'),
		});
		expect(node.requests).toEqual([]);
	});

	const warned = { ...pageBased(SMALL), records: 'all' };

	it('unknown fields of a pasted dataset, in the summary and above the output', async () => {
		const { result, summary } = await run(warned);
		expect(summary.warnings).toEqual(['records is not a paging field; it is ignored.']);
		expect(result.hints(NODE)).toMatchObject([
			{ message: expect.stringContaining('records is not a paging field'), location: 'outputPane' },
		]);
	});

	it('that reading stopped early', async () => {
		const { result } = await run(pageBased(SMALL), { maxPages: 1 });
		expect(result.hints(NODE)).toMatchObject([
			{ message: expect.stringMatching(/Max Pages.*1 pages? with 100 records/) },
		]);
	});

	it('where a long run is, in the log', async () => {
		const { logger } = new WebhookNodes(harness.engine, harness.engine.packages);
		const info = jest.spyOn(logger, 'info').mockImplementation(() => undefined);
		try {
			await run(pageBased('/sample/pages?records=11000', 'total'), { prefetch: 4 });
			expect(info.mock.calls.map(([text]) => text)).toEqual([
				'Under Test: 50 pages with 5000 of 11000 records read so far',
				'Under Test: 100 pages with 10000 of 11000 records read so far',
			]);
		} finally {
			info.mockRestore();
		}
	});

	it('that it is all, when all went well', async () => {
		expect((await run(pageBased(SMALL))).result.hints(NODE)).toMatchObject([
			{ message: 'All 250 records read.', type: 'info' },
		]);
	});

	it('records that are no objects come out under a name', async () => {
		const plain = await listen((_request, response) => {
			response.setHeader('Content-Type', 'application/json');
			response.end('["a", 7, null, ["b"]]');
		});
		try {
			const dataset = { url: plain.url, property: '' };
			expect((await run(dataset)).items).toEqual([
				{ value: 'a' },
				{ value: 7 },
				{ value: null },
				{ value: ['b'] },
			]);
		} finally {
			plain.close();
		}
	});
});

it('ends at once when the execution is cancelled, in a request and in a wait', async () => {
	for (const fault of [
		{ kind: 'hang' },
		{ kind: 'status', status: 429, retryAfter: '100' },
	] as const) {
		// What is left of a wait stays on this clock, and keeps no process alive.
		pauseClock();
		harness.service.faults.clear();
		harness.service.faults.add({ fault, path: /sample/, skip: 1 });
		const stop = new AbortController();
		const node = pagedHttp(pageBased(SMALL), { maxWait: 200 });
		const parameters = { ...node.parameters, baseUrl: harness.service.url };
		harness.service.log.clear();
		const running = harness.run({ ...node, parameters }, [{}], { signal: stop.signal });
		const { requests } = harness.service.log;
		await until(
			() => requests.length === 2 && (fault.kind === 'hang' || requests[1]?.status === 429),
		);
		stop.abort();
		// A wait or a request that went on would end in another request.
		expect((await running).status).toBe('canceled');
		jest.useRealTimers();
		expect(requests).toHaveLength(2);
	}
});

async function listen(handle: Parameters<typeof createServer>[1] & object) {
	const server = createServer(handle);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { server, url: `http://127.0.0.1:${port}`, close };
}
