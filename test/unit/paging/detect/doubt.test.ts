import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { PagingError } from '../../../../nodes/shared/paging/errors';
import { parameter, rows, serve } from '../fakeServer';

const URL_LIST = 'https://api.test/list';

/** @returns the error, which must be one that says what to fill in */
async function errorOf(
	answer: Parameters<typeof serve>[0],
	url = URL_LIST,
): Promise<{ message: string; fix: string; asked: string[] }> {
	const server = serve(answer);
	const thrown = await detectDataset(url, { send: server.send }).then(
		(found) => new Error(`found ${JSON.stringify(found.source)}`),
		(error: unknown) => error,
	);
	expect(thrown).toBeInstanceOf(PagingError);
	const { message, fix } = thrown as PagingError;
	return { message, fix, asked: server.seen.map((request) => request.url) };
}

describe('a response that is no page', () => {
	test.each([
		['a web page', { body: '<!doctype html><title>Sign in</title>' }, 'not JSON'],
		['text', { body: 'ok' }, 'not JSON'],
		['a number', { body: 7 }, 'not a list of records'],
		['a refusal', { status: 401, body: { message: 'Bad key' } }, 'status 401 for page 1: Bad key'],
		['an error with status 200', { body: { ok: false, error: 'invalid_auth' } }, 'invalid_auth'],
		['a list of errors', { body: { errors: [{ message: 'No such field' }] } }, 'No such field'],
		[
			'a single record',
			{ body: { id: 7, name: 'A' } },
			'no array of records. It is an object with id, name',
		],
		[
			'a single record with an array',
			{ body: { id: 7, name: 'A', total: 2, roles: [{ id: 1 }, { id: 2 }] } },
			'looks like a single record with the array roles (2 records)',
		],
		['records by id', { body: { data: { a: { id: 1 }, b: { id: 2 } } } }, 'no array of records'],
	])('%s is an error after one request', async (_what, answer, text) => {
		const { message, asked } = await errorOf(() => answer);
		expect(message).toContain(text);
		expect(asked).toEqual([URL_LIST]);
	});

	test('two arrays that may both be the records are named', async () => {
		const { message, fix } = await errorOf(() => ({
			body: { users: rows(0, 3), groups: rows(0, 3), next: null },
		}));
		expect(message).toContain('users (3 records) and groups (3 records)');
		expect(fix).toContain('Records Path: users or groups');
	});
});

/** Serves two pages by a page number, beside members that are about something else. */
const twoPages = (beside: object) =>
	serve((request) => ({
		body: {
			vendors: parameter(request, 'page') === '2' ? rows(25, 40) : rows(0, 25),
			...beside,
		},
	}));

describe('what sounds like the end, but is not', () => {
	test.each([
		[{ next_review: null }],
		[{ job: { done: true } }],
		[{ truncated: false }],
		[{ export: { has_more: false } }],
	])('%j does not end reading after page one', async (beside) => {
		const found = await detectDataset(URL_LIST, { send: twoPages(beside).send });
		expect(found.dataset.pagingScheme).toMatchObject({ type: 'pageBased' });
	});

	test('a token beside such a flag is followed', async () => {
		const server = serve((request) => ({
			body:
				parameter(request, 'pageToken') === 'b'
					? { items: rows(5, 8), done: true }
					: { items: rows(0, 5), done: true, nextPageToken: 'b' },
		}));
		const found = await detectDataset(URL_LIST, { send: server.send });
		expect(found.dataset.pagingScheme).toMatchObject({ type: 'nextToken' });
	});

	test('usual parameters that could not be tried leave it open', async () => {
		const { message } = await errorOf(
			({ url }) =>
				url === `${URL_LIST}?limit=100` ? { body: { items: rows(0, 37) } } : { status: 503 },
			`${URL_LIST}?limit=100`,
		);
		expect(message).toContain('37 records at items');
	});
});

