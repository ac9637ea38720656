import type { PageRequest, PageResponse, PagingOptions } from '../../../../nodes/shared/paging';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import type { PagingError } from '../../../../nodes/shared/paging/errors';
import { parameter, rows, serve } from '../fakeServer';
import { URL_LIST } from './neverShort';

type Answer = Parameters<typeof serve>[0];

/** Looks for the dataset of a server; the requests are those behind the URL of the list. */
async function search(answer: Answer, url = URL_LIST, options: Partial<PagingOptions> = {}) {
	const server = serve(answer);
	const found = await detectDataset(url, { send: server.send, ...options }).catch(
		(error: PagingError) => error,
	);
	const sent = server.seen.map((request) => decodeURIComponent(request.url.slice(URL_LIST.length)));
	const { message = '', fix = '' } = found as Partial<PagingError>;
	const { source, evidence = [] } = found as Partial<Awaited<ReturnType<typeof detectDataset>>>;
	return { found, sent, message, fix, scheme: source?.pagingScheme, evidence };
}

/** Pages of five records by a number, with what a page has beside them. */
function numbered(
	name: string,
	{ total = 23, first = 1, step = 1, beside = (_at: number): object => ({}) },
	past: (at: number) => Partial<PageResponse> = () => ({ body: { items: [] } }),
): Answer {
	return (request: PageRequest) => {
		const at = Number(parameter(request, name) ?? first);
		const from = ((at - first) / step) * 5;
		if (from >= total) return past(at);
		return { body: { ...beside(at), items: rows(from, Math.min(from + 5, total)) } };
	};
}

describe('a usual parameter is tried by one request', () => {
	test('that for page two, for what starts at 0, too', async () => {
		const { sent, scheme } = await search(numbered('page', { first: 0 }));
		expect(sent.slice(0, 5)).toEqual(['', '?page=2', '?page=1', '?page=0', '?page=1000']);
		expect(scheme).toMatchObject({ request: { pageParameter: 'page', pageStartingValue: 0 } });
	});

	test('that for the second page of records', async () => {
		const { sent, scheme } = await search(numbered('offset', { first: 0, step: 5 }));
		expect(sent).toEqual(['', '?page=2', '?offset=5', '?offset=0', '?offset=1', '?offset=5000']);
		expect(scheme).toMatchObject({ request: { offsetParameter: 'offset', limitValue: 5 } });
	});

	test('not the first offset, which on pages of one record could be a page number', async () => {
		const { sent, scheme } = await search((request) => {
			const offset = Number(parameter(request, 'offset') ?? 0);
			return { body: { items: rows(offset, Math.min(offset + 1, 5)) } };
		});
		expect(sent.slice(0, 5)).toEqual(['', '?page=2', '?offset=2', '?offset=0', '?offset=1']);
		expect(scheme).toMatchObject({ request: { offsetParameter: 'offset', limitValue: 1 } });
	});

	test('an offset by the page size of the response, where the server leaves records out', async () => {
		const { sent, scheme } = await search((request) => {
			const offset = Number(parameter(request, 'offset') ?? 0);
			const items = rows(offset, Math.min(offset + 10, 40)).filter(({ id }) => id % 3 > 0);
			return { body: { offset, limit: 10, items } };
		});
		expect(sent).toContain('?offset=10');
		expect(scheme).toMatchObject({ request: { offsetParameter: 'offset', limitValue: 10 } });
	});

	test.each([
		['refused', 400],
		['not authorized', 403],
	])('not again if it is %s', async (_what, status) => {
		const { sent, message } = await search(({ url }) =>
			url === URL_LIST ? { body: { items: rows(0, 5) } } : { status },
		);
		expect(new Set(sent).size).toBe(sent.length);
		expect(sent.filter((one) => one.startsWith('?page='))).toEqual(['?page=2']);
		expect(message).toContain('The usual parameters, such as page and offset, led to no other');
	});

	test.each([404, 416])('a status %i for page two means that page one is all', async (status) => {
		const { scheme, evidence } = await search(
			numbered('page', { total: 4 }, () => ({ status, body: {} })),
		);
		expect(scheme).toMatchObject({ request: { pageParameter: 'page' }, endStatuses: [status] });
		expect(evidence.slice(-2)).toEqual([
			`Page two is answered with status ${status}: page one has all records.`,
			`A page after the last one is answered with status ${status}.`,
		]);
	});

	test.each([429, 502, 503])('a status %i leaves it open', async (status) => {
		const body = { items: rows(0, 7), done: true };
		const { message } = await search(({ url }) => (url === URL_LIST ? { body } : { status }));
		expect(message).toContain('is not certain');
	});

	test('an interrupted connection leaves it open', async () => {
		const body = { items: rows(0, 7), done: true };
		const { message } = await search(({ url }) => {
			if (url !== URL_LIST) throw new Error('socket hang up');
			return { body };
		});
		expect(message).toContain('is not certain');
	});

	test('if none changes anything, a sign that page one is all is believed', async () => {
		const { scheme, evidence } = await search(() => ({ body: { items: rows(0, 7), done: true } }));
		expect(scheme).toEqual({ type: 'onePage' });
		expect(evidence).toEqual([
			'Records: items (7 records).',
			'No more pages: done is true.',
			'Usual paging parameters changed nothing.',
			'The list has no pages. Run Automatic again when the list grows.',
		]);
	});

	test('with no records there is nothing to try', async () => {
		const { sent, scheme, evidence } = await search(() => ({ body: { items: [] } }));
		expect(sent).toEqual(['']);
		expect(scheme).toEqual({ type: 'onePage' });
		expect(evidence).not.toContain('Usual paging parameters changed nothing.');
	});
});

