import { rows } from '../fakeServer';
import { attemptsFor, type FirstResponse, seenIn, URL_LIST } from './firstPage';

/** @returns why it is tried: the evidence after that of the records, without what ends the pages */
function reasonFor(response: FirstResponse, attempt: string): string | undefined {
	return seenIn(response).candidates.find((one) => one.attempt === attempt)?.evidence[1];
}

/** @returns the schemes of all attempts of this name */
function schemesFor(response: FirstResponse, attempt: string): unknown[] {
	const { candidates } = seenIn(response);
	return candidates.filter((one) => one.attempt === attempt).map((one) => one.dataset.pagingScheme);
}

const LINK = `<${URL_LIST}?page=2>; rel="next"`;
const CURSORS = [1, 2, 3].map((id) => ({ id, cursor: `c${id}` }));

describe('the evidence says why it is tried', () => {
	test.each<[string, FirstResponse, string]>([
		[
			'a page number as page from 3',
			{ url: `${URL_LIST}?page=3` },
			'The URL has the page number page=3.',
		],
		[
			'an offset as offset from 40',
			{ url: `${URL_LIST}?offset=40` },
			'The URL has the offset offset=40.',
		],
		[
			'a page number as page from 1',
			{ beside: { meta: { page: 1 } } },
			'Page number in the response: meta.page (1).',
		],
		[
			'a page number as page from 0',
			{ beside: { page: 1 } },
			'Page number in the response: page (1).',
		],
		[
			'an offset as offset from 0',
			{ beside: { paging: { offset: 0 } } },
			'Offset in the response: paging.offset (0).',
		],
		['next_cursor as cursor', { beside: { next_cursor: 'abc' } }, 'Next token: next_cursor.'],
		[
			'previous_cursor as cursor',
			{ beside: { previous_cursor: 'abc' } },
			'Next token: previous_cursor, since the list is read backwards.',
		],
		[
			'items.-1.cursor as cursor',
			{ body: { items: CURSORS } },
			'Each record has a cursor: that of the last one names the next page.',
		],
		[
			'items.-1.id as after',
			{ beside: { has_more: true } },
			"Only a flag says that there are more pages: the last record's id names the next one.",
		],
		[
			'items.-1.id as before',
			{},
			'The response does not say how to continue: the id of its last record was tried.',
		],
		[
			'a page number as page from 1',
			{},
			'The response does not name the parameter of its pages: the usual ones were tried.',
		],
	])('%s: %j', (attempt, response, reason) => {
		expect(reasonFor(response, attempt)).toBe(reason);
	});
});

describe('a next URL is read after a base', () => {
	const base = 'https://api.test/wiki';
	const [plain, based] = ['the URL at next', 'the URL at next after base'];

	test.each<[string, Record<string, unknown>, string[]]>([
		['without encryption', { base: 'http://api.test/wiki', next: '/list?s=2' }, [based, plain]],
		['of another host', { base: 'https://other.test', next: '/list?s=2' }, [based, plain]],
		['with a slash as its path', { base: 'https://x.test/', next: '/list?s=2' }, [based, plain]],
		['with an address in its query', { base, next: '/list?to=https://x.test' }, [based, plain]],
		['but not after a text', { base: `at ${base}`, next: '/list?s=2' }, [plain]],
		['but not after a path', { base: '/wiki', next: '/list?s=2' }, [plain]],
		['but not if it has a host', { base, next: 'http://api.test/list?s=2' }, [plain]],
	])('%s', (_what, beside, attempts) => {
		expect(attemptsFor({ beside })).toEqual(attempts);
	});

	test('but not if it is in a Link header', () => {
		expect(attemptsFor({ beside: { base }, headers: { Link: LINK } })).toEqual([
			'the URL at header:Link',
		]);
	});
});

describe('the page before is not the next one', () => {
	test.each<[string, FirstResponse]>([
		['beside a next token', { beside: { previous_cursor: 'abc', next_cursor: 'def' } }],
		['beside a next URL', { beside: { previous_cursor: 'abc', next: '/list?page=2' } }],
		['beside a next number', { beside: { previous_cursor: 'abc', next_page: 2 } }],
		['if it is only a flag', { beside: { has_previous: true } }],
		['if it is in a Link header', { headers: { Link: LINK.replace('next', 'prev') } }],
	])('%s', (_what, response) => {
		expect(attemptsFor(response).filter((one) => /prev/.test(one))).toEqual([]);
	});

	test('a flag beside its token does not matter', () => {
		const attempts = attemptsFor({ beside: { has_previous: true, previous_cursor: 'abc' } });
		expect(attempts.length).toBeGreaterThan(0);
		expect(attempts.every((one) => one.startsWith('previous_cursor as '))).toBe(true);
	});
});

