import { attemptsFor, type FirstResponse, seenIn, URL_LIST } from './firstPage';

/** @returns the paths of what leads to the next page, as it would be read */
function nextIn(response: FirstResponse): string[] {
	const named = attemptsFor(response).flatMap((attempt) => {
		const [, url] = /^the URL at (.*)$/.exec(attempt) ?? [];
		const [, token] = /^(.*) as \S+$/.exec(attempt) ?? [];
		return url ? [`${url} (URL)`] : token && !/^an? /.test(attempt) ? [`${token} (token)`] : [];
	});
	return [...new Set(named)];
}

describe('the URL of the next page', () => {
	test.each<[object, string]>([
		[{ next: 'https://api.test/list?page=2' }, 'next (URL)'],
		[{ next: 'HTTP://api.test/list?page=2' }, 'next (URL)'],
		[{ next: '/list?page=2' }, 'next (URL)'],
		[{ next: '?page=2' }, 'next (URL)'],
		[{ next: 'list?page=2' }, 'next (URL)'],
		[{ next: '/list/2' }, 'next (URL)'],
		[{ next_url: '/other/2' }, 'next_url (URL)'],
		[{ nextPath: '/other/2' }, 'nextPath (URL)'],
		[{ links: { next: { href: '/other?page=2' } } }, 'links.next.href (URL)'],
		[{ links: [{ rel: 'Next', href: '/list?page=2' }] }, 'links[rel=Next].href (URL)'],
		[{ links: [{ relation: 'next', url: '/list?page=2' }] }, 'links[relation=next].url (URL)'],
		[{ more_topics_url: '/list?page=2' }, 'more_topics_url (URL)'],
		[{ '@odata.nextLink': 'https://api.test/list?s=2' }, '@odata.nextLink (URL)'],
	])('%j', (beside, path) => {
		expect(nextIn({ beside: { ...beside } })).toEqual([path]);
	});

	test('in a Link header, unless it is only about other pages', () => {
		const link = (rel: string) => ({ headers: { link: `<${URL_LIST}?page=2>; rel="${rel}"` } });
		expect(nextIn(link('next'))).toEqual(['header:Link (URL)']);
		expect(nextIn(link('last'))).toEqual([]);
	});

	test('the Link header comes before an absolute one, and that before a relative one', () => {
		const headers = { Link: `<${URL_LIST}?page=2>; rel="next"` };
		const beside = { next: '/list?page=2', next_url: `${URL_LIST}?page=2` };
		expect(nextIn({ beside, headers })).toEqual([
			'header:Link (URL)',
			'next_url (URL)',
			'next (URL)',
		]);
	});
});

describe('the token of the next page', () => {
	test.each<[object, string]>([
		[{ next: 'abc' }, 'next (token)'],
		[{ next: '/abc' }, 'next (token)'],
		[{ next: 'a b?c=d' }, 'next (token)'],
		[{ next: '=abc' }, 'next (token)'],
		[{ next: { token: 'abc' } }, 'next.token (token)'],
		[{ next: { kind: 'https://api.test/x', after: 'abc' } }, 'next.after (token)'],
		[{ offset: 'itr/rec' }, 'offset (token)'],
		[{ paging: { cursors: { after: 'abc', before: 'xyz' } } }, 'paging.cursors.after (token)'],
		[{ page: { endCursor: 'abc', startCursor: 'xyz' } }, 'page.endCursor (token)'],
		[{ scroll_id: 'abc' }, 'scroll_id (token)'],
		[{ continuationToken: 'abc' }, 'continuationToken (token)'],
		[{ LastEvaluatedKey: 'abc' }, 'LastEvaluatedKey (token)'],
		[{ has_more: true, last_id: 'abc' }, 'last_id (token)'],
		[{ cursor: 17 }, 'cursor (token)'],
	])('%j', (beside, path) => {
		expect(nextIn({ beside: { ...beside } })).toEqual([path]);
	});

	test.each<[string, object]>([
		['empty', { next: ' ' }],
		['too long', { cursor: 'a'.repeat(8001) }],
		['an offset in digits', { offset: '20' }],
		['repeated from the request', { request: { cursor: 'abc' } }],
		['repeated from the query', { query: { page_token: 'abc' } }],
		['about access', { access_token: 'abc', csrf_token: 'x', nextSyncToken: 'y' }],
		['about the record before', { before_cursor: 'abc' }],
		['a time', { next_run_at: '2026-01-01', nextSync: 'x' }],
		['a page size', { next: { limit: 5 } }],
		['a last record, which is there on the last page too', { last_id: 'abc' }],
		['a flag', { cursor: true }],
	])('is not what is %s', (_what, beside) => {
		expect(nextIn({ beside: { ...beside } })).toEqual([]);
	});

	test('is not what is about the pages before, unless there is nothing else', () => {
		const beside = { previous_cursor: 'abc', prev: 'abc' };
		expect(nextIn({ beside })).toEqual(['previous_cursor (token)', 'prev (token)']);
		expect(nextIn({ beside: { ...beside, next: 'def' } })).toEqual(['next (token)']);
	});

	test('of several, what says next comes first, and the number of a page last', () => {
		const beside = {
			bookmark: 'a',
			scroll_cursor: 'b',
			end_cursor: 'c',
			next: { page: 'x', token: 'd' },
		};
		expect(nextIn({ beside })).toEqual([
			'next.token (token)',
			'end_cursor (token)',
			'scroll_cursor (token)',
			'bookmark (token)',
			'next.page (token)',
		]);
	});

	test('in a header, by its own name without a prefix', () => {
		const at = (name: string) => nextIn({ headers: { [name]: 'abc' } });
		expect(at('X-Pagination-Next-Cursor')).toEqual(['header:X-Pagination-Next-Cursor (token)']);
		expect(at('Acme-Next-Token')).toEqual(['header:Acme-Next-Token (token)']);
		expect(at('Retry-After')).toEqual([]);
		expect(at('X-RateLimit-Next')).toEqual([]);
	});

	test('in JSON in a header it shows something, but cannot be read', () => {
		const headers = { 'X-Pagination': '{"next_page":2,"list":[1]}', 'X-Other': '{broken' };
		expect(nextIn({ headers })).toEqual([]);
		expect(seenIn({ headers }).hasMore).toBe(true);
	});
});

