import { surroundingsOf } from '../../../../nodes/shared/paging/detect/facts';
import { lastLinkIn, previousIn } from '../../../../nodes/shared/paging/detect/otherPages';
import { URL_LIST } from './firstPage';

const factsIn = (body: object) => surroundingsOf({ body, headers: {} }, 'items').facts;

describe('what names a page before page one', () => {
	const previous = (body: object, url = URL_LIST) =>
		previousIn(factsIn(body), url).map(({ path }) => path);

	test.each<[body: object, paths: string[]]>([
		[{ prev: 'abc' }, ['prev']],
		[{ prev: '12' }, ['prev']],
		[{ previous_page: 2 }, ['previous_page']],
		[{ prev: '/list?page=0' }, ['prev']],
		[{ prev: '//' }, ['prev']],
		[{ previous: { href: '/list?page=0' } }, ['previous.href']],
		[{ previous: { cursor: 'abc' } }, ['previous.cursor']],
		[{ previous: { after: 'abc' } }, ['previous.after']],
		[{ has_previous: true, start_cursor: 'abc' }, ['start_cursor', 'has_previous']],
		[{ has_previous: true, start_cursor: '', before: null }, ['has_previous']],
	])('%j', (body, paths) => {
		expect(previous(body)).toEqual(paths);
	});

	test.each<[what: string, body: object]>([
		['page 0 or 1 as a number', { previous_page: 1, prev_page: 0 }],
		['page 0 or 1 as digits', { prev: '1', previous_page: ' 0 ' }],
		['the list itself', { prev: URL_LIST }],
		['the list itself, by its path', { prev: '/list' }],
		['nothing', { prev: ' ', previous: null }],
		['a flag that is off', { has_previous: false, start_cursor: 'abc' }],
		['a cursor without a flag', { start_cursor: 'abc' }],
		['something else of the page before', { previous: { title: 'abc' } }],
	])('not %s', (_what, body) => {
		expect(previous(body)).toEqual([]);
	});

	test('not the list itself without TLS', () => {
		const url = 'http://api.test/list';
		expect(previous({ prev: url }, url)).toEqual([]);
	});

	test('not where the URL names a page itself', () => {
		expect(previous({ prev: 'abc' }, `${URL_LIST}?page=3`)).toEqual([]);
	});
});

describe('the link to the last page', () => {
	const isOther = (body: object, pages: number[] = [], url = URL_LIST) =>
		lastLinkIn(factsIn(body), url, pages)?.isOther;

	test.each([
		['last', 'last'],
		['last_url', 'last_url'],
		['last_uri', 'last_uri'],
		['last_page', 'last_page'],
		['lastPageLink', 'lastPageLink'],
	])('is %s', (name, path) => {
		const link = lastLinkIn(factsIn({ [name]: '/list?page=3' }), URL_LIST, []);
		expect([link?.fact.path, link?.isOther]).toEqual([path, true]);
	});

	test.each(['blast_url', 'last_updated_link', 'last_urx'])('is not %s', (name) => {
		expect(lastLinkIn(factsIn({ [name]: '/list?page=3' }), URL_LIST, [])).toBeUndefined();
	});

	test.each<[what: string, last: string, other: boolean | undefined]>([
		['a later page', '?page=3', true],
		['a page of two digits', '?page=12', true],
		['page 0', '?page=0', false],
		['the list itself', '', false],
		['page 1, which can be the second one', '?page=1', undefined],
		['no number', '?page=abc', undefined],
		['a number and more', '?page=3x', undefined],
		['a number with something before it', '?page=x3', undefined],
		['nothing', '?page=', undefined],
		['the page size', '?per_page=20', false],
		['another list', '/../other?page=3', undefined],
	])('leads to %s', (_what, last, other) => {
		expect(isOther({ last: `${URL_LIST}${last}` })).toBe(other);
	});

	test.each([
		[1, false],
		[3, true],
	])('leads to page %i, which is the number of this page', (page, other) => {
		expect(isOther({ last: `${URL_LIST}?page=${page}` }, [page])).toBe(other);
	});

	test('what both URLs have does not matter', () => {
		const url = `${URL_LIST}?sort=a`;
		expect(isOther({ last: `${url}&page=0` }, [], url)).toBe(false);
	});

	test.each(['first', 'first_url', 'firstPageLink', 'first_uri'])('is compared with %s', (name) => {
		const page = '/v2/list?page=1';
		expect(isOther({ last: page, [name]: page })).toBe(false);
		expect(isOther({ last: '/v2/list?page=2', [name]: page })).toBe(true);
	});

	test.each(['self', 'self_url', 'selfLink', 'self_uri'])('else with %s', (name) => {
		expect(isOther({ last: '/v2/list?page=3', [name]: '/v2/list' })).toBe(true);
		expect(isOther({ last: '/v2/list?page=1', [name]: '/v2/list?page=2' })).toBe(true);
	});

	test.each(['feet_first_url', 'first_url_seen', 'first_urx', 'myself_url', 'self_url_text'])(
		'is not compared with %s',
		(name) => {
			expect(isOther({ last: '/v2/list?page=0', [name]: '/v2/list' })).toBeUndefined();
		},
	);
});