describe('the page after the last one', () => {
	const page = (at: number) => ({ page: at });

	test.each([
		['is empty', undefined, undefined],
		['is not found', 404, [404]],
		['is out of range', 416, [416]],
		['is an error', 500, undefined],
	])('%s', async (_what, status, endStatuses) => {
		const past = () => (status === undefined ? { body: { items: [] } } : { status, body: {} });
		const { sent, scheme } = await search(numbered('page', { beside: page }, past));
		expect(sent).toEqual(['', '?page=1', '?page=2', '?page=1001']);
		expect(scheme).toEqual({
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: 1, limitValue: 5 },
			pageUntil: 'noDataLeft',
			...(endStatuses && { endStatuses }),
		});
	});

	test('does not matter where a flag ends the pages; by a total, it has to be empty', async () => {
		const flag = (at: number) => ({ page: at, has_more: at < 5 });
		expect((await search(numbered('page', { beside: flag }))).sent).toHaveLength(3);
		const total = (at: number) => ({ page: at, total: 23 });
		const { sent } = await search(numbered('page', { beside: total }));
		expect(sent).toEqual(['', '?page=1', '?page=2', '?page=6']);
	});

	test('cannot be asked for if the connection is lost: the dataset stays', async () => {
		const answer = numbered('page', { beside: page });
		const { scheme } = await search((request, ...rest) => {
			if (request.url.endsWith('=1001')) throw new Error('socket hang up');
			return answer(request, ...rest);
		});
		expect(scheme).toMatchObject({ pageUntil: 'noDataLeft' });
	});
});