describe('a total', () => {
	const totalIn = (response: FirstResponse) =>
		seenIn(response).seen.flatMap(({ kind, text }) =>
			kind === 'total' ? [/^(.*), and/.exec(text)?.[1]] : [],
		);

	test.each<[object, string]>([
		[{ total: 23 }, 'total is 23'],
		[{ total: '23' }, 'total is 23'],
		[{ total: ' 23 ' }, 'total is 23'],
		[{ meta: { totalCount: 23 } }, 'meta.totalCount is 23'],
		[{ total: { value: 23 } }, 'total.value is 23'],
		[{ total: { value: 23, relation: 'eq' } }, 'total.value is 23'],
		[{ total_people: 23 }, 'total_people is 23'],
		[{ count: 23 }, 'count is 23'],
		[{ count: 9, total: 23 }, 'total is 23'],
		[{ total: 3, records: 12 }, ''],
	])('%j', (beside, text) => {
		expect(totalIn({ beside: { ...beside } })).toEqual(text === '' ? [] : [text]);
	});

	test.each<[string, object]>([
		['less than the records of the page', { total: 4 }],
		['not whole', { total: 23.5 }],
		['negative', { total: -23 }],
		['no number', { total: 'many' }],
		['a time', { total_time: 23, total_duration: 40 }],
		['a price', { total_price: 23, total_amount: 23 }],
		['at least so many', { total: { value: 23, relation: 'gte' } }],
		['of something else', { _shards: { total: 23 }, rate: { total: 50 }, quota: { total: 50 } }],
		['a value', { sum: { value: 23 } }],
		['the number of pages', { total: 5, records: 23 }],
	])('is not what is %s', (_what, beside) => {
		expect(totalIn({ beside: { ...beside } })).toEqual([]);
	});

	test.each([
		[{ 'X-Total-Count': '23' }, 'header:X-Total-Count is 23'],
		[{ 'content-range': 'items 0-4/23' }, 'header:Content-Range is 23'],
		[{ 'content-range': 'items 0-4/*' }, undefined],
		[{ 'Acme-Total-Records': 23 }, 'header:Acme-Total-Records is 23'],
		[{ 'X-WP-Total': ['23'] }, 'header:X-Wp-Total is 23'],
	])('in the headers %j', (headers, text) => {
		expect(totalIn({ headers })).toEqual(text === undefined ? [] : [text]);
	});

	test('what ends the pages: their number, else the total, else the flag', () => {
		const until = (beside: Record<string, unknown>) => {
			const [first] = seenIn({ beside: { page: 1, ...beside } }).candidates;
			return [first?.dataset.pagingScheme, first?.evidence.at(-1)];
		};
		expect(until({ total_pages: 5, total: 23 })).toMatchObject([
			{ response: { totalPages: 'total_pages' }, pageUntil: 'reachTotalCount' },
			'Number of pages: total_pages (5).',
		]);
		expect(until({ total_pages: 4, total: 23 })).toMatchObject([
			{ response: { totalCount: 'total' }, pageUntil: 'reachTotalCount' },
			'Total: total (23).',
		]);
		expect(until({ total_pages: 5, count: 7 })).toMatchObject([
			{ response: { totalPages: 'total_pages' } },
			'Number of pages: total_pages (5).',
		]);
		expect(until({ has_more: true, total: 5 })).toMatchObject([
			{ response: { moreRecords: 'has_more' }, pageUntil: 'noDataLeft' },
			'More-records flag: has_more (true).',
		]);
		expect(until({ last: false })).toMatchObject([
			{ response: { lastPage: 'last' }, pageUntil: 'noDataLeft' },
			'Last-page flag: last (false).',
		]);
		expect(until({})).toEqual([
			expect.objectContaining({ pageUntil: 'noDataLeft' }),
			'The response does not say how many pages there are: they end with an empty one.',
		]);
	});
});

