// Names as APIs write them. cspell:disable
import { surroundingsOf } from '../../../../nodes/shared/paging/detect/facts';
import {
	offsetParameters,
	offsetStyleOf,
	pageParameters,
	pageStyleOf,
	previousParameters,
	tokenParameters,
} from '../../../../nodes/shared/paging/detect/parameters';
import type { Fact } from '../../../../nodes/shared/paging/detect/types';
import { URL_LIST } from './firstPage';

/** @returns what a response says by this one member, or by this one header */
function factOf(beside: object, headers: Record<string, string> = {}): Fact {
	const [fact] = surroundingsOf({ body: { items: [], ...beside }, headers }, 'items').facts;
	if (!fact) throw new Error('The response says nothing.');
	return fact;
}

/** @returns the parameters that would send a token, the likeliest first */
function forToken(beside: object): string {
	return tokenParameters(factOf(beside), URL_LIST).join(' ');
}

const NEXT_FIRST = 'cursor next offset from after page';
const NEXT_LAST = 'page_token pageToken start token next_token starting_after continuation';

describe('the name of a token', () => {
	test.each<[string, string, string]>([
		['"next" and a capital letter', 'nextAnchor', 'anchor nextAnchor next-anchor'],
		['capital letters throughout', 'NextAnchor', 'NextAnchor Anchor next-anchor'],
		['"next" in the middle', 'page_next_marker', 'page_next_marker page-next-marker'],
		['a namespace', '@search.bookmark', 'bookmark @search.bookmark'],
		[
			'another name before the namespace',
			'items@odata.skipToken',
			'items@odata.skipToken items@odata.skip-token',
		],
		[
			'"odata" in the middle',
			'next_odata_token',
			'odata_token next_odata_token odata-token next-odata-token',
		],
	])('with %s: %s is sent as %s', (_what, name, parameters) => {
		expect(forToken({ [name]: 'abc' })).toBe(parameters);
	});

	test.each<[string, string | number, string]>([
		['a number is a time', 1_700_000_000, 'until before max_id since after to from'],
		['the same digits in a text are not', '1700000000', NEXT_FIRST],
	])('%s', (_what, next, parameters) => {
		expect(forToken({ next })).toMatch(new RegExp(`^${parameters} `));
	});
});

describe('a token in an object', () => {
	test.each<[object, string]>([
		[
			{ pagination: { token: 'abc' } },
			'token pageToken page_token pagination_token cursor pagination[cursor] pagination[after] pagination[token] page-token pagination-token',
		],
		[{ Pager: { bookmark: 'abc' } }, 'bookmark Pager[cursor] Pager[after] Pager[bookmark]'],
		[{ pageInfo: { bookmark: 'abc' } }, 'bookmark pageInfo[bookmark]'],
		[{ lastPage: { bookmark: 'abc' } }, 'bookmark lastPage[bookmark]'],
		[{ bookmark: 'abc' }, 'bookmark'],
	])('%j is sent as %s', (beside, parameters) => {
		expect(forToken(beside)).toBe(parameters);
	});

	test('brackets come after the likeliest names, and never empty', () => {
		expect(forToken({ pagination: { next: 'abc' } })).toBe(
			`${NEXT_FIRST} pagination[cursor] pagination[after] ${NEXT_LAST}`,
		);
		expect(forToken({ meta: { next: 'abc' } })).toBe(
			`${NEXT_FIRST} ${NEXT_LAST} page-token next-token`,
		);
	});
});

describe('the token of the page before', () => {
	test.each<[object, string]>([
		[{ previous_cursor: 'abc' }, 'cursor'],
		[{ prevMarker: 'abc' }, 'marker'],
		[{ PrevMarker: 'abc' }, 'Marker'],
		[{ prev_marker: 'abc' }, 'marker'],
		[{ 'earlier-bookmark': 'abc' }, 'bookmark'],
		[{ __older_key: 'abc' }, 'key'],
		[{ prev: { cursor_older: 'abc' } }, 'cursor_older'],
		[{ paging: { previous: 'abc' } }, 'cursor'],
		[{ startCursor: 'abc' }, 'startCursor'],
	])('%j is first sent as %s', (beside, parameter) => {
		expect(previousParameters(factOf(beside), URL_LIST)[0]).toBe(parameter);
	});

	test('the usual names come after its own', () => {
		expect(previousParameters(factOf({ prevMarker: 'abc' }), URL_LIST).join(' ')).toBe(
			'marker cursor before previous prev page_token pageToken until max_id older ending_before endingBefore end to token',
		);
	});

	test.each<[string, string]>([
		['?Page_Token=', 'Page_Token page_token cursor'],
		['?pageToken=&sort=id', 'pageToken page_token cursor'],
		['?limit=5', 'page_token cursor before'],
	])('the URL %s shows how it is written: %s', (query, parameters) => {
		const names = previousParameters(factOf({ prev_page_token: 'abc' }), URL_LIST + query);
		expect(names.slice(0, 3).join(' ')).toBe(parameters);
	});
});

describe('the number of a page', () => {
	const COMMON = 'pageNumber page_number pageIndex p pg';

	test.each<[object, string]>([
		[{ page: 1 }, `page ${COMMON}`],
		[{ number: 1 }, `page ${COMMON}`],
		[{ currentPage: 1 }, `page currentPage ${COMMON}`],
		[{ current_page: 1 }, `page current_page ${COMMON}`],
		[{ thisPage: 1 }, `thisPage page ${COMMON}`],
		[{ pageCurrent: 1 }, `pageCurrent page ${COMMON}`],
		[
			{ meta: { page: 1 } },
			'page page[number] pagination[page] pageNumber page_number pageIndex p',
		],
	])('%j is sent as %s', (beside, parameters) => {
		expect(pageParameters(factOf(beside), URL_LIST).join(' ')).toBe(parameters);
	});

	test('in a header, its name is not that of a parameter', () => {
		const fact = factOf({}, { 'X-Current-Page': '1' });
		expect(pageParameters(fact, URL_LIST).join(' ')).toBe(`page ${COMMON}`);
	});

	test('in no member of the response, it has the usual names', () => {
		expect(pageParameters(undefined, URL_LIST).join(' ')).toBe(`page ${COMMON}`);
		expect(offsetParameters(undefined, URL_LIST).join(' ')).toBe(
			'offset start skip startIndex from',
		);
	});
});

describe('the page size in the URL suggests', () => {
	test.each<[string, string]>([
		['limit=5', 'offset skip start'],
		['$limit=5', '$offset'],
		['$top=5', '$skip'],
		['_limit=5', '_start'],
		['q=cat&rows=5', 'start'],
		['q=cat', ''],
	])('%s: the offset is sent as %s', (query, parameters) => {
		expect(offsetStyleOf(`${URL_LIST}?${query}`).join(' ')).toBe(parameters);
	});

	test.each<[string, string]>([
		['per_page=5', 'page'],
		['_limit=5', '_page'],
		['page[size]=5', 'page[number] page[page]'],
		['Paging[pageLimit]=5', 'Paging[number] Paging[page]'],
		[
			'searchCriteria[pageSize]=5',
			'searchCriteria[currentPage] searchCriteria[number] searchCriteria[page]',
		],
		['filter[size][gte]=5', ''],
		['q=cat', ''],
	])('%s: the page is sent as %s', (query, parameters) => {
		expect(pageStyleOf(`${URL_LIST}?${query}`).join(' ')).toBe(parameters);
	});
});