describe('what looks like paging, but is not', () => {
	test('a bare array that no parameter changes', async () => {
		const { message, fix } = await errorOf(() => ({ body: rows(0, 5) }));
		expect(message).toContain('5 records in the array that is the response');
		expect(message).toContain('Nothing in it says whether there are more pages.');
		expect(fix).toContain('leave Records Path empty');
		expect(fix).toContain('If the API has no more pages');
	});

	test('a cursor that leads to page one again', async () => {
		const { message, fix } = await errorOf(() => ({ body: { items: rows(0, 5), cursor: 'abc' } }));
		expect(message).toContain('cursor has a value.');
		expect(message).toContain('cursor as cursor (page two has the same records)');
		expect(fix).toContain('Token Parameter');
	});

	test('a next URL that fails', async () => {
		const { message } = await errorOf(({ url }) =>
			url === URL_LIST
				? { body: { items: rows(0, 5), next: `${URL_LIST}/2` } }
				: { status: 500, body: { message: 'Broken' } },
		);
		expect(message).toContain('the URL at next (The API returned status 500 for page 2: Broken)');
	});

	test('a next URL on another host, which is not requested', async () => {
		const { asked } = await errorOf(({ url }) => ({
			body:
				url === URL_LIST
					? { items: rows(0, 5), next: 'https://other.test/list?page=2' }
					: { items: rows(0, 5) },
		}));
		expect(asked.filter((url) => url.includes('other.test'))).toEqual([]);
	});

	test('a page two with other fields', async () => {
		await errorOf((request) => ({
			body:
				parameter(request, 'cursor') === undefined
					? { items: rows(0, 5).map((row) => ({ ...row, name: 'A', size: 1 })), cursor: 'abc' }
					: { items: [{ message: 'unknown cursor' }], cursor: 'def' },
		}));
	});

	test('a page two that overlaps page one', async () => {
		await errorOf((request) => ({
			body: {
				page: 1,
				per_page: 5,
				total: 30,
				items: parameter(request, 'page') === '2' ? rows(3, 8) : rows(0, 5),
			},
		}));
	});

	test('a page two without records, although the total promises them', async () => {
		const { message } = await errorOf((request) => ({
			body: { page: 1, total: 30, items: parameter(request, 'page') === '2' ? [] : rows(0, 5) },
		}));
		expect(message).toContain('total is 30, and the page has 5 records');
		expect(message).toContain('page two is empty');
	});

	test('a book with chapters and pages', async () => {
		await errorOf(() => ({ body: { page: 1, pages: 300, title: 'Risk', chapters: rows(0, 12) } }));
	});

	test('records in another order each time are not new ones', async () => {
		await errorOf((_request, count) => ({
			body: { page: 1, items: count % 2 === 0 ? rows(0, 5) : rows(0, 5).toReversed() },
		}));
	});

	test('values that change with each response do not make records new', async () => {
		await errorOf((_request, count) => ({
			body: { page: 1, items: rows(0, 5).map((row) => ({ ...row, readAt: count })) },
		}));
	});

	test('no more requests than announced are sent', async () => {
		const { asked } = await errorOf((_request, count) => ({
			body: {
				items: rows(0, 5),
				cursor: `c${count}`,
				next: `n${count}`,
				token: 'x',
				after: 'y',
				marker: 'z',
				next_id: 'n',
			},
		}));
		expect(asked).toHaveLength(32);
	});
});

describe('totals that are none', () => {
	/** Pages of 5 out of 23, by page number. */
	const pageOf = (request: Parameters<Parameters<typeof serve>[0]>[0]) => {
		const page = Number(parameter(request, 'page') ?? 1);
		return { page, items: rows((page - 1) * 5, Math.min(page * 5, 23)) };
	};

	test('the number of records on the page is not taken for the total', async () => {
		const server = serve((request) => {
			const { items } = pageOf(request);
			return { body: { total: items.length, items } };
		});
		const { source } = await detectDataset(URL_LIST, { send: server.send });
		expect(source).toMatchObject({ pagingScheme: { type: 'pageBased', pageUntil: 'noDataLeft' } });
	});

	test('a total that changes from page to page is not used', async () => {
		const server = serve((request) => {
			const { page, items } = pageOf(request);
			return { body: { page, total: 30 - page, items } };
		});
		const { source } = await detectDataset(URL_LIST, { send: server.send });
		expect(source).toMatchObject({ pagingScheme: { pageUntil: 'noDataLeft' } });
	});

	test('a number of pages named total is not the number of records', async () => {
		const server = serve((request) => {
			const { page, items } = pageOf(request);
			return { body: { page, total: 7, records: 33, rows: items } };
		});
		const { source } = await detectDataset(URL_LIST, { send: server.send });
		expect(JSON.stringify(source)).not.toContain('"totalCount":"total"');
	});

	test('a total that is a lower bound is not used', async () => {
		const server = serve((request) => {
			const from = Number(parameter(request, 'from') ?? 0);
			return {
				body: {
					hits: { total: { value: 10, relation: 'gte' }, hits: rows(from, Math.min(from + 5, 23)) },
				},
			};
		});
		const { source } = await detectDataset(URL_LIST, { send: server.send });
		expect(source).toMatchObject({
			pagingScheme: { request: { offsetParameter: 'from' }, pageUntil: 'noDataLeft' },
		});
	});
});
