import { surroundingsOf } from '../../../../nodes/shared/paging/detect/facts';
import { type Signs, signsOf } from '../../../../nodes/shared/paging/detect/signs';
import type { Counted, Fact } from '../../../../nodes/shared/paging/detect/types';
import { rows } from '../fakeServer';
import { URL_LIST } from './firstPage';

/** @returns what a page of five records shows by what is beside them, and by its headers */
function signsIn(beside: object, headers: Record<string, unknown> = {}, url = URL_LIST): Signs {
	const records = rows(0, 5);
	const body = { items: records, ...beside };
	const around = surroundingsOf({ body, headers }, 'items');
	return signsOf({ ...around, url, property: 'items', records, body, isPartial: false });
}

const pathsOf = (facts: readonly Fact[]) => facts.map(({ path }) => path);
const numbersOf = (numbers: readonly Counted[]) =>
	numbers.map(({ fact, number }) => `${fact.path} is ${number}`);

const NEXT = `${URL_LIST}?page=2`;

describe('the URL of the next page', () => {
	test.each<[beside: object, paths: string[]]>([
		[{ page_next: NEXT }, ['page_next']],
		[{ nextlink: NEXT }, ['nextlink']],
		[{ next: { next_uri: NEXT } }, ['next.next_uri']],
		[{ next: '/list?u=https://a.test', next_url: NEXT }, ['next_url', 'next']],
		[{ next: '/list?page=2', next_url: 'http://api.test/2' }, ['next_url', 'next']],
		[{ annexture_url: NEXT }, []],
		[{ next: 'view-source:https://api.test/list' }, []],
		[{ next: 'https://api.test/list is next' }, []],
		[{ next_url: '/list?q=a b' }, []],
		[{ next_url: '//' }, []],
		[{ next_url: 'abc' }, []],
	])('%j', (beside, paths) => {
		expect(pathsOf(signsIn(beside).nextUrls)).toEqual(paths);
	});

	test('a token may begin with slashes, where the URL of the list has no path', () => {
		const { nextUrls, tokens } = signsIn({ next: '//abc' }, {}, 'https://api.test/?size=5');
		expect(pathsOf(nextUrls)).toEqual([]);
		expect(pathsOf(tokens)).toEqual(['next']);
	});
});

describe('the token of the next page', () => {
	test.each<[beside: object, paths: string[]]>([
		[{ next: 'a!b?c=d' }, ['next']],
		[{ next: '17' }, ['next']],
		[{ cursor: 'a'.repeat(8_000) }, ['cursor']],
		[{ cursor: 'abc-https:' }, ['cursor']],
		[{ offset: '20abc' }, ['offset']],
		[{ subrequest: { cursor: 'abc' } }, ['subrequest.cursor']],
		[{ requests: { cursor: 'abc' } }, ['requests.cursor']],
		[{ cursor: 'http://api.test/2' }, []],
		[{ offset: 20 }, []],
	])('%j', (beside, paths) => {
		expect(pathsOf(signsIn(beside).tokens)).toEqual(paths);
	});

	test.each<[beside: object, paths: string[]]>([
		[{ scroll_cursor: 'a', next_token: 'b' }, ['next_token', 'scroll_cursor']],
		[{ annexture_token: 'a', end_cursor: 'b' }, ['end_cursor', 'annexture_token']],
		[{ hereafter_token: 'a', end_cursor: 'b' }, ['end_cursor', 'hereafter_token']],
		[{ last_id: 'a', next: { page: 'x' }, bookmark: 'b' }, ['bookmark', 'next.page', 'last_id']],
	])('the likeliest first: %j', (beside, paths) => {
		expect(pathsOf(signsIn(beside).tokens)).toEqual(paths);
	});
});

describe('the number of the next page', () => {
	test.each<[beside: object, numbers: string[]]>([
		[{ next_page: 2 }, ['next_page is 2']],
		[{ next_page: '2' }, ['next_page is 2']],
		[{ next: 2 }, ['next is 2']],
		[{ next: '17' }, []],
		[{ next: NEXT }, []],
	])('%j', (beside, numbers) => {
		expect(numbersOf(signsIn(beside).nextNumbers)).toEqual(numbers);
	});
});

