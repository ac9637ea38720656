import { leavesOutBefore } from '../../../../nodes/shared/paging/detect/before';
import {
	askIfKnown,
	countingOf,
	type Counting,
	countsRecords,
	endStatusOf,
} from '../../../../nodes/shared/paging/detect/numbering';
import { isFilter } from '../../../../nodes/shared/paging/detect/otherValue';
import { Questions } from '../../../../nodes/shared/paging/detect/questions';
import type { Detection } from '../../../../nodes/shared/paging/detect/types';
import type { Fact } from '../../../../nodes/shared/paging/response/metadata/facts';
import { type Answer, asking, withRows } from './askedPages';
import { seenIn, URL_LIST } from './firstPage';

const BY_PAGE: Counting = { parameter: 'page', start: 1, step: 1, kind: 'page' };
const BY_OFFSET: Counting = { parameter: 'offset', start: 0, step: 5, kind: 'offset' };

describe('whether the server knows a parameter', () => {
	test.each<[what: string, answer: Answer, known: string]>([
		['other records', withRows(5, 10), 'known'],
		['no records', withRows(0, 0), 'known'],
		['another response', { body: {} }, 'known'],
		['the same records', withRows(0, 5), 'ignored'],
		['404', { status: 404 }, 'known'],
		['416', { status: 416 }, 'known'],
		['400', { status: 400 }, 'refused'],
		['422', { status: 422 }, 'refused'],
		['429', { status: 429 }, 'failed'],
		['500', { status: 500 }, 'failed'],
		['503', { status: 503 }, 'failed'],
	])('%s', async (_what, answer, known) => {
		const { page, recorder } = asking({ '?page=2': answer });
		expect(await askIfKnown(['page'], BY_PAGE, page, recorder)).toBe(known);
	});

	test.each<[counting: Counting, query: string]>([
		[{ ...BY_PAGE, step: 5 }, '?a=2&b=2'],
		[BY_OFFSET, '?a=5&b=5'],
		[{ ...BY_OFFSET, step: 1 }, '?a=2&b=2'],
	])('%j', async (counting, query) => {
		const { page, recorder, queries } = asking();
		await askIfKnown(['a', 'b'], counting, page, recorder);
		expect(queries()).toEqual([query]);
	});
});

describe('whether an offset counts records', () => {
	test.each<[what: string, answer: Answer, counts: boolean, guessed: boolean]>([
		['a record of page one', withRows(1, 6), true, true],
		['other records', withRows(5, 10), false, false],
		['no records', withRows(0, 0), false, false],
		['400', { status: 400 }, true, false],
		['404', { status: 404 }, true, false],
		['429', { status: 429 }, false, false],
		['500', { status: 500 }, false, false],
	])('%s', async (_what, answer, counts, guessed) => {
		const ask = async (isGuess: boolean) => {
			const { page, recorder } = asking({ '?offset=1': answer });
			return await countsRecords(BY_OFFSET, page, recorder, isGuess);
		};
		expect([await ask(false), await ask(true)]).toEqual([counts, guessed]);
	});

	test('is not asked for pages of one record', async () => {
		const { page, recorder, queries } = asking();
		expect(await countsRecords({ ...BY_OFFSET, step: 1 }, page, recorder, false)).toBe(true);
		expect(queries()).toEqual([]);
	});
});

test.each<[scheme: object | undefined, counting: Counting | undefined]>([
	[{ request: { pageParameter: 'page', pageStartingValue: 1 } }, BY_PAGE],
	[{ request: { offsetParameter: 'offset', offsetStartingValue: 0, limitValue: 5 } }, BY_OFFSET],
	[{ request: { tokenParameter: 'cursor' } }, undefined],
	[{}, undefined],
	[undefined, undefined],
])('how the scheme %j counts', (pagingScheme, counting) => {
	expect(countingOf({ pagingScheme })).toEqual(counting);
});

test.each([
	[404, 404],
	[416, 416],
	[200, undefined],
	[500, undefined],
])('a far page with status %i', async (status, end) => {
	const { page, recorder } = asking({ '?page=1001': { status }, '?offset=5000': { status } });
	expect(await endStatusOf(BY_PAGE, page, recorder)).toBe(end);
	expect(await endStatusOf(BY_OFFSET, page, recorder)).toBe(end);
});

describe('whether another value empties the page, too', () => {
	const byToken = { pagingScheme: { request: { tokenParameter: 'cursor' } } };

	test.each<[what: string, answer: Answer, empties: boolean]>([
		['no records', withRows(0, 0), true],
		['records', withRows(0, 5), false],
		['a refusal', { status: 400, body: {} }, false],
	])('%s', async (_what, answer, empties) => {
		const { page, recorder } = asking({ '?cursor=no-such-token': answer });
		expect(await isFilter(byToken, page, recorder)).toBe(empties);
	});

	test.each([{}, { request: {} }, { request: { tokenParameter: 7 } }])(
		'is not asked for %j',
		async (pagingScheme) => {
			const { page, recorder, queries } = asking();
			expect(await isFilter({ pagingScheme }, page, recorder)).toBe(false);
			expect(queries()).toEqual([]);
		},
	);
});