describe('a number that is next', () => {
	test.each<[string, Record<string, unknown>, string, string]>([
		['after the page number', { page: 1, next: 2 }, 'next as page', 'page'],
		['after page 4 of five records', { page: 4, next: 5 }, 'next as page', 'page'],
		['not after the page number', { page: 1, next: 7 }, 'next as cursor', 'page'],
		['by itself', { next: 7 }, 'next as cursor', 'page'],
		['the number of records', { next: 5 }, 'next as cursor', 'offset'],
		['an offset by its name', { next: { skip: 9 } }, 'next.skip as skip', 'offset'],
	])('%s: %j', (_what, beside, attempt, kind) => {
		const [first = ''] = attemptsFor({ beside });
		expect(first).toBe(attempt);
		expect(reasonFor({ beside }, first)).toBe(`Next ${kind}: ${attempt.split(' ')[0]}.`);
	});
});

describe('the response is not that of a first page', () => {
	test.each([{ page: 2 }, { offset: 2 }])('%j is not counted from', (beside) => {
		expect(attemptsFor({ beside: { ...beside } })).toEqual([]);
	});
});

describe('the step of an offset is a page size only if it is larger than the page', () => {
	test.each<[object, number[]]>([
		[{ limit: 3 }, [5]],
		[{ limit: 5 }, [5]],
		[{ limit: 6 }, [5, 6]],
		[{ limit: 3, max_results: 10 }, [5, 10]],
		[{ limit: 5, max_results: 10 }, [5, 10]],
	])('%j', (sizes, steps) => {
		const beside = { offset: 0, ...sizes };
		expect(schemesFor({ beside }, 'an offset as offset from 0')).toMatchObject(
			steps.map((limitValue) => ({ request: { limitValue } })),
		);
	});
});

describe('the last record leads on', () => {
	test('by its cursor, until there are no records', () => {
		expect(schemesFor({ body: CURSORS }, '-1.cursor as after')).toEqual([
			{
				type: 'nextToken',
				tokenType: 'token',
				request: { tokenParameter: 'after' },
				response: { nextToken: '-1.cursor' },
				pageUntil: 'noDataLeft',
			},
		]);
	});

	test.each<[string, object]>([
		['if only others have one', { items: [...CURSORS, { id: 4 }] }],
		['if it is empty', { items: [...CURSORS, { id: 4, cursor: '' }] }],
		['if it is a number', { items: [...CURSORS, { id: 4, cursor: 4 }] }],
		['beside a token of the page', { items: CURSORS, next_cursor: 'abc' }],
	])('not by its cursor %s', (_what, body) => {
		expect(attemptsFor({ body })).not.toContain('items.-1.cursor as cursor');
	});

	test('by its id, also where the response is an array', () => {
		const ids = ['-1.id as after', '-1.id as before'];
		expect(attemptsFor({ body: rows(0, 5) }, true)).toEqual(expect.arrayContaining(ids));
	});
});

describe('the usual parameter that is tried first', () => {
	const PAGE = 'a page number as page from 1';
	const five = rows(0, 5);

	test.each<[string, FirstResponse, string]>([
		['total of hits', { body: { hits: { total: 9, hits: five } } }, 'an offset as from from 0'],
		['hits without a total', { body: { hits: { hits: five } } }, PAGE],
		['hits beside the records', { body: { hits: { total: 9 }, items: five } }, PAGE],
		['documents of hits', { body: { hits: { total: 9, documents: five } } }, PAGE],
		['OData', { body: { 'odata.metadata': 'x', value: five } }, 'an offset as $skip from 0'],
		['old OData', { body: { d: { results: five, __count: '9' } } }, 'an offset as $skip from 0'],
		['a name that begins with d', { beside: { date: '2026-01-31' } }, PAGE],
		['a name that ends with d', { beside: { head: { total: 23 } } }, PAGE],
	])('%s: %j', (_what, response, attempt) => {
		expect(attemptsFor(response, true)[0]).toBe(attempt);
	});

	test.each<[string, FirstResponse, boolean]>([
		['an array with a total', { body: five, headers: { 'X-Total-Count': '9' } }, true],
		['an array without a total', { body: five }, false],
		['an object with a total', { beside: { total: 23 } }, false],
	])('parameters of json-server are tried for %s: %j', (_what, response, isTried) => {
		const tried = attemptsFor(response, true);
		expect(tried.includes('a page number as _page from 1')).toBe(isTried);
		expect(tried.includes('an offset as _start from 0')).toBe(isTried);
	});
});
