import { type Answer, idsOf, pages, readBy, slice, URL_LIST } from './neverShort';

/** What one answer shows: where its records are, and whether they are all. */

const SIX = slice(6, 0, 6);
const THREE = slice(9, 6, 3);

const records = (count: number, beside: object) => () => ({
	...beside,
	items: slice(count, 0, count),
});

describe('a response that is no page is an error after one request', () => {
	test.each<[string, object, string]>([
		['a web page', { status: 200, body: '<!doctype html><title>Sign in</title>' }, 'not JSON'],
		['nothing', { status: 200, body: '' }, 'The response with status 200 has no body.'],
		['a number', { status: 200, body: 7 }, 'The response is 7, not a list of records.'],
		['a refusal', { status: 401, body: { message: 'Bad key' } }, 'status 401 for page 1: Bad key'],
		['an error with status 200', { ok: false, error: 'invalid_auth' }, 'invalid_auth'],
		['a list of errors', { errors: [{ message: 'No such field' }] }, 'No such field'],
		['only warnings', { warnings: SIX }, 'no array of records'],
		['a single record', { id: 7, name: 'A' }, 'It is an object with id, name.'],
		['records by id', { data: { a: { id: 1 }, b: { id: 2 } } }, 'no array of records'],
		['a list too deep', { a: { b: { c: { d: { things: SIX } } } } }, 'no array of records'],
		[
			'a single record with an array',
			{ id: 7, name: 'A', total: 2, roles: THREE },
			'looks like a single record with the array roles (3 records)',
		],
		['a record by four members', { a: 'x', b: 'x', c: true, d: 'x', steps: SIX }, 'single record'],
		[
			'two lists of which either can be the records',
			{ users: SIX, groups: THREE, next: null },
			'more than one array that may contain the records: users (6 records) and groups (3 records). Set Paging Setup to Set Up Manually, and enter the path of the array of records in Records Path: users or groups.',
		],
		['two lists with usual names', { items: SIX, results: THREE }, 'more than one array'],
		['an empty list with a usual name, and another', { data: [], users: SIX }, 'users (6'],
	])('%s', async (_what, body, text) => {
		const { refusal, asked } = await readBy(() =>
			'status' in body ? { headers: {}, ...body } : body,
		);
		expect(refusal).toContain(text);
		expect(asked).toBe(1);
	});

	test('an array for each value in the URL', async () => {
		const bars = () => ({ bars: { ABC: SIX }, next: null });
		const { refusal } = await readBy(bars, `${URL_LIST}?symbols=ABC,XYZ`);
		expect(refusal).toContain('an array for each value in the URL, such as bars.ABC (6 records)');
		for (const query of ['?symbols=ABC', '?symbols=XYZ,DEF']) {
			expect((await readBy(bars, URL_LIST + query)).ids).toEqual(idsOf(6));
		}
	});
});

test.each<[string, object, string, string?]>([
	['with a usual name', { results: SIX, things: THREE }, 'results'],
	['of objects', { things: SIX, labels: ['a'] }, 'things'],
	['beside the page number', { a: { things: SIX, page: 1 }, b: { others: THREE } }, 'a.things'],
	['in objects, four deep', { a: { b: { c: { things: SIX } } } }, 'a.b.c.things'],
	['in _embedded', { _embedded: { things: SIX }, others: THREE }, '_embedded.things'],
	['a usual name with an underscore', { _items: SIX }, '_items'],
	['not a private member', { things: SIX, _tags: THREE }, 'things'],
	['not within one', { things: SIX, _debug: { data: THREE } }, 'things'],
	['not what is about the page', { meta: { items: THREE }, things: SIX }, 'things'],
	['not the fields of a table', { columns: THREE, things: SIX }, 'things'],
	['included, if there are no others', { included: SIX, errors: [], warnings: [] }, 'included'],
	['with the name in the URL', { users: SIX, results: THREE }, 'users', '/v1/users'],
	['of a file', { users: SIX, results: THREE }, 'users', '/v1/users.json'],
	['of OData', { users: SIX, results: THREE }, 'users', "/v1/users('a')"],
	['in the singular', { company: SIX, results: THREE }, 'company', '/v1/companies'],
	['in the plural', { companies: SIX, results: THREE }, 'companies', '/v1/company'],
	['with the name of a side list', { roles: SIX, results: THREE }, 'roles', '/v1/user/7/roles'],
	['with the name of errors', { errors: SIX, things: THREE }, 'errors', '/v1/errors'],
	['after the metadata in an array', [{ page: 1, pages: 1 }, SIX], '1'],
])('the records are the list %s', async (_what, body, property, path = '/list') => {
	const headers = { 'x-total-pages': '1' };
	const { source } = await readBy(
		() => ({ status: 200, headers, body }),
		`https://api.test${path}`,
	);
	expect(source).toMatchObject({ property });
});

