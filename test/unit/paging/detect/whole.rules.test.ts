import { detect } from '../../../../nodes/shared/paging/detect/detect';
import { rows } from '../fakeServer';
import { pageWith, seenIn, URL_LIST, wholeIn } from './firstPage';

/** Why a page of so many records is all, by its query; see `wholeIn`. */
const onlyOne = (query: string, records: number, beside: object = {}) =>
	wholeIn({ ...pageWith(records, beside), url: URL_LIST + query });

describe('the number of the last page', () => {
	test.each<[beside: object, evidence: string]>([
		[{ last_page: 1, page: 1 }, 'No more pages: last_page is 1.'],
		[{ last_page: 0, page: 0 }, 'No more pages: last_page is 0.'],
		[{ last_page: 1 }, 'last_page is 1.?'],
	])('%j', (beside, evidence) => {
		expect(onlyOne('', 7, beside)).toBe(evidence);
	});

	test('is less certain where the URL requests it', () => {
		expect(onlyOne('?page=3&limit=10', 7, { total_pages: 3 })).toBe('total_pages is 3.?');
	});
});

describe('the names of links', () => {
	test.each(['prev', 'previous', 'first', 'last'])('%s, but no next one', (name) => {
		expect(onlyOne('', 7, { links: { [name]: null } })).toBe(
			'The links of the response name no next page.?',
		);
	});

	test('among which is next, although it leads nowhere', () => {
		const links = { next: {}, first: '/list?page=1', last: '/list?page=1' };
		expect(onlyOne('', 7, { links })).toBeUndefined();
	});

	test.each<[beside: object, evidence: string]>([
		[{ next_page: null }, 'No more pages: next_page is null.'],
	])('%j, which may mean the next page', (beside, evidence) => {
		expect(onlyOne('', 7, beside)).toBe(evidence);
	});
});

describe('the page size', () => {
	test.each<[query: string, records: number, beside: object, evidence: string | undefined]>([
		['', 7, { limit: 20 }, 'The page size is 20, and the page has 7 records.?'],
		['', 4, { limit: 20 }, 'The page size is 20, and the page has 4 records.?'],
		['?limit=20', 3, {}, 'The page size is 20, and the page has 3 records.?'],
		['?limit=20', 4, {}, undefined],
		['', 7, { limit: 7 }, undefined],
		['', 7, { job: { limit: 20 } }, undefined],
	])('%s with %i records, %j', (query, records, beside, evidence) => {
		expect(onlyOne(query, records, beside)).toBe(evidence);
	});

	test('in a header can be that of something else', () => {
		expect(wholeIn({ ...pageWith(7), headers: { 'x-page-size': '20' } })).toBeUndefined();
	});

	test('is the one that is asked for, where a count says the same', () => {
		const { seen } = seenIn({ ...pageWith(7, { count: 20 }), url: `${URL_LIST}?limit=20` });
		expect(seen).toEqual([]);
	});
});

describe('a standard', () => {
	test.each<[what: string, body: object]>([
		['OData 2 under another name', { d: { items: rows(0, 7) } }],
		['OData 2 with its page size', { d: { results: rows(0, 7), limit: 5 } }],
		['OData 4 of something else', pageWith(7, { meta: { '@odata.context': 'x' } }).body],
		['OData 4 with another name', pageWith(7, { '@odata.contextual': 'x' }).body],
		['OData 3 of something else', pageWith(7, { meta: { 'odata.metadata': 'x' } }).body],
		['OData 3 with another name', pageWith(7, { 'odata.metadatas': 'x' }).body],
	])('%s does not say so', (_what, body) => {
		expect(wholeIn({ body })).toBeUndefined();
	});

	test('OData says so, whatever the filter', () => {
		expect(onlyOne('?$filter=3', 7, { '@odata.context': 'x' })).toContain('follows a standard');
	});
});

describe('a full page is doubted', () => {
	const doubt = (query: string, records: number, beside: object, headers = {}) =>
		seenIn({ ...pageWith(records, beside), url: URL_LIST + query, headers }).whole?.doubt;

	test.each<[query: string, records: number, beside: object, text: string]>([
		['?limit=20', 10, {}, 'The page size is 20, and the page has 10 records, but 10 records'],
		['?limit=20', 5, {}, 'The page size is 20, and the page has 5 records, but 5 records'],
		['?limit=20', 10, { done: true, limit: 20 }, 'done is true, but 10 records'],
		['', 10, { paging: { done: true } }, 'paging.done is true, but 10 records'],
		['', 10, { done: true, job: { limit: 20 } }, 'done is true, but 10 records'],
		['', 10, { done: true, limit: 20, per_page: 10 }, 'done is true, but 10 records'],
	])('%s with %i records, %j', (query, records, beside, text) => {
		expect(doubt(query, records, beside)).toBe(`${text} can be a full page.`);
	});

	test('whatever size a header says', () => {
		expect(doubt('', 10, { done: true }, { 'x-page-size': '20' })).toBeDefined();
	});

	test.each<[what: string, query: string, records: number, beside: object]>([
		['the page size is larger', '', 10, { done: true, limit: 20 }],
		['it has few records', '', 4, { done: true }],
		['it has none', '?q=', 0, { done: true }],
	])('unless %s', (_what, query, records, beside) => {
		expect(onlyOne(query, records, beside)).toBe('No more pages: done is true.?');
		expect(doubt(query, records, beside)).toBeUndefined();
	});
});

describe('a later page', () => {
	test('begins where pages of its size begin', () => {
		expect(onlyOne('?offset=23&limit=10', 7, { total_count: 28 })).toBeUndefined();
	});

	test('without records can be the one after the last', () => {
		expect(onlyOne('?offset=20&limit=10', 0, { total_count: 20 })).toBe(
			'The page has all records: total_count is 20, and the page has 0 records.',
		);
	});

	test('with records is not the one after the last', () => {
		expect(onlyOne('?offset=20&limit=10', 7, { total_count: 20 })).toBeUndefined();
	});
});

describe('more records are there', () => {
	test.each<[beside: object, sign: [kind: string, text: string]]>([
		[{ remaining: 16 }, ['next', 'remaining is 16.']],
		[{ links: { last: '/list?page=5' } }, ['totalPages', 'links.last is another page.']],
	])('%j', (beside, sign) => {
		const { seen, whole } = seenIn(pageWith(7, beside));
		expect(seen.map(({ kind, text }) => [kind, text])).toEqual([sign]);
		expect(whole).toBeUndefined();
	});

	test.each<[beside: object]>([
		[{ more: true, total_count: 7 }],
		[{ next: '/list?page=2', cursor: 'abc', total_count: 7 }],
	])('whatever the total says: %j', (beside) => {
		expect(onlyOne('', 7, beside)).toBeUndefined();
	});

	test('where the status says that the response is a part', () => {
		const part = (beside: object) =>
			detect({ status: 206, headers: {}, ...pageWith(7, beside) }, { url: URL_LIST });
		expect(part({ done: true }).whole).toBeUndefined();
		expect(part({}).seen).toEqual([{ kind: 'next', text: 'Its status is 206 (Partial Content).' }]);
		expect(part({ total_count: 7 }).seen).toEqual([]);
		expect(part({ total_count: 7 }).whole).toBeDefined();
	});
});
