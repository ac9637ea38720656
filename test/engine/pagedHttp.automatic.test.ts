import type { IDataObject } from 'n8n-workflow';

import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { ids, pagedHttp, runPaged } from '../helpers/pagedHttp';

const harness = harnessForAll();
const listeners = new Listeners();

afterAll(() => listeners.close());
beforeEach(() => {
	harness.service.faults.clear();
	harness.setCredential();
});

const SMALL = '/sample/pages?records=250';
const read = async (path: string, options: IDataObject = {}, more: IDataObject = {}) =>
	await runPaged(harness, {
		type: 'pagedHttp',
		parameters: {
			authentication: 'none',
			url: harness.service.url + path,
			returnAll: true,
			options,
			...more,
		},
	});

describe('Paging Setup: Automatic, the default', () => {
	it.each([
		['page numbers', SMALL, 'pageBased'],
		['offsets', '/sample/offsets?records=250', 'offsetAndLimit'],
		['tokens', '/sample/tokens?records=250', 'nextToken'],
		['next URLs', '/sample/urls?records=250', 'nextToken'],
	])('reads %s from the URL alone', async (_what, path, type) => {
		const { items, summary } = await read(path);
		expect(items).toEqual(ids(0, 250));
		expect(summary).toMatchObject({
			warnings: [],
			incomplete: [],
			dataset: { pagingScheme: { type } },
		});
		expect(summary.evidence).toEqual(expect.arrayContaining([expect.stringContaining('Page two')]));
	});

	it('its dataset reads the same when it is pasted', async () => {
		const { summary } = await read(SMALL);
		const again = await runPaged(harness, pagedHttp(summary.dataset, {}, { baseUrl: '' }));
		expect(again.items).toEqual(ids(0, 250));
	});

	it('takes a path below the base URL of a credential', async () => {
		const more = { authentication: 'grcOAuth2Api', url: SMALL };
		expect((await read('', {}, more)).items).toEqual(ids(0, 250));
	});

	it('keeps to Limit', async () => {
		const { items, summary } = await read(SMALL, {}, { returnAll: false, limit: 120 });
		expect(items).toEqual(ids(0, 120));
		expect(summary).toMatchObject({ stopReason: 'limit' });
	});

	it('a key in the URL is in no output', async () => {
		const origin = await listeners.http(({ url = '' }, response) => {
			const { searchParams } = new URL(url, 'http://localhost');
			const page = Number(searchParams.get('page') ?? 1);
			const numbers = page <= 3 ? [1, 2, 3] : [];
			const items = numbers.map((number) => ({ id: page * 10 + number, name: 'A' }));
			const isKnown = searchParams.get('api_key') === 'very-secret-key';
			response.statusCode = isKnown ? 200 : 401;
			response.end(JSON.stringify({ items: isKnown ? items : [], page, total_pages: 3 }));
		});
		const url = `${origin}/vendors?api_key=very-secret-key`;
		const { summary, items } = await read('', { trace: true }, { url });
		expect(items).toEqual([11, 12, 13, 21, 22, 23, 31, 32, 33]);
		expect(summary.dataset).toMatchObject({ url: `${origin}/vendors?api_key=***` });
		expect(JSON.stringify(summary)).not.toContain('very-secret-key');
	});

	/** A list of so many records in pages of four by `page`, with nothing beside them. */
	async function list(total: number, pageTwo: (count: number) => [number, string] | undefined) {
		let count = 0;
		const asked: string[] = [];
		const origin = await listeners.http(({ url = '' }, response) => {
			const { search, searchParams } = new URL(url, 'http://localhost');
			asked.push(search);
			const page = Number(searchParams.get('page') ?? 1);
			const from = (page - 1) * 4;
			const items = Array.from({ length: Math.max(0, Math.min(4, total - from)) }, (_, at) => ({
				id: from + at,
				name: `Vendor ${from + at}`,
			}));
			const [status, body] = (page === 2 ? pageTwo(++count) : undefined) ?? [
				200,
				JSON.stringify({ items }),
			];
			response.writeHead(status, { 'Content-Type': 'application/json' });
			response.end(body);
		});
		return { url: `${origin}/vendors`, asked };
	}

	it.each<[string, [number, string]]>([
		['status 500', [500, '{"message":"Try again"}']],
		['an error with status 200', [200, '{"error":{"message":"Try again"}}']],
		['incomplete JSON', [200, '{"items":[{"id":4,']],
	])('is not misled by a page two that is %s once', async (_what, answer) => {
		const { url } = await list(11, (count) => (count === 1 ? answer : undefined));
		const { items } = await read('', {}, { url });
		expect(items).toEqual([...Array(11).keys()]);
	});

	it('says what was not answered, where it is read as one page for want of more', async () => {
		const { url } = await list(4, () => [422, '{"message":"Unknown page"}']);
		const { items, summary } = await read('', {}, { url });
		expect(items).toEqual([0, 1, 2, 3]);
		expect(summary.evidence).toContain(
			"Not answered with a page: page=2 (status 422: Unknown page). The API doesn't say whether there are more pages.",
		);
	});

	it('never replaces a filter of the URL', async () => {
		const { url, asked } = await list(3, () => undefined);
		await read('', {}, { url: `${url}?from=2024-01-01&to=2024-02-01` });
		expect(asked.length).toBeGreaterThan(1);
		for (const query of asked) expect(query).toMatch(/^[?]from=2024-01-01&to=2024-02-01(&|$)/);
	});

	it.each(['fail', 'keep'])('is an error when it is not certain, On Error: %s', async (onError) => {
		const { result, items } = await read('/sample/broken/no-property', { onError });
		expect(result.error?.message).toMatch(/array of records|determine the paging scheme/);
		expect(items).toEqual([]);
	});

	it.each([
		['localhost:3000/items', 'cannot use the protocol localhost:'],
		['/items', 'no base URL is set'],
		['={{ "" }}', 'URL is empty'],
	])('says what is wrong with the URL %j', async (url, message) => {
		const { result, requests } = await read('', {}, { url });
		expect(result.error?.message).toContain(message);
		expect(requests).toEqual([]);
	});
});