describe('page one is all that there is', () => {
	test.each<[string, object]>([
		['No more pages: has_more is false.', { has_more: false }],
		['No more pages: isLastPage is true.', { isLastPage: true }],
		['No more pages: has_more is false.', { has_more: false, cursor: 'abc' }],
		['No more pages: next is null.', { next: null }],
		['No more pages: next.href is null.', { next: { href: null } }],
		['No more pages: next is null.', { next: null, credits: { remaining: 950 } }],
		['No more pages: total_pages is 1.', { total_pages: 1 }],
		['The page has all records: total_count is 7, and the page has 7 records.', { total_count: 7 }],
		['The page has all records: total is 7, and the page has 7 records.', { total: 7, limit: 20 }],
		['follows a standard in which the next page is linked', { resourceType: 'Bundle' }],
		['follows a standard in which the next page is linked', { 'odata.metadata': 'x' }],
	])('for certain, with one request: %s', async (evidence, beside) => {
		const found = await readBy(records(7, beside));
		expect([found.ids, found.asked]).toEqual([idsOf(7), 1]);
		expect(found.evidence.join(' ')).toContain(evidence);
	});

	test.each<[number, object]>([
		[7, { done: true }],
		[7, { cursor: null }],
		[7, { total: 7 }],
		[7, { count: 7 }],
		[7, { job: { has_more: false } }],
		[7, { export: { next: null } }],
		[20, { done: true, limit: 25 }],
	])('if usual parameters change nothing: %i records, %j', async (count, beside) => {
		const { ids, asked, evidence } = await readBy(records(count, beside));
		expect(ids).toEqual(idsOf(count));
		expect(asked).toBeGreaterThan(1);
		expect(evidence.slice(-2)).toEqual([
			'Usual paging parameters changed nothing.',
			'The list has only one page. Run Automatic again when it grows.',
		]);
	});

	test.each<[string, object]>([
		['?page=1&limit=10', { total_count: 7 }],
		['?offset=1&limit=10', { total_count: 7 }],
	])('by the total, where the URL has %s, %j', async (query, beside) => {
		expect((await readBy(records(7, beside), URL_LIST + query)).ids).toEqual(idsOf(7));
	});

	test('and where the list is empty, whatever remains', async () => {
		for (const beside of [{}, { total: 0 }, { remaining: 950 }]) {
			expect((await readBy(records(0, beside))).refusal).toBe('');
		}
	});
});

/** Pages of a size that is no usual one, by a parameter that no API has. */
const hidden = (beside: object): Answer => pages('leaf', 17, 95, beside);

