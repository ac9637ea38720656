import { RARE_PAGES } from '../../../../nodes/shared/paging/detect/parameters';
import type { Candidate } from '../../../../nodes/shared/paging/detect/types';
import { attemptsFor, type FirstResponse, seenIn, URL_LIST } from './firstPage';

/** @returns what is tried first, or the one with this name */
function candidateFor(response: FirstResponse, name?: string): Candidate {
	const { candidates } = seenIn(response);
	const found = candidates.find(({ attempt }) => name === undefined || attempt === name);
	if (!found) throw new Error(`Not tried: ${name}`);
	return found;
}

const COUNTED = { type: 'pageBased', request: { pageParameter: 'page' } };
const NO_END = 'The response does not say how many pages there are: they end with an empty one.';

describe('rare parameters', () => {
	test('are asked about together', () => {
		expect(candidateFor({}, 'a page number as pageNo from 1').group).toBe(RARE_PAGES);
	});

	test('are the only ones in a group', () => {
		expect(candidateFor({}, 'a page number as page from 1')).not.toHaveProperty('group');
		expect(candidateFor({ beside: { page: 1 } })).not.toHaveProperty('group');
	});
});

describe('what ends counted pages', () => {
	test.each<[string, FirstResponse, object, string]>([
		[
			'the number of pages',
			{ beside: { page: 1, total_pages: 2 } },
			{ ...COUNTED, response: { totalPages: 'total_pages' }, pageUntil: 'reachTotalCount' },
			'Number of pages: total_pages (2).',
		],
		[
			'a flag, if the number of pages is 1',
			{ beside: { page: 1, total_pages: 1, has_more: true } },
			{ ...COUNTED, response: { moreRecords: 'has_more' }, pageUntil: 'noDataLeft' },
			'More-records flag: has_more (true).',
		],
		[
			'an empty page, if a flag can only be seen',
			{ beside: { page: 1 }, headers: { 'X-Pagination': '{"has_more":true}' } },
			{ ...COUNTED, pageUntil: 'noDataLeft' },
			NO_END,
		],
		[
			'an empty page, where the number of pages is beside an offset',
			{ beside: { offset: 0, total_pages: 5 } },
			{ type: 'offsetAndLimit', request: { offsetParameter: 'offset' }, pageUntil: 'noDataLeft' },
			NO_END,
		],
	])('%s', (_what, response, scheme, evidence) => {
		const { dataset, evidence: sentences } = candidateFor(response);
		expect(dataset.pagingScheme).toMatchObject(scheme);
		expect('response' in Object(dataset.pagingScheme)).toBe('response' in scheme);
		expect(sentences.at(-1)).toBe(evidence);
	});
});

describe('the evidence of a next page', () => {
	const HAS_MORE = 'More-records flag: has_more (true).';

	test.each<[string, FirstResponse, string[]]>([
		['a token', { beside: { next: 'abc' } }, ['Next token: next.']],
		[
			'a token and a flag',
			{ beside: { next: 'abc', has_more: true } },
			['Next token: next.', HAS_MORE],
		],
		['a URL', { beside: { next: '/list?page=2' } }, ['Next URL: next.']],
		[
			'a URL and a flag',
			{ beside: { next: '/list?page=2', has_more: true } },
			['Next URL: next.', HAS_MORE],
		],
		[
			'a URL without the key and the filter of the first',
			{ beside: { next: '/list?page=2' }, url: `${URL_LIST}?api_key=k&active=1` },
			['Next URL: next.', 'The next URL lacks api_key, active, which the first URL has.'],
		],
	])('%s', (_what, response, evidence) => {
		expect(candidateFor(response).evidence.slice(1)).toEqual(evidence);
	});
});

describe('a next URL', () => {
	const NEXT = 'the URL at next';
	const LINK = 'the URL at header:Link';
	const ACTIVE = `${URL_LIST}?active=1`;

	test('is followed as it is, if it lacks nothing', () => {
		const { dataset } = candidateFor({ beside: { next: '/list?page=2' } });
		expect(dataset.pagingScheme).toEqual({
			type: 'nextToken',
			tokenType: 'url',
			request: {},
			response: { nextToken: 'next' },
			pageUntil: 'noNextToken',
		});
	});

	test.each<[string, FirstResponse, string[]]>([
		[
			'has a parameter of the first',
			{ beside: { next: '/list?page=2&active=1' }, url: ACTIVE },
			[NEXT],
		],
		['lacks one', { beside: { next: '/list?page=2' }, url: ACTIVE }, [NEXT, `${NEXT} with active`]],
		[
			'lacks one, and has a < in another',
			{ beside: { next: '/list?price=<9' }, url: ACTIVE },
			[NEXT, `${NEXT} with active`],
		],
		[
			'lacks one that another link of its header has',
			{
				headers: { link: '<?page=9&active=1>; rel="last", <?page=2>; rel="next"' },
				url: ACTIVE,
			},
			[LINK, `${LINK} with active`],
		],
		['is none', { beside: { next: 'https://%/list' }, url: ACTIVE }, [NEXT]],
	])('that %s', (_what, response, attempts) => {
		expect(attemptsFor(response)).toEqual(attempts);
	});
});

describe('a next URL may be there on the last page, too', () => {
	const until = (response: FirstResponse) =>
		Object(candidateFor(response).dataset.pagingScheme).pageUntil;

	test.each<[string, object, string]>([
		['a link back', { prev: '/list?page=0' }, 'noDataLeft'],
		['a link back without encryption', { prev: 'http://api.test/list?page=0' }, 'noDataLeft'],
		['a link back with encryption', { previousPage: `${URL_LIST}?page=0` }, 'noDataLeft'],
		['a token back', { prev: 'abc/def==' }, 'noNextToken'],
		['no link back', { prev: null }, 'noNextToken'],
		['a preview', { preview: '/list/preview' }, 'noNextToken'],
		['a comparison', { compare_to_previous: '/list/compare' }, 'noNextToken'],
	])('%s beside it: %j', (_what, beside, end) => {
		expect(until({ beside: { next: '/list?page=2', ...beside } })).toBe(end);
	});

	test.each<[string, string]>([
		['results="true"', 'noDataLeft'],
		['Results = "false"', 'noDataLeft'],
		['title="results"', 'noNextToken'],
	])('a Link header with %s', (parameter, end) => {
		const link = `<${URL_LIST}?page=2>; rel="next"; ${parameter}`;
		expect(until({ headers: { link } })).toBe(end);
	});
});