describe('no next page', () => {
	test.each<[beside: object, paths: string[]]>([
		[{ next: null, next_url: NEXT }, ['next']],
		[{ next: { href: '' } }, ['next.href']],
		[{ next_page: false }, ['next_page']],
		[{ more_topics_url: null }, ['more_topics_url']],
		[{ next_review: null }, []],
		[{ next: { title: null } }, []],
		[{ next: { rows: null } }, []],
	])('by what is empty: %j', (beside, paths) => {
		expect(pathsOf(signsIn(beside).noNext)).toEqual(paths);
	});

	test.each<[beside: object, paths: string[]]>([
		[{ cursor: null, marker: '' }, ['cursor', 'marker']],
		[{ after: null }, ['after']],
		[{ cursor: 'abc' }, []],
		[{ hereafter: null }, []],
		[{ before_cursor: null }, []],
	])('by a cursor that is empty: %j', (beside, paths) => {
		expect(pathsOf(signsIn(beside).noCursor)).toEqual(paths);
	});

	test('by a link to the last page with the number of this one', () => {
		const { lastLink } = signsIn({ page: 1, links: { last: `${URL_LIST}?page=1` } });
		expect(lastLink).toMatchObject({ fact: { path: 'links.last' }, isOther: false });
	});
});

describe('a flag', () => {
	test.each<[beside: object, flags: object[]]>([
		[{ has_more: 1 }, [{ isLast: false, hasMore: true }]],
		[{ has_more: 0 }, [{ isLast: false, hasMore: false }]],
		[{ last: true }, [{ isLast: true, hasMore: false }]],
		[{ has_more: 2 }, []],
	])('%j', (beside, flags) => {
		expect(signsIn(beside).flags).toMatchObject(flags);
	});
});

describe('a total', () => {
	test.each<[beside: object, numbers: string[]]>([
		[{ numFound: 23 }, ['numFound is 23']],
		[{ total_hits: { value: 23 } }, ['total_hits.value is 23']],
		[{ total: 23, filter: 'gte' }, ['total is 23']],
		[{ total: 6, other: 28 }, ['total is 6']],
		[{ total: 6, records: 6 }, ['total is 6']],
		[{ total: 6, records: 90 }, ['total is 6']],
		[{ count: 5 }, ['count is 5']],
		[{ total: 6, total_records: 28 }, ['total_records is 28']],
		[{ total: 6, records: 28 }, []],
		[{ value: { total: { value: 23, relation: 'gte' } } }, []],
		[{ grand_total: { value: 23 } }, []],
		[{ total: 4 }, []],
		[{ count: 3 }, []],
	])('%j', (beside, numbers) => {
		expect(numbersOf(signsIn(beside).totals)).toEqual(numbers);
	});

	test.each<[headers: Record<string, string>, numbers: string[]]>([
		[{ 'content-range': 'items 0-4/23' }, ['header:Content-Range is 23']],
		[{ 'content-range': 'items 0-4/ 23 ' }, ['header:Content-Range is 23']],
		[{ 'content-range': 'items 0-4/23 of all' }, []],
		[{ 'content-range': 'items 0-4/23x' }, []],
		[{ 'x-trace': 'a/23' }, []],
	])('in the headers %j', (headers, numbers) => {
		expect(numbersOf(signsIn({}, headers).totals)).toEqual(numbers);
	});
});

describe('the number of pages', () => {
	test.each<[beside: object, pages: string[], last: string[]]>([
		[{ pages: 7 }, ['pages is 7'], []],
		[{ links: { total_pages: 7 } }, ['links.total_pages is 7'], []],
		[{ links: { pages: 7 } }, [], []],
		[{ total_pages: 4, page: 0 }, ['total_pages is 4'], []],
		[{ last_page: 4, page: 1 }, ['last_page is 4'], []],
		[{ last_page: 4, page: 0 }, [], ['last_page is 4']],
		[{ last_page: 4, page: 0, current_page: 3 }, [], ['last_page is 4']],
	])('or of the last one, where they count from 0: %j', (beside, pages, last) => {
		const { totalPages, lastPages } = signsIn(beside);
		expect([numbersOf(totalPages), numbersOf(lastPages)]).toEqual([pages, last]);
	});
});

describe('the number of the page', () => {
	test.each<[beside: object, numbers: string[]]>([
		[{ page: 3 }, ['page is 3']],
		[{ number: 0, size: 5 }, ['number is 0']],
		[{ number: 0, total_pages: 5 }, ['number is 0']],
		[{ page: { current: 2 } }, ['page.current is 2']],
		[{ number: 3 }, []],
		[{ current: 3 }, []],
		[{ pagination: { weight: 3 } }, []],
		[{ next: { page: 2 } }, []],
		[{ previous: { page: 2 } }, []],
	])('%j', (beside, numbers) => {
		expect(numbersOf(signsIn(beside).pages)).toEqual(numbers);
	});
});