describe('page one and two', () => {
	const TWO = `${URL_LIST}?page=2`;
	const linked = (second: Partial<PageResponse>): Answer => {
		return ({ url }) => (url === URL_LIST ? { body: { items: rows(0, 5), next: TWO } } : second);
	};

	test.each<[string, Partial<PageResponse>, string]>([
		[
			'the same records',
			{ body: { items: rows(0, 5), next: null } },
			'page two has the same records',
		],
		[
			'some of the same',
			{ body: { items: rows(4, 8) } },
			'page two has some of the records of page one',
		],
		[
			'other fields',
			{ body: { items: [{ text: 'x' }] } },
			'the records of page two have other fields',
		],
		['no records path', { body: { rows: [] } }, 'page two has no items'],
		['a refusal', { status: 403, body: {} }, 'The API returned status 403 for page 2'],
		[
			'the status of a missing page',
			{ status: 404, body: {} },
			'The API returned status 404 for page 2',
		],
	])('%s on page two', async (_what, second, reason) => {
		const { message, fix } = await search(linked(second));
		expect(message).toContain(`next has a value. Tried: the URL at next (${reason}).`);
		expect(fix).toBe(
			'Set Source to Fields Below, set Records Path to items, and fill in Next Path (next) as the documentation of the API says.',
		);
	});

	test('a link may lead to an empty page, and to one behind it', async () => {
		const empty = await search(linked({ body: { items: [], next: null } }));
		expect(empty.evidence.at(-1)).toBe('Page two is empty: page one has all records.');
		const { evidence } = await search(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			const items = page === 1 ? rows(0, 5) : page === 5 ? rows(5, 8) : [];
			return { body: { items, next: page < 5 ? `${URL_LIST}?page=${page + 1}` : null } };
		});
		expect(evidence.at(-1)).toBe('Page two has 3 new records with the same fields.');
	});

	test.each<[string, object]>([
		['a total', { total: 23 }],
		['a flag', { has_more: true }],
	])('but not if %s says that there are more', async (_what, beside) => {
		const { message } = await search(({ url }) => ({
			body:
				url === URL_LIST
					? { items: rows(0, 5), next: TWO, ...beside }
					: { items: [], total: 23, has_more: false },
		}));
		expect(message).toContain('the URL at next (page two is empty)');
	});

	test('a failure of the connection is named', async () => {
		const { message } = await search(({ url }) => {
			if (url !== URL_LIST) throw new Error('socket hang up');
			return { body: { items: rows(0, 5), next: TWO } };
		});
		expect(message).toContain('the URL at next (socket hang up)');
	});

	test('page one, requested by its number, has to be page one', async () => {
		const { message } = await search((request) => ({
			body: {
				page: 1,
				items: parameter(request, 'page') === undefined ? rows(0, 5) : rows(50, 55),
			},
		}));
		expect(message).toContain(
			'a page number as page from 1 (page one, requested by it, has other records)',
		);
	});

	test('more attempts than can be read are counted', async () => {
		const { message } = await search(() => ({ body: { items: rows(0, 5), next: 'abc' } }));
		expect(message).toMatch(
			/Tried: (?:next as \w+ \(page two has the same records\); ){3}next as from \(page two has the same records\), and 11 more[.] The usual/,
		);
	});
});

describe('a total that is not the same on both pages is left out', () => {
	test.each<[string, (at: number) => object, object]>([
		[
			'the same',
			() => ({ total: 23 }),
			{ response: { totalCount: 'total' }, pageUntil: 'reachTotalCount' },
		],
		['another', (at) => ({ total: 23 + at }), { pageUntil: 'noDataLeft' }],
		['missing on page two', (at) => (at === 1 ? { total: 23 } : {}), { pageUntil: 'noDataLeft' }],
		['other pages', (at) => ({ total_pages: 5 + at }), { pageUntil: 'noDataLeft' }],
		[
			'the same pages',
			() => ({ total_pages: 5 }),
			{ response: { totalPages: 'total_pages' }, pageUntil: 'reachTotalCount' },
		],
	])('%s', async (_what, beside, scheme) => {
		const found = await search(numbered('page', { beside: (at) => ({ page: at, ...beside(at) }) }));
		expect(found.scheme).toEqual(expect.objectContaining(scheme));
		expect('response' in Object(found.scheme)).toBe('response' in scheme);
	});

	test('a range is only compared in its total', async () => {
		const { scheme } = await search((request) => {
			const from = Number(parameter(request, 'offset') ?? 0);
			const headers = { 'Content-Range': `items ${from}-${from + 4}/23` };
			return { headers, body: { offset: from, items: rows(from, Math.min(from + 5, 23)) } };
		});
		expect(scheme).toMatchObject({ response: { totalCount: 'header:Content-Range' } });
	});
});

