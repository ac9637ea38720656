import { rows } from '../fakeServer';
import { pageWith as page, seenIn, URL_LIST, wholeIn } from './firstPage';

const NO_NEXT = 'No more pages: the links of the response name no next one.';
const STANDARD =
	'No more pages: the response follows a standard in which the next page is linked, and has no such link.';

/** What a list without pages looks like, if usual parameters change nothing. */
const ODD = 'Nothing says that there are more, and 7 records are no usual page size.?';

describe('a response says that it has all records', () => {
	test.each<[object, string]>([
		[{ has_more: false }, 'No more pages: has_more is false.'],
		[{ hasMore: 'false' }, 'No more pages: hasMore is false.'],
		[{ isLastPage: true }, 'No more pages: isLastPage is true.'],
		[{ meta: { has_more: false } }, 'No more pages: meta.has_more is false.'],
		[{ next: null }, 'No more pages: next is null.'],
		[{ next: '' }, 'No more pages: next is empty.'],
		[{ nextPageToken: null }, 'No more pages: nextPageToken is null.'],
		[{ links: { next: null } }, 'No more pages: links.next is null.'],
		[{ next: { href: null } }, 'No more pages: next.href is null.'],
		[{ next_page: false }, 'No more pages: next_page is false.'],
		[{ total_pages: 1 }, 'No more pages: total_pages is 1.'],
		[{ total_pages: 0 }, 'No more pages: total_pages is 0.'],
		[{ links: { first: '/list?page=1', last: '/list?page=1' } }, NO_NEXT],
		[{ resourceType: 'Bundle' }, STANDARD],
		[{ 'odata.metadata': 'x' }, STANDARD],
		[{ total_count: 7 }, 'The page has all records: total_count is 7, and the page has 7 records.'],
		[{ total: 7, limit: 20 }, 'The page has all records: total is 7, and the page has 7 records.'],
	])('%j', (beside, evidence) => {
		expect(wholeIn(page(7, beside))).toBe(evidence);
	});

	test.each([
		['?$top=10', STANDARD],
		['?top=5', STANDARD],
		['?$top=7', undefined],
		['?$top=5', undefined],
	])('OData with %s', (query, evidence) => {
		const beside = { '@odata.context': 'x' };
		expect(wholeIn({ ...page(7, beside), url: URL_LIST + query })).toBe(evidence);
	});

	test('with a link to itself and no other', () => {
		const headers = { Link: '<https://api.test/list?page=1>; rel="first last"' };
		expect(wholeIn({ ...page(7), headers })).toBe(NO_NEXT);
	});

	test('although a cursor is there, which may be for a later time', () => {
		const beside = { has_more: false, cursor: 'abc' };
		expect(wholeIn(page(7, beside))).toBe('No more pages: has_more is false.');
	});

	test('with no records at all', () => {
		expect(wholeIn(page(0, { total: 0 }))).toBe(
			'The page has all records: total is 0, and the page has 0 records.',
		);
	});
});

describe('a response lets one suppose so, if usual parameters change nothing', () => {
	test.each<[number, object, string]>([
		[7, { done: true }, 'No more pages: done is true.?'],
		[7, { truncated: false }, 'No more pages: truncated is false.?'],
		[7, { more: false }, 'No more pages: more is false.?'],
		[7, { last: true }, 'No more pages: last is true.?'],
		[7, { finished: true }, 'No more pages: finished is true.?'],
		[7, { cursor: null }, 'No more pages: cursor is null.?'],
		[7, { after: '' }, 'No more pages: after is empty.?'],
		[7, { paging: { bookmark: null } }, 'No more pages: paging.bookmark is null.?'],
		[7, { links: { first: '/list?page=1' } }, 'The links of the response name no next page.?'],
		[7, { links: { prev: null, last: null } }, 'The links of the response name no next page.?'],
		[7, { total: 7 }, 'The page has all records: total is 7, and the page has 7 records.?'],
		[7, { count: 7 }, 'The page has all records: count is 7, and the page has 7 records.?'],
		[
			10,
			{ total_count: 10 },
			'The page has all records: total_count is 10, and the page has 10 records.?',
		],
		[
			8,
			{ total_count: 8 },
			'The page has all records: total_count is 8, and the page has 8 records.?',
		],
		[
			12,
			{ total_count: 12 },
			'The page has all records: total_count is 12, and the page has 12 records.?',
		],
		[
			4,
			{ total_count: 4 },
			'The page has all records: total_count is 4, and the page has 4 records.?',
		],
		[
			7,
			{ total_count: 7, limit: 7 },
			'The page has all records: total_count is 7, and the page has 7 records.?',
		],
		[0, {}, 'The response has no records, and nothing says that there are more.?'],
	])('%i records, %j', (records, beside, evidence) => {
		expect(wholeIn(page(records, beside))).toBe(evidence);
	});

	test.each([
		['?limit=20', 7, 'The page size is 20, and the page has 7 records.?'],
		['?first=20', 7, 'The page size is 20, and the page has 7 records.?'],
		['?n=2', 1, undefined],
		['?limit=20', 10, undefined],
		['?limit=7', 7, undefined],
		['?limit=0', 7, ODD],
		['?limit=all', 7, ODD],
	])('%s with %i records', (query, records, evidence) => {
		expect(wholeIn({ ...page(records), url: URL_LIST + query })).toBe(evidence);
	});

	test('OData 2 without a next link', () => {
		const body = { d: { results: rows(0, 7) } };
		const evidence = 'No more pages: the response is OData, and has no d.__next.?';
		expect(wholeIn({ body })).toBe(evidence);
		expect(wholeIn({ body, url: `${URL_LIST}?$top=7` })).toBeUndefined();
	});
});

