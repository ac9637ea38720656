import type { IDataObject } from 'n8n-workflow';

import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp, runPaged } from '../helpers/pagedHttp';

const harness = harnessForAll();
const listeners = new Listeners();

afterAll(() => listeners.close());
beforeEach(() => {
	harness.service.faults.clear();
	harness.setCredential();
});

const SMALL = '/sample/pages?records=250';
const traced = async (dataset: unknown, options: IDataObject = {}, more: IDataObject = {}) => {
	const node = pagedHttp(dataset, { trace: true, prefetch: 1, ...options }, more);
	const { summary, result } = await runPaged(harness, node);
	return { rows: summary.trace as IDataObject[], result };
};

describe('Page Trace', () => {
	it('lists every request: its URL, status, records, and why reading continued or stopped', async () => {
		const { rows } = await traced(pageBased(SMALL));
		const url = (page: number) => `${harness.service.url}${SMALL}&page=${page}&pageSize=100`;
		expect(rows).toEqual(
			[
				{ url: url(1), records: 100, result: 'next page' },
				{ url: url(2), records: 100, result: 'next page' },
				{ url: url(3), records: 50, result: 'next page' },
				{ url: url(4), records: 0, result: 'noDataLeft' },
			].map((row) => ({
				...row,
				status: 200,
				milliseconds: expect.any(Number),
				attempts: 1,
				waitSeconds: 0,
			})),
		);
	});

	it('does not show a key that the URL contains', async () => {
		const dataset = pageBased(`${SMALL}&api_key=k-0123456789`);
		const { rows } = await traced(dataset, { onError: 'keep' });
		expect(rows[0]?.url).toContain(`${SMALL}&api_key=***`);
		expect(JSON.stringify(rows)).not.toContain('k-0123456789');
	});

	it('shows how often a request was sent, and how long it waited for a busy API', async () => {
		const fault = { kind: 'status', status: 429, retryAfter: '3' } as const;
		harness.service.faults.add({ fault, path: /sample/, skip: 1 });
		const { rows } = await withFakeClock(() => traced(pageBased(SMALL)));
		expect(rows.map(({ waitSeconds }) => Math.floor(Number(waitSeconds)))).toEqual([0, 3, 0, 0]);
		expect(rows.map(({ attempts }) => attempts)).toEqual([1, 2, 1, 1]);
	});

	it('shows the page that failed, and what is wrong with it', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 404 },
			path: /sample/,
			skip: 1,
		});
		const { rows } = await traced(pageBased(SMALL), { onError: 'keep' });
		expect(rows).toMatchObject([
			{ status: 200, result: 'next page' },
			{
				status: 404,
				records: 0,
				attempts: 1,
				result: expect.stringMatching(/^The API returned status 404 for page 2: /),
			},
		]);
	});

	it('says what is wrong with a page in the words of the form', async () => {
		const parameters = {
			source: 'fields',
			url: '/sample/broken/object-property',
			property: 'items',
			schemeType: 'pageBased',
			returnAll: true,
			options: { trace: true, onError: 'keep', prefetch: 1 },
		};
		const { summary } = await runPaged(harness, { type: 'pagedHttp', parameters });
		expect(summary.trace).toMatchObject([
			{ status: 200, result: expect.stringMatching(/^Records Path "items" contains an object/) },
		]);
	});

	it('says which requests of Paging Setup: Automatic only found out how the API pages', async () => {
		const url = '/sample/offsets?records=250';
		const parameters = { url, returnAll: true, options: { trace: true, prefetch: 1 } };
		const { summary, requests } = await runPaged(harness, {
			type: 'pagedHttp',
			parameters: { ...parameters, authentication: 'grcOAuth2Api' },
		});
		const results = (summary.trace as IDataObject[]).map(({ result }) => String(result));
		expect(results).toHaveLength(requests.length);
		expect(results.filter((text) => text !== 'to find the paging scheme')).toEqual([
			...Array<string>(results.filter((text) => text === 'next page').length).fill('next page'),
			summary.stopReason,
		]);
		expect(results).not.toContain('not needed');
	});

	it('says which request only asked for a page once more, to tell whether another one is its copy', async () => {
		const asked: string[] = [];
		const url = await listeners.http((request, response) => {
			asked.push(String(request.url));
			const at = asked.length;
			const items = Array.from({ length: 20 }, (_, id) => ({
				id,
				name: `name ${id}`,
				readAt: at + id,
				age: at * 2 + id,
			}));
			response.end(JSON.stringify({ items }));
		});
		const { summary, items } = await runPaged(harness, {
			type: 'pagedHttp',
			parameters: {
				...{ authentication: 'none', source: 'fields', url: `${url}/rows`, property: 'items' },
				...{ schemeType: 'pageBased', pageParameter: 'page', returnAll: true },
				options: { trace: true, prefetch: 1 },
			},
		});
		expect(items).toHaveLength(20);
		expect(summary).toMatchObject({ requests: asked.length, stopReason: 'loopDetected' });
		expect(summary.trace).toMatchObject(
			[
				{ records: 20, result: 'next page' },
				{ records: 0, result: 'loopDetected' },
				{ records: 0, result: 'to check for a copy' },
			].map((row, at) => ({ url: url + asked[at], ...row })),
		);
	});

	it('shows a request that got no response', async () => {
		harness.service.faults.add({
			fault: { kind: 'reset', when: 'before' },
			path: /sample/,
			skip: 1,
			times: 9,
		});
		const { rows } = await withFakeClock(() => traced(pageBased(SMALL), { onError: 'keep' }));
		expect(rows).toMatchObject([
			{ status: 200 },
			{ status: null, records: 0, attempts: 5, result: expect.stringContaining('connection') },
		]);
	});

	it('lists what was requested ahead and not needed', async () => {
		const { rows } = await traced(pageBased(SMALL), { prefetch: 4 });
		expect(rows.map(({ result }) => result)).toEqual([
			...Array<string>(3).fill('next page'),
			'noDataLeft',
			...Array<string>(rows.length - 4).fill('not needed'),
		]);
		expect(rows.length).toBeGreaterThan(4);
	});
});

describe('On Incomplete: Fail', () => {
	it('does not fail for a limit, which is asked for, nor for a complete run', async () => {
		const options = { onIncomplete: 'fail' };
		const limited = pagedHttp(pageBased(SMALL), options, { returnAll: false, limit: 20 });
		expect((await runPaged(harness, limited)).items).toHaveLength(20);
		const whole = await runPaged(harness, pagedHttp(pageBased(SMALL), options));
		expect(whole.items).toHaveLength(250);
		expect(whole.summary.incomplete).toEqual([]);
	});
});

describe('Options as they reach the API', () => {
	it.each([
		[{}, 'error'],
		[{ endStatuses: [404] }, 'noDataLeft'],
		[{ endStatuses: [400, 416] }, 'error'],
		[{ endStatuses: '={{ [404] }}' }, 'noDataLeft'],
	])('End Statuses complete a pasted dataset: %j', async (options, stopReason) => {
		const node = pagedHttp(pageBased('/sample/broken/not-found'), { onError: 'keep', ...options });
		expect((await runPaged(harness, node)).summary).toMatchObject({ stopReason });
	});

	it('Interval is in seconds', async () => {
		const started = Date.now();
		const { requests, took } = await withFakeClock(async () => {
			const { requests } = await runPaged(harness, pagedHttp(pageBased(SMALL), { interval: 60 }));
			return { requests, took: Date.now() - started };
		});
		expect(requests).toHaveLength(4);
		expect(took).toBeGreaterThanOrEqual(180_000);
	});
});