describe('what says that page one is all is not believed', () => {
	test.each<[string, object]>([
		['nothing says so', {}],
		['a count that is usual for a page', { count: 10 }],
		['a link to itself', { links: { self: '/list' } }],
		['a flag about something else', { job: { has_more: false } }],
		['something else that is next', { next_review: null }],
		['something else whose next is missing', { job: { next: null } }],
		['a job that is done', { job: { done: true } }],
		['a token for the page before', { previous_cursor: null }],
		['two flags that contradict each other', { has_more: false, isLastPage: false }],
		['a flag and a larger total', { total: 23, has_more: false }],
	])('of a page that can be full: %s', async (_what, beside) => {
		const { refusal } = await readBy(pages('leaf', 10, 95, beside));
		expect(refusal).toContain('determine the paging scheme');
	});

	test.each<[string, object]>([
		['remaining', { remaining: 78 }],
		['remaining', { meta: { remaining: 78 } }],
		['remainingCount', { remainingCount: '78' }],
		['has_more', { has_more: 'yes' }],
		['is_last_page', { is_last_page: 'no' }],
	])('beside %s: %j', async (name, beside) => {
		for (const end of [{ next: null }, { done: true }, { links: { self: URL_LIST } }]) {
			const { ids, refusal } = await readBy(hidden({ ...end, ...beside }));
			expect(ids).toEqual([]);
			expect(refusal).toContain('Paging Setup to Set Up Manually');
			if ('next' in end) expect(refusal).toContain(name);
		}
	});

	test.each(['?from=1700000000', '?from=2024'])(
		'by a total, where %s is a time, not its place',
		async (query) => {
			const { refusal } = await readBy(records(5, { total: 23 }), URL_LIST + query);
			expect(refusal).toContain('total is 23.');
		},
	);

	test.each(['?$top=7', '?$top=5'])('OData with %s', async (query) => {
		const answer = pages('leaf', 7, 21, { '@odata.context': 'x' });
		expect((await readBy(answer, URL_LIST + query)).refusal).toContain(
			'determine the paging scheme',
		);
	});
});

test.each<[string, object]>([
	['about access', { access_token: 'abc', csrf_token: 'abc', nextSyncToken: 'abc' }],
	['repeated from the request', { request: { cursor: 'abc' }, query: { page_token: 'abc' } }],
	['a time', { next_run_at: 'abc', nextSync: 'abc' }],
	['in a header that asks to wait', { status: 200, headers: { 'Retry-After': 'abc' } }],
])('what is %s is not sent as a token', async (_what, beside) => {
	const body = { items: slice(7, 0, 7) };
	const { queries } = await readBy(() =>
		'status' in beside ? { ...beside, body } : { ...body, ...beside },
	);
	expect(queries.join()).not.toContain('abc');
});

describe('a list with more pages says how many there are', () => {
	const byPage = (beside: (page: number) => object, size = 17, total = 95): Answer => {
		return (number) => {
			const page = number('page', 1);
			return { ...beside(page), items: slice(total, (page - 1) * size, size) };
		};
	};

	test.each<[string, Answer, object]>([
		[
			'a flag in words',
			byPage((page) => ({ has_more: page < 6 ? 'yes' : 'no' })),
			{ response: { moreRecords: 'has_more' } },
		],
		[
			'the number of pages, where total is one, too',
			byPage((page) => ({ page, total: 6, records: 95 })),
			{ pageUntil: expect.anything() },
		],
		[
			'the number of pages, where total is one, and is more than the records of a page',
			byPage((page) => ({ page, total: 20, records: 340 })),
			{ pageUntil: 'noDataLeft' },
		],
		[
			'a total that changes',
			byPage((page) => ({ page, total: 120 - page })),
			{ pageUntil: 'noDataLeft' },
		],
		[
			'a total that is that of the page',
			byPage((page) => ({ total: slice(95, (page - 1) * 17, 17).length })),
			{ pageUntil: 'noDataLeft' },
		],
		[
			'a total that is a lower bound',
			byPage(() => ({ total: { value: 50, relation: 'gte' } })),
			{ pageUntil: 'noDataLeft' },
		],
		[
			'times, prices and shards',
			byPage(() => ({ total_time: 23, total_price: 23, _shards: { total: 23 } })),
			{ pageUntil: 'noDataLeft' },
		],
	])('%s', async (_what, answer, scheme) => {
		const { ids, source, incomplete } = await readBy(answer);
		expect(ids).toEqual(idsOf(95));
		expect(source).toMatchObject({ pagingScheme: scheme });
		expect(incomplete).toEqual([]);
	});

	test('in a header', async () => {
		const { ids, source } = await readBy((number) => {
			const offset = number('offset', 0);
			const headers = { 'Content-Range': `items ${offset}-${offset + 4}/23` };
			return { status: 200, headers, body: slice(23, offset, 5) };
		});
		expect(ids).toEqual(idsOf(23));
		expect(source).toMatchObject({
			pagingScheme: { response: { totalCount: 'header:Content-Range' } },
		});
	});
});
