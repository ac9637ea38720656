import {
	forEachPage,
	type PageRequest,
	type PageResponse,
	paginate,
	type PagingOptions,
} from '../../../../nodes/shared/paging';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { parameter, rows, serve, URL_ROWS } from '../fakeServer';
import { readBy, slice, URL_LIST } from './neverShort';

type Answer = Parameters<typeof serve>[0];

/** Pages of five records by a number, with what a page has beside them. */
function numbered(
	name: string,
	{ total = 23, first = 1, step = 1, beside = (_at: number): object => ({}) },
	past: (at: number) => object = () => ({ items: [] }),
): Parameters<typeof readBy>[0] {
	return (number) => {
		const at = number(name, first);
		const from = ((at - first) / step) * 5;
		return from >= total ? past(at) : { ...beside(at), items: slice(total, from, 5) };
	};
}

const failing = (status: number) => ({ status, headers: {}, body: {} });
const page = (at: number) => ({ page: at });

describe('what was found', () => {
	/** A server of 12 records by offset, which reports limit and total. */
	const byOffset = (number: (name: string, otherwise: number) => number) => {
		const offset = number('offset', 0);
		return { offset, limit: 5, total: 12, items: slice(12, offset, 5) };
	};

	test('is a dataset to keep, with the evidence in words; its pages are not requested again', async () => {
		const { source, evidence, queries } = await readBy(byOffset);
		expect(source).toEqual({
			url: URL_LIST,
			method: 'GET',
			property: 'items',
			pagingScheme: {
				type: 'offsetAndLimit',
				request: { offsetParameter: 'offset', offsetStartingValue: 0, limitValue: 5 },
				response: { totalCount: 'total' },
				pageUntil: 'reachTotalCount',
			},
		});
		expect(evidence).toEqual([
			'Records: items (5 records).',
			'The response has the offset: offset (0).',
			'Total: total (12).',
			'Page two has 5 new records with the same fields.',
		]);
		// One that counts records, and one after the total.
		expect(queries).toEqual(['', ...[5, 0, 1, 15, 10].map((at) => `?offset=${at}`)]);
	});

	test('names paths, not what is in them: a next URL can contain a key', async () => {
		const { evidence, source, ids } = await readBy((_number, query) =>
			query.has('access_token')
				? { items: slice(9, 5, 5) }
				: { items: slice(9, 0, 5), next: `${URL_LIST}?access_token=secret` },
		);
		expect(ids).toHaveLength(9);
		expect(JSON.stringify({ evidence, source })).not.toContain('secret');
	});

	test('does not depend on the resume point of the run', async () => {
		const resume = { version: 1 as const, dataset: 'other' };
		expect((await readBy(byOffset, URL_LIST, { resume })).refusal).toBe('');
	});

	test('is read from the page that the URL requests', async () => {
		const answer = numbered('page', { beside: () => ({ total: 23 }) });
		const { source, ids } = await readBy(answer, 'list?page=2', { baseUrl: 'https://api.test' });
		expect(source).toMatchObject({ url: `${URL_LIST}?page=2` });
		expect(ids[0]).toBe(6);
	});

	test.each<[string, object]>([
		['Paging Scheme (Next Token or URL), Next Path (next), and Token Parameter', { next: 'abc' }],
		[
			'Paging Scheme (Offset and Limit), Offset Parameter, Page Size Parameter, and Page Size',
			{ offset: 0 },
		],
		['Page Parameter and First Page', { page: 1, total: 23 }],
		['Paging Scheme and its parameters', { page: 1 }],
		['Paging Scheme and its parameters', {}],
	])('or what to fill in: %s', async (fields, beside) => {
		const { refusal } = await readBy(() => ({ items: slice(5, 0, 5), ...beside }));
		expect(refusal).toContain(`fill in ${fields} as the documentation`);
	});
});