describe('the requests', () => {
	test('are counted, with their number in the result', async () => {
		const { found, sent } = await search(numbered('page', { beside: () => ({ page: 1 }) }));
		expect(found).toMatchObject({ requests: sent.length });
	});

	test('are at most 32: what could not be tried may be what leads on', async () => {
		const { sent, message } = await search((_request, count) => ({
			body: { items: rows(0, 7), done: true, next: `n${count}`, cursor: 'x', token: 'y' },
		}));
		expect(sent).toHaveLength(32);
		expect(message).toContain('is not certain');
	});

	test('wait for the interval, but not before the first', async () => {
		const waited: number[] = [];
		const clock = { now: () => 0, sleep: async (ms: number) => void waited.push(ms) };
		const answer = numbered('page', { beside: () => ({ page: 1, total: 23 }) });
		await search(answer, URL_LIST, { clock, limits: { interval: 100 } });
		expect(waited).toEqual([100, 100, 100]);
		await search(answer, URL_LIST, { clock });
		expect(waited).toHaveLength(3);
	});

	test('a sender that is told to slow down waits by the clock', async () => {
		const waited: number[] = [];
		const clock = { now: () => 0, sleep: async (ms: number) => void waited.push(ms) };
		const body = { items: rows(0, 3), next: null };
		const signal = new AbortController().signal;
		const server = serve(async (_request, _count, control) => {
			expect(control.signal).toBe(signal);
			await control.onThrottled(50);
			return { body };
		});
		await detectDataset(URL_LIST, { send: server.send, clock, signal });
		expect(waited).toEqual([50]);
	});

	test('responses are returned to the run once, and only those that it needs', async () => {
		const server = serve(numbered('page', { beside: () => ({ page: 1, total: 23 }) }));
		const { send } = await detectDataset(URL_LIST, { send: server.send });
		const read = async (query: string, method: 'GET' | 'POST' = 'GET') => {
			const before = server.seen.length;
			const control = { signal: new AbortController().signal, onThrottled: async () => {} };
			const url = URL_LIST + query;
			await send(method === 'GET' ? { method, url } : { method, url, body: {} }, control);
			return server.seen.length - before;
		};
		expect(await read('')).toBe(1);
		expect(await read('?page=1', 'POST')).toBe(1);
		expect(await read('?page=2')).toBe(0);
		expect(await read('?page=2')).toBe(1);
	});

	test('the only page is not requested again after others were tried', async () => {
		const items = rows(0, 7).map(({ id }) => ({ name: `n${id}` }));
		const server = serve((request) => {
			const isOther = parameter(request, 'from') !== undefined;
			return { body: { items: isOther ? [{ text: 'x' }] : items, done: true } };
		});
		const { send, source } = await detectDataset(URL_LIST, { send: server.send });
		expect(source.pagingScheme).toEqual({ type: 'onePage' });
		const sent = server.seen.length;
		const control = { signal: new AbortController().signal, onThrottled: async () => {} };
		await send({ method: 'GET', url: URL_LIST }, control);
		expect(server.seen).toHaveLength(sent);
	});

	test('a URL below the base URL, from a later page', async () => {
		const { found } = await search(
			numbered('page', { beside: () => ({ total: 23 }) }),
			'list?page=2',
			{ baseUrl: 'https://api.test' },
		);
		expect(found).toMatchObject({ beginsAt: 'page', source: { url: `${URL_LIST}?page=2` } });
	});
});

test('what to fill in depends on what was seen', async () => {
	const fixFor = async (beside: object) =>
		/fill in (.*) as the/.exec(
			(await search(() => ({ body: { items: rows(0, 5), ...beside } }))).fix,
		)?.[1];
	expect(await fixFor({ next: 'abc' })).toBe('Next Path (next) and Token Parameter');
	expect(await fixFor({ offset: 0 })).toBe('Offset Parameter, Page Size Parameter, and Page Size');
	expect(await fixFor({ page: 1, total: 23 })).toBe('Page Parameter and First Page');
	expect(await fixFor({ page: 1 })).toBe('Paging Scheme and its parameters');
	expect(await fixFor({})).toBe('Paging Scheme and its parameters');
});