describe('whether there are records before page one', () => {
	const fact = (value: Fact['value']): Fact => ({
		path: 'prev',
		keys: ['prev'],
		name: 'prev',
		parent: '',
		value,
		isReadable: true,
	});
	const byToken = (tokenParameter: unknown = 'cursor', nextToken = 'next') => ({
		pagingScheme: { request: { tokenParameter }, response: { nextToken } },
	});

	test.each<[value: string | number, query: string]>([
		['abc', '?cursor=abc'],
		['a/b', '?cursor=a/b'],
		['httpx', '?cursor=httpx'],
		[17, '?cursor=17'],
		['/list?page=0', '?page=0'],
		['?page=0', '?page=0'],
		[`${URL_LIST}?page=0`, '?page=0'],
	])('%j', async (value, query) => {
		const ask = async (answer: Answer) => {
			const { page, recorder, queries } = asking({ [query]: answer });
			const leavesOut = await leavesOutBefore(byToken(), page, [fact(value)], recorder);
			return [leavesOut, queries()];
		};
		expect(await ask(withRows(90, 95))).toEqual([true, [query]]);
		expect(await ask(withRows(0, 5))).toEqual([false, [query]]);
		expect(await ask(withRows(0, 0))).toEqual([false, [query]]);
	});

	test('by a URL without TLS', async () => {
		const url = URL_LIST.replace('https', 'http');
		const { page, recorder, queries } = asking({ '?page=0': withRows(90, 95) }, { url });
		expect(await leavesOutBefore({}, page, [fact(`${url}?page=0`)], recorder)).toBe(true);
		expect(queries()).toEqual(['?page=0']);
	});

	test.each<[what: string, previous: Fact[], dataset: object]>([
		['nothing names them', [], byToken()],
		['another host has them', [fact('https://other.test/list?page=0')], byToken()],
		['no host has them', [fact('//')], byToken()],
		['a flag says so alone', [fact(true)], byToken()],
		['the dataset sends no token', [fact('abc')], byToken(7)],
		['the dataset pages otherwise', [fact('abc')], {}],
		['the dataset follows them', [fact('abc')], byToken('cursor', 'prev')],
	])('is not asked where %s', async (_what, previous, dataset) => {
		const { page, recorder, queries } = asking();
		expect(await leavesOutBefore({ ...dataset }, page, previous, recorder)).toBe(false);
		expect(queries()).toEqual([]);
	});
});

describe('a question', () => {
	const TOTAL = { pageUntil: 'reachTotalCount', request: { limitValue: 5 }, response: {} };

	/** Questions about a first page of five records, and what was asked. */
	function questions(answer: Answer | Error, more: Partial<Detection> = {}) {
		const detection = { ...seenIn({ beside: { prev: 'abc' } }), ...more };
		const { recorder, queries } = asking(() => {
			if (answer instanceof Error) throw answer;
			return answer;
		});
		return { asked: new Questions(detection, recorder), queries };
	}

	test('without an answer changes nothing, and says so', async () => {
		const failing = () => questions(new Error('socket hang up')).asked;
		const cursor = { pagingScheme: { request: { tokenParameter: 'cursor' } } };
		const totals = { pagingScheme: { ...TOTAL, response: { totalCount: 'total' } } };
		const last = { status: 200, headers: {}, body: { total: 10 } };
		const asks: Array<[(asked: Questions) => Promise<unknown>, unknown]> = [
			[async (asked) => await asked.isKnown(['page'], BY_PAGE, ['known']), false],
			[async (asked) => await asked.countsAsItSays(BY_OFFSET, false), false],
			[async (asked) => await asked.hasRecordsAfterTotal(totals, BY_PAGE, last), false],
			[async (asked) => await asked.hasPageBefore(cursor), true],
			[async (asked) => await asked.emptiesPage(cursor), true],
			[async (asked) => await asked.endStatus(BY_PAGE), undefined],
		];
		for (const [ask, result] of asks) {
			const asked = failing();
			expect(asked.haveFailed).toBe(false);
			expect(await ask(asked)).toBe(result);
			expect(asked.haveFailed).toBe(true);
		}
	});

	test('that is answered by 503 has failed, and one that is refused has not', async () => {
		const failed = questions({ status: 503 }).asked;
		expect(await failed.isKnown(['page'], BY_PAGE, ['known', 'failed'])).toBe(true);
		expect(failed.haveFailed).toBe(true);
		const refused = questions({ status: 400 }).asked;
		expect(await refused.isKnown(['page'], BY_PAGE, ['refused'])).toBe(true);
		expect(refused.haveFailed).toBe(false);
	});

	test('is not asked again', async () => {
		const { asked, queries } = questions(withRows(0, 5));
		expect(asked.isForgotten('page')).toBe(false);
		for (const _ of [1, 2]) expect(await asked.isKnown(['page'], BY_PAGE, ['known'])).toBe(false);
		expect(queries()).toEqual(['?page=2']);
		expect(asked.isForgotten('page')).toBe(true);
	});

	test('is not asked about what was forgotten', async () => {
		const { asked, queries } = questions(withRows(5, 10));
		asked.forget('page');
		expect(asked.isForgotten('page')).toBe(true);
		expect(await asked.isKnown(['page'], BY_PAGE, ['known'])).toBe(false);
		expect(queries()).toEqual([]);
	});

	test('about what counts is not asked for pages, nor without records', async () => {
		const { asked, queries } = questions(withRows(90, 95));
		expect(await asked.countsAsItSays({ ...BY_PAGE, step: 5 }, false)).toBe(true);
		const empty = questions(withRows(90, 95), seenIn({ body: { items: [] } }));
		expect(await empty.asked.countsAsItSays(BY_OFFSET, false)).toBe(true);
		expect([...queries(), ...empty.queries()]).toEqual([]);
	});
});