describe('a usual parameter is tried by one request', () => {
	test('that for page two, for what starts at 0, too', async () => {
		const { queries, source } = await readBy(numbered('page', { first: 0 }));
		expect(queries.slice(0, 5)).toEqual(['', '?page=2', '?page=1', '?page=0', '?page=1000']);
		expect(source).toMatchObject({ pagingScheme: { request: { pageStartingValue: 0 } } });
	});

	test.each([400, 403])('not again after %i', async (status) => {
		const { queries, refusal } = await readBy((_number, query) =>
			query.size === 0 ? { items: slice(5, 0, 5) } : failing(status),
		);
		expect(new Set(queries).size).toBe(queries.length);
		expect(queries.filter((one) => one.startsWith('?page='))).toEqual(['?page=2']);
		expect(refusal).toContain(
			"The usual parameters, such as page and offset, didn't return another page",
		);
	});

	test.each([404, 416])('a status %i for page two means that page one is all', async (status) => {
		const { source, evidence } = await readBy(
			numbered('page', { total: 4 }, () => failing(status)),
		);
		expect(source).toMatchObject({ pagingScheme: { endStatuses: [status] } });
		expect(evidence.slice(-2)).toEqual([
			`The API returned status ${status} for page two: page one has all records.`,
			`The API returns status ${status} after the last page.`,
		]);
	});

	test.each([429, 502, 503, 0])('a status %i, or no answer, leaves it open', async (status) => {
		const { refusal } = await readBy((_number, query) => {
			if (query.size > 0 && status === 0) throw new Error('socket hang up');
			return query.size > 0 ? failing(status) : { items: slice(7, 0, 7), done: true };
		});
		expect(refusal).toContain('determine the paging scheme');
	});
});

describe('the page after the last one', () => {
	test.each([
		['is empty', undefined, undefined],
		['is not found', 404, [404]],
		['is out of range', 416, [416]],
		['is an error', 500, undefined],
	])('%s', async (_what, status, endStatuses) => {
		const past = () => (status === undefined ? { items: [] } : failing(status));
		const { source, queries } = await readBy(numbered('page', { beside: page }, past));
		expect(queries.slice(0, 4)).toEqual(['', '?page=2', '?page=1', '?page=1001']);
		expect(source.pagingScheme).toEqual({
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: 1, limitValue: 5 },
			pageUntil: 'noDataLeft',
			...(endStatuses && { endStatuses }),
		});
	});

	test('does not matter where a flag ends the pages', async () => {
		const beside = (at: number) => ({ page: at, has_more: at < 5 });
		expect((await readBy(numbered('page', { beside }))).asked).toBe(3);
	});

	test('cannot be asked for if the connection is lost: the dataset stays', async () => {
		const { source } = await readBy(
			numbered('page', { beside: page }, (at) => {
				if (at === 1001) throw new Error('socket hang up');
				return { items: [] };
			}),
		);
		expect(source).toMatchObject({ pagingScheme: { pageUntil: 'noDataLeft' } });
	});
});

describe('page two, by its URL', () => {
	const TWO = `${URL_LIST}?page=2`;
	const linked = (second: object, beside: object = {}) =>
		readBy((_number, query) =>
			query.size === 0 ? { items: slice(5, 0, 5), next: TWO, ...beside } : second,
		);

	test.each<[string, object]>([
		['page two has the same records', { items: slice(5, 0, 5), next: null }],
		['page two has some of the records of page one', { items: slice(9, 3, 4) }],
		['the records of page two have other fields', { items: [{ text: 'x' }] }],
		['page two has no list of records', { rows: [] }],
		['The API returned status 403 for page 2', failing(403)],
		['The API returned status 404 for page 2', failing(404)],
		['The API returned status 500 for page 2', failing(500)],
	])('is not one: %s', async (reason, second) => {
		const { refusal } = await linked(second);
		expect(refusal).toContain(`next has a value. Tried: the URL at next (${reason}).`);
		expect(refusal).toContain(
			'set Records Path to items, and fill in Paging Scheme (Next Token or URL), Next Page Type (URL), and Next Path (next) as',
		);
	});

	test('may be empty, if no number or flag says that there are more', async () => {
		const empty = { items: [], next: null };
		expect((await linked(empty)).evidence.at(-1)).toBe(
			'Page two is empty: page one has all records.',
		);
		for (const beside of [{ total: 23 }, { has_more: true }, { remaining: 18 }]) {
			const last = { ...empty, total: 23, has_more: false };
			const { refusal } = await linked(last, beside);
			expect(refusal).toContain('(page two is empty)');
		}
	});

	test('may follow empty ones', async () => {
		const { evidence, ids } = await readBy((number) => {
			const at = number('page', 1);
			const items = at === 1 ? slice(8, 0, 5) : at === 5 ? slice(8, 5, 5) : [];
			return { items, next: at < 5 ? `${URL_LIST}?page=${at + 1}` : null };
		});
		expect(evidence.at(-1)).toBe('Page two has 3 new records with the same fields.');
		expect(ids).toHaveLength(8);
	});

	test('is requested beside a flag that is off', async () => {
		const { source } = await linked({ items: slice(8, 5, 5), next: null }, { has_more: false });
		expect(source).toMatchObject({ pagingScheme: { response: { nextToken: 'next' } } });
	});

	test('is not requested on another host', async () => {
		const { send, seen } = serve(() => ({
			body: { items: rows(0, 5), next: 'https://other.test/list?page=2' },
		}));
		await expect(detectDataset(URL_LIST, { send })).rejects.toThrow('determine the paging scheme');
		expect(seen.filter(({ url }) => url.includes('other.test'))).toEqual([]);
	});
});

