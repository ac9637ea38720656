import { forEachPage, paginate, type PageResponse } from '../../../../nodes/shared/paging';
import { detect } from '../../../../nodes/shared/paging/detect/detect';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { readPath } from '../../../../nodes/shared/paging/response/path';
import { parameter, rows, serve } from '../fakeServer';
import { startApi } from './api';
import { BY_TOKEN } from './apisByToken';

const URL_LIST = 'https://api.test/list';

function ok(body: unknown, headers: PageResponse['headers'] = {}): PageResponse {
	return { status: 200, headers, body };
}

/** A server of 12 records by offset, which says limit and total. */
const byOffset = () =>
	serve((request) => {
		const offset = Number(parameter(request, 'offset') ?? 0);
		return { body: { offset, limit: 5, total: 12, rows: rows(offset, Math.min(offset + 5, 12)) } };
	});

describe('what was found', () => {
	test('is a dataset to keep, with the evidence in words', async () => {
		const server = byOffset();
		const { source, evidence } = await detectDataset(URL_LIST, { send: server.send });
		expect(source).toEqual({
			url: URL_LIST,
			method: 'GET',
			property: 'rows',
			pagingScheme: {
				type: 'offsetAndLimit',
				request: { offsetParameter: 'offset', offsetStartingValue: 0, limitValue: 5 },
				response: { totalCount: 'total' },
				pageUntil: 'reachTotalCount',
			},
		});
		expect(evidence).toEqual([
			'Records: rows (5 records).',
			'Offset in the response: offset (0).',
			'Total: total (12).',
			'Page two has 5 new records with the same fields.',
		]);
	});

	test('no page is requested twice: those read for the proof are used', async () => {
		const server = byOffset();
		const found = await detectDataset(URL_LIST, { send: server.send });
		await forEachPage(paginate(found.dataset, { send: found.send }), () => {});
		const asked = server.seen.map(({ url }) => url);
		// One that counts records, and one after the total.
		const questions = [1, 15];
		expect(asked).toEqual([
			URL_LIST,
			...[0, 5, ...questions, 10].map((at) => `${URL_LIST}?offset=${at}`),
		]);
	});

	test('a next URL needs no request beyond those of the run', async () => {
		const server = serve(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			return {
				body: {
					items: rows(page * 5, page * 5 + 5),
					next: page < 3 ? `${URL_LIST}?page=${page + 1}` : null,
				},
			};
		});
		const found = await detectDataset(URL_LIST, { send: server.send });
		await forEachPage(paginate(found.dataset, { send: found.send }), () => {});
		expect(server.seen).toHaveLength(3);
	});

	test('the evidence names paths, not what is in them: a next URL can contain a key', async () => {
		const server = serve(({ url }) => ({
			body:
				url === URL_LIST
					? { items: rows(0, 5), next: `${URL_LIST}?access_token=secret` }
					: { items: rows(5, 9) },
		}));
		const { evidence, source } = await detectDataset(URL_LIST, { send: server.send });
		expect(JSON.stringify({ evidence, source })).not.toContain('secret');
	});

	test('the resume point of the run is not used while looking', async () => {
		const server = byOffset();
		await expect(
			detectDataset(URL_LIST, { send: server.send, resume: { version: 1, dataset: 'other' } }),
		).resolves.toMatchObject({ requests: 5 });
	});

	test('the interval between requests is kept', async () => {
		const slept: number[] = [];
		const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
		const server = byOffset();
		await detectDataset(URL_LIST, { send: server.send, clock, limits: { interval: 250 } });
		expect(slept).toEqual([250, 250, 250, 250]);
	});

	test('a URL that requests a later page is read from there', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page') ?? 1);
			return { body: { items: rows((page - 1) * 5, Math.min(page * 5, 23)) } };
		});
		const { source } = await detectDataset(`${URL_LIST}?page=2`, { send: server.send });
		expect(source).toMatchObject({ pagingScheme: { request: { pageStartingValue: 2 } } });
	});

	test('a canceled run stops looking', async () => {
		const controller = new AbortController();
		const server = serve(() => {
			controller.abort();
			return { body: rows(0, 5) };
		});
		const found = detectDataset(URL_LIST, { send: server.send, signal: controller.signal });
		await expect(found).rejects.toThrow('canceled');
		expect(server.seen).toHaveLength(1);
	});
});

describe('a single page', () => {
	test.each([
		['a flag', { data: rows(0, 3), has_more: false }, 'No more pages: has_more is false.'],
		['a next page that is null', { data: rows(0, 3), next: null }, 'No more pages: next is null.'],
		[
			'the number of pages',
			{ data: rows(0, 3), total_pages: 1 },
			'No more pages: total_pages is 1.',
		],
		[
			'the total',
			{ data: rows(0, 3), total_count: 3, per_page: 50 },
			'The page has all records: total_count is 3, and the page has 3 records.',
		],
		[
			'OData',
			{ '@odata.context': 'x', value: rows(0, 3) },
			'No more pages: the response follows a standard in which the next page is linked, and has no such link.',
		],
	])('%s says so: one request', async (_what, body, evidence) => {
		const server = serve(() => ({ body }));
		const found = await detectDataset(URL_LIST, { send: server.send });
		expect(found.evidence).toContain(evidence);
		expect(found.source.pagingScheme).toEqual({ type: 'onePage' });
		expect(server.seen).toHaveLength(1);
	});

	test('a flag that contradicts the total is not believed', () => {
		const { whole } = detect(ok({ data: rows(0, 5), has_more: false, total_count: 23 }), {
			url: URL_LIST,
		});
		expect(whole).toBeUndefined();
	});
});

describe('the records', () => {
	test.each([
		[
			'the name in the URL',
			{ tickets: rows(0, 3), users: rows(0, 9) },
			'https://api.test/v2/tickets.json',
			'tickets',
		],
		['a usual name', { results: rows(0, 3), suggested: rows(0, 9) }, URL_LIST, 'results'],
		['an object within objects', { a: { b: { things: rows(0, 3) } } }, URL_LIST, 'a.b.things'],
		['not links', { things: rows(0, 2), _links: [{ rel: 'self', href: '/' }] }, URL_LIST, 'things'],
		['the array itself', rows(0, 3), URL_LIST, ''],
		['after metadata in an array', [{ page: 1 }, rows(0, 3)], URL_LIST, '1'],
	])('are found by %s', (_what, body, url, property) => {
		expect(detect(ok(body), { url }).page.property).toBe(property);
	});
});

test('candidates come best first: a next URL before a token before a page number', () => {
	const body = { items: rows(0, 5), page: 1, next: `${URL_LIST}?page=2`, cursor: 'x' };
	const types = detect(ok(body), { url: URL_LIST }).candidates.map(({ attempt }) => attempt);
	expect(types[0]).toBe('the URL at next');
	expect(types[1]).toBe('cursor as cursor');
	expect(types).toContain('a page number as page from 1');
});

test('a token is sent by the parameter that the URL already has', async () => {
	const api = BY_TOKEN.find(({ name }) => name === 'message.next-cursor');
	if (!api) throw new Error('No such API');
	const server = startApi(api);
	await detectDataset(server.url, { send: server.send });
	expect(server.asked).toHaveLength(2);
});

test('a path can name an element of an array by one of its members', () => {
	const body = {
		link: [
			{ relation: 'self', url: '/a' },
			{ relation: 'next', url: '/b' },
		],
	};
	expect(readPath('link[relation=next].url', ok(body))).toBe('/b');
	expect(readPath('link[relation=last].url', ok(body))).toBeUndefined();
	expect(readPath('link[other=next].url', ok(body))).toBeUndefined();
});