describe('a next URL that needs more than itself', () => {
	const tried = (response: FirstResponse) =>
		seenIn(response)
			.candidates.filter(({ attempt }) => attempt.startsWith('the URL'))
			.map(({ attempt, dataset, evidence }) => ({
				attempt,
				evidence: evidence.slice(1),
				...Object(dataset.pagingScheme),
			}));

	test('it is relative to a base in the response', () => {
		const beside = { _links: { base: 'https://api.test/wiki', next: '/rest/list?start=5' } };
		expect(tried({ beside })).toMatchObject([
			{
				attempt: 'the URL at _links.next after _links.base',
				evidence: ['Next URL: _links.next, relative to _links.base.'],
				response: { nextToken: '_links.next', nextBase: '_links.base' },
			},
			{ attempt: 'the URL at _links.next', evidence: ['Next URL: _links.next.'] },
		]);
	});

	test('the base comes last where the next URL has its path, and not at all for an absolute one', () => {
		const base = 'https://api.test/wiki/';
		const attempts = (next: string) =>
			tried({ beside: { _links: { base, next } } }).map(({ attempt }) => attempt);
		expect(attempts('/wiki/list?start=5')).toEqual([
			'the URL at _links.next',
			'the URL at _links.next after _links.base',
		]);
		expect(attempts('https://api.test/list?start=5')).toEqual(['the URL at _links.next']);
	});

	test.each(['https://', 'https://%/x', 'https://api.test:99999'])(
		'a base that is no address, such as %s, is not used',
		(base) => {
			const attempts = tried({ beside: { base, next: '/list?page=2' } });
			expect(attempts.map(({ attempt }) => attempt)).toEqual(['the URL at next']);
		},
	);

	test('parameters of the first URL may be missing in it', () => {
		const url = `${URL_LIST}?active=1&size=5&size=6`;
		expect(tried({ url, beside: { next: '/list?page=2&size=5' } })).toMatchObject([
			{ attempt: 'the URL at next', request: {} },
			{
				attempt: 'the URL at next with active',
				request: { keepParameters: ['active'] },
				evidence: ['Next URL: next.', 'The next URL lacks active, which the first URL has.'],
			},
		]);
	});

	test('a key of the first URL is sent again first', () => {
		const url = `${URL_LIST}?api_key=k&active=1`;
		const attempts = tried({ url, beside: { next: '/list?page=2' } }).map(({ attempt }) => attempt);
		expect(attempts).toEqual(['the URL at next with api_key, active', 'the URL at next']);
	});

	test('one that is also on the last page ends with an empty page', () => {
		const until = (beside: Record<string, unknown>, headers = {}) =>
			tried({ beside, headers })[0]?.pageUntil;
		const next = '/list?page=2';
		expect(until({ next })).toBe('noNextToken');
		expect(until({ next, previous: null })).toBe('noNextToken');
		expect(until({ next, prev: '/list?page=0' })).toBe('noDataLeft');
		expect(until({ next, previous_page: 'abc' })).toBe('noNextToken');
		expect(until({ links: { next }, prev: '/list?page=0' })).toBe('noNextToken');
		const link = (results: string) => ({ link: `<${URL_LIST}?c=2>; rel="next"${results}` });
		expect(until({}, link('; results="true"'))).toBe('noDataLeft');
		expect(until({}, link(''))).toBe('noNextToken');
	});
});

describe('a cursor in the records', () => {
	const body = (has_more?: boolean) => ({
		has_more,
		items: [1, 2].map((id) => ({ id, cursor: `c${id}` })),
	});
	const first = (response: FirstResponse) => attemptsFor(response).slice(0, 3);

	test('that of the last one leads to the next page', () => {
		const last = ['cursor', 'after', 'starting_after'];
		expect(first({ body: body() })).toEqual(last.map((name) => `items.-1.cursor as ${name}`));
		expect(first({ body: body().items })).toEqual(last.map((name) => `-1.cursor as ${name}`));
	});

	test('but not beside a token', () => {
		expect(first({ body: { ...body(), next_cursor: 'abc' } })[0]).toBe('next_cursor as cursor');
	});

	test('a flag alone leads to the id of the last one', () => {
		const names = ['starting_after', 'after', 'after_id', 'startingAfter', 'last_id', 'since_id'];
		const items = [{ id: 1 }, { id: 2 }];
		expect(attemptsFor({ body: { items, has_more: true } })).toEqual(
			names.map((name) => `items.-1.id as ${name}`),
		);
		expect(attemptsFor({ body: { items, has_more: true, page: 1 } })).not.toContain(
			'items.-1.id as after',
		);
		const wrapped = [{ node: { key: 1 } }];
		expect(first({ body: { items: wrapped, has_more: true } })[0]).toBe(
			'items.-1.node.key as starting_after',
		);
		expect(attemptsFor({ body: { items: ['a'], has_more: true } })).toEqual([]);
	});
});