describe('what looks like paging, but is not', () => {
	test.each<[string, Answer, string]>([
		[
			'a cursor that leads to page one',
			() => ({ body: { items: rows(0, 5), cursor: 'abc' } }),
			'cursor as cursor (page two has the same records)',
		],
		[
			'a book with chapters and pages',
			() => ({ body: { page: 1, pages: 300, title: 'Risk', chapters: rows(0, 12) } }),
			'pages is 300',
		],
		[
			'a page one that is another by its number',
			(request) => ({
				body: {
					page: 1,
					items: parameter(request, 'page') === undefined ? rows(0, 5) : rows(50, 55),
				},
			}),
			'page one, requested by it, has other records',
		],
		[
			'the same records in another order',
			(_request, count) => ({
				body: { page: 1, items: count % 2 === 0 ? rows(0, 5) : rows(0, 5).toReversed() },
			}),
			'determine the paging scheme',
		],
		[
			'values that change with each response',
			(_request, count) => ({
				body: { page: 1, items: rows(0, 5).map((row) => ({ ...row, readAt: count })) },
			}),
			'determine the paging scheme',
		],
		[
			'an empty page two beside a total',
			(request) => ({
				body: { page: 1, total: 30, items: parameter(request, 'page') === '2' ? [] : rows(0, 5) },
			}),
			'page two is empty',
		],
		[
			'a cursor that leads from empty page to empty page',
			(request, count) => ({
				body:
					parameter(request, 'cursor') === undefined
						? { items: rows(0, 5), cursor: 'a' }
						: { items: [], cursor: `b${count}` },
			}),
			'cursor as cursor (the pages after page one are empty)',
		],
		[
			'a filter that sounds like a cursor',
			(request) => ({
				body: { items: parameter(request, 'after') === undefined ? rows(0, 5) : [], cursor: 'abc' },
			}),
			'determine the paging scheme',
		],
		[
			'a cursor beside a page before page one',
			(request) => {
				const from = { before: 90, after: 5 }[parameter(request, 'cursor') ?? ''] ?? 0;
				return {
					body: { items: rows(from, from + 5), next_cursor: 'after', prev_cursor: 'before' },
				};
			},
			'next_cursor as cursor (the page before page one has other records)',
		],
	])('%s', async (_what, answer, reason) => {
		const { send } = serve(answer);
		await expect(detectDataset(URL_LIST, { send })).rejects.toThrow(reason);
	});

	test('a page two that overlaps page one', async () => {
		const { refusal } = await readBy((number) => ({
			...{ page: 1, per_page: 5, total: 30 },
			items: number('page', 1) === 2 ? slice(30, 3, 5) : slice(30, 0, 5),
		}));
		expect(refusal).toContain('page two has some of the records of page one');
	});

	test.each([23, 60])(
		'an offset that counts pages, which nothing names, of %i records',
		async (total) => {
			const { refusal } = await readBy((number) => ({
				items: slice(total, number('start', 0) * 5, 5),
			}));
			expect(refusal).toContain('determine the paging scheme');
		},
	);

	test('a filter that refuses other values, where likelier names were ignored', async () => {
		const { refusal } = await readBy((_number, query) => {
			const after = query.get('after');
			if (after !== null && after !== 'abc') return failing(400);
			return after === null ? { items: slice(5, 0, 5), cursor: 'abc' } : { items: [] };
		});
		expect(refusal).toContain('determine the paging scheme');
	});

	/** Page two is empty by `after`, and other names are refused. */
	const after = (known: (value: string) => boolean) =>
		readBy((_number, query) => {
			const [name, value = ''] = [...query].at(0) ?? [];
			if (name === undefined) return { items: slice(4, 0, 4), cursor: 'x' };
			return name === 'after' && known(value) ? { items: [] } : failing(400);
		});

	test('a parameter that leads to an empty page, whatever its value', async () => {
		expect((await after(() => true)).refusal).toContain('determine the paging scheme');
		const { source } = await after((value) => value === 'x');
		expect(source).toMatchObject({ pagingScheme: { request: { tokenParameter: 'after' } } });
	});
});