describe('a response does not say so', () => {
	test.each<[string, object]>([
		['with nothing beside the records', {}],
		['with a count that is usual for a page', { count: 10 }],
		['with more pages', { total_pages: 3 }],
		['with a larger total', { total: 23, done: true }],
		['with a larger total, whatever the flag', { total: 23, has_more: false }],
		['with a token beside a flag that means many things', { done: true, nextPageToken: 'b' }],
		['with a next URL', { next: '/list?page=2', total: 10 }],
		['with a next number', { next_page: 2, total_pages: 1 }],
		['with two flags that contradict each other', { has_more: false, isLastPage: false }],
		['with a flag about something else', { job: { has_more: false } }],
		['with something else that is next', { next_review: null }],
		['with something else whose next is missing', { job: { next: null } }],
		['with a cursor of something else', { job: { cursor: null } }],
		['with a token for records before these', { previous_cursor: null }],
		['with a link to the page itself', { links: { self: '/list' } }],
		['with the base of links', { _links: { base: 'x' } }],
		['with a link to the page before', { links: [{ rel: 'previous', href: '/x' }] }],
	])('%s', (_what, beside) => {
		expect(wholeIn(page(10, beside))).toBeUndefined();
	});

	test.each([
		{ job: { has_more: false } },
		{ job: { next: null } },
		{ job: { cursor: null } },
		{ job: { done: true } },
	])('where %j is about something else', (beside) => {
		expect(wholeIn(page(7, beside))).toBe(ODD);
	});

	test.each<[string, object]>([
		['as text', { links: { first: '/list?page=1', last: '/list?page=5' } }],
		['as an object', { _links: { self: '/list', last: { href: 'https://api.test/list?page=2' } } }],
		['as an offset', { links: { first: '/list', last: '?offset=20' } }],
		['in a list', { links: [{ rel: 'last', href: '/list?page=5' }] }],
	])('where the link to the last page leads to another one, %s', (_what, beside) => {
		expect(wholeIn(page(10, beside))).toBeUndefined();
	});

	test('where it does so in a header', () => {
		const headers = { Link: `<${URL_LIST}?page=1>; rel="first", <${URL_LIST}?page=5>; rel="last"` };
		expect(wholeIn({ ...page(10), headers })).toBeUndefined();
	});

	test('where the links name a next page', () => {
		const links = { self: '/list', next: 'https://api.test/list?page=2', first: '/list' };
		expect(wholeIn(page(10, { links }))).toBeUndefined();
	});
});

describe('a URL that requests a later page', () => {
	test.each<[string, object, string | undefined]>([
		[
			'?page=3&limit=10',
			{ total_count: 27 },
			'The page has all records: total_count is 27, and the page has 7 records.',
		],
		['?page=3&limit=10', { total_count: 28 }, undefined],
		[
			'?offset=20&limit=10',
			{ total_count: 27 },
			'The page has all records: total_count is 27, and the page has 7 records.',
		],
		[
			'?offset=1&limit=10',
			{ total_count: 7 },
			'The page has all records: total_count is 7, and the page has 7 records.',
		],
		[
			'?page=0&limit=10',
			{ total_count: 7 },
			'The page has all records: total_count is 7, and the page has 7 records.',
		],
		[
			'?page=2',
			{ total_count: 14 },
			'The page has all records: total_count is 14, and the page has 7 records.',
		],
	])('%s, %j', (query, beside, evidence) => {
		expect(wholeIn({ ...page(7, beside), url: URL_LIST + query })).toBe(evidence);
	});
});

test.each(['?from=1700000000', '?from=20240101', '?start=2024'])(
	'%s with a larger total is a time, not the place of a page',
	(query) => {
		const { seen, whole } = seenIn({ ...page(7, { total: 23 }), url: URL_LIST + query });
		expect(seen).toHaveLength(1);
		expect(whole).toBeUndefined();
	},
);

describe('what says that there are more', () => {
	const seen = (beside: object, query = '') =>
		seenIn({ ...page(7, beside), url: URL_LIST + query }).seen.map(({ kind, text }) => [
			kind,
			text,
		]);

	test.each<[object, string, string]>([
		[{ has_more: true }, 'flag', 'More-records flag: has_more (true).'],
		[{ last: 'false' }, 'flag', 'Last-page flag: last (false).'],
		[{ total: 8 }, 'total', 'total is 8, and the page has 7 records.'],
		[{ total_pages: 2 }, 'totalPages', 'total_pages is 2.'],
		[{ next: 'abc' }, 'next', 'next has a value.'],
		[{ next_page: 2 }, 'next', 'next_page has a value.'],
		[{ next: 'https://api.test/x' }, 'next', 'next has a value.'],
	])('%j', (beside, kind, text) => {
		expect(seen(beside)).toEqual([[kind, text]]);
	});

	test.each([{ has_more: true, isLastPage: true }, { total: 7 }, { total_pages: 1 }, { total: 5 }])(
		'nothing in %j',
		(beside) => {
			expect(seen(beside)).toEqual([]);
		},
	);

	test('a number of pages says nothing about a later one', () => {
		expect(seen({ total_pages: 3 }, '?page=3')).toEqual([]);
		expect(seen({ total_pages: 3 }, '?page=1')).toHaveLength(1);
	});
});