describe('the requests', () => {
	test('are at most 20, all GET: what could not be tried may be what leads on', async () => {
		const tokens = { next: 'n', cursor: 'x', token: 'y', after: 'y', marker: 'z', next_id: 'n' };
		const { send, seen } = serve(({ url }) =>
			new URL(url).search === ''
				? { body: { items: rows(0, 7), done: true, ...tokens } }
				: failing(400),
		);
		const found = detectDataset(URL_LIST, { send });
		await expect(found).rejects.toThrow("Couldn't determine the paging scheme");
		expect(seen).toHaveLength(20);
		expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	test('wait for the interval, but not before the first, and where the sender says so', async () => {
		const waited: number[] = [];
		const clock = { now: () => 0, sleep: async (ms: number) => void waited.push(ms) };
		const answer = numbered('page', { beside: () => ({ page: 1, total: 23 }) });
		await readBy(answer, URL_LIST, { clock, limits: { interval: 100 } });
		expect(waited).toEqual([100, 100, 100]);
		const { send } = serve(async (_request, _count, control) => {
			await control.onThrottled(50);
			return { body: { items: rows(0, 3), next: null } };
		});
		await detectDataset(URL_LIST, { send, clock });
		expect(waited.slice(3)).toEqual([50]);
	});

	/** @returns how many more requests it takes to send one again */
	async function again(answer: Answer, ...queries: string[]): Promise<number[]> {
		const server = serve(answer);
		const { replay } = await detectDataset(URL_LIST, { send: server.send });
		const control = { signal: new AbortController().signal };
		const counts: number[] = [];
		for (const query of queries) {
			const before = server.seen.length;
			await replay.send({ method: 'GET', url: URL_LIST + query }, control);
			counts.push(server.seen.length - before);
		}
		return counts;
	}

	test('of the run get the responses that are known once, and only those that it needs', async () => {
		const answer = (request: PageRequest): Partial<PageResponse> => {
			const at = Number(parameter(request, 'page') ?? 1);
			return { body: { page: 1, total: 23, items: rows(at * 5 - 5, Math.min(at * 5, 23)) } };
		};
		expect(await again(answer, '?page=1', '?page=2', '?page=2', '')).toEqual([0, 0, 1, 1]);
		const only = () => ({ body: { items: rows(0, 7), truncated: false } });
		expect(await again(only, '')).toEqual([0]);
	});

	test.each<[string, number, (count: number) => object]>([
		['with page one', 1, (count) => ({ next: `${URL_LIST}?page=${count + 1}` })],
		['with page two', 2, (count) => ({ next: `${URL_LIST}?page=${count + 1}` })],
		['with a parameter that is tried', 4, () => ({ truncated: false })],
	])('end where the run is canceled %s', async (_what, request, beside) => {
		const controller = new AbortController();
		const server = serve((_request, count) => {
			if (count === request) controller.abort();
			return { body: { items: rows(count * 7, count * 7 + 7), ...beside(count) } };
		});
		const options: PagingOptions = { send: server.send, signal: controller.signal };
		await expect(detectDataset(URL_LIST, options)).rejects.toThrow('Reading was canceled.');
		expect(server.seen).toHaveLength(request);
	});
});

describe('a page far past the end that is refused', () => {
	const reading = async (status: number, message: string) => {
		const { send } = serve((request) => {
			const page = Number(parameter(request, 'page') ?? '1');
			const items = rows((page - 1) * 20, page * 20);
			return page < 4 ? { body: { items } } : { status, body: { message } };
		});
		const found = await detectDataset(`${URL_ROWS}?page=1`, { send });
		const items: unknown[] = [];
		const run = paginate(found.dataset, { send: found.replay, verifiesEnd: true });
		const summary = await forEachPage(run, (page) => void items.push(...page.items));
		return { ...summary, items: items.length };
	};

	test.each([
		[422, 'page out of range'],
		[400, 'no such page'],
		[410, 'Page 1001 does not exist'],
	])('says what the status of the end is: %p %s', async (status, message) => {
		const { items, stopReason, incomplete } = await reading(status, message);
		expect({ items, stopReason, incomplete }).toEqual({
			items: 60,
			stopReason: 'noDataLeft',
			incomplete: [],
		});
	});

	test.each([
		[400, 'page must not exceed the maximum of 50'],
		[400, 'The page is out of range: at most 50 are allowed'],
		[500, 'page not found'],
		[422, 'status is invalid'],
	])(
		'says nothing of it where it may be a limit, or something else: %p %s',
		async (status, message) => {
			const { stopReason } = await reading(status, message);
			expect(stopReason).toBe('error');
		},
	);
});
