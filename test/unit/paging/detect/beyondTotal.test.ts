import { goesBeyondTotal } from '../../../../nodes/shared/paging/detect/beyondTotal';
import type { Counting } from '../../../../nodes/shared/paging/detect/numbering';
import { type Answer, asking, withRows } from './askedPages';

const byPage = (start: number): Counting => ({ parameter: 'at', start, step: 1, kind: 'page' });
const byOffset = (start: number, step = 5): Counting => ({
	parameter: 'at',
	start,
	step,
	kind: 'offset',
});

/** @returns whether there are records after the total, and what was asked to find out */
async function beyond(
	{ total = 10, totals = {}, headers = {}, scheme = {} }: Total,
	counting: Counting,
	answers: Record<string, Answer> = {},
) {
	const { page, recorder, queries } = asking(answers);
	const pagingScheme = {
		pageUntil: 'reachTotalCount',
		request: { limitValue: 5 },
		response: { totalCount: 'total', ...totals },
		...scheme,
	};
	const response = { status: 200, headers, body: { total, pages: total } };
	const found = await goesBeyondTotal({ pagingScheme }, counting, page, response, recorder);
	return { found, queries: queries() };
}

interface Total {
	total?: unknown;
	/** Paths that the dataset has. */
	totals?: object;
	headers?: Record<string, string>;
	/** Other members of the scheme. */
	scheme?: object;
}

describe('the position after the last page by the total', () => {
	test.each<[what: string, total: Total, counting: Counting, query: string]>([
		['page 3 of ten records', {}, byPage(1), '?at=3'],
		['page 4 of eleven records', { total: 11 }, byPage(1), '?at=4'],
		['page 2 where pages count from 0', {}, byPage(0), '?at=2'],
		['page 3 where the URL begins later', {}, byPage(5), '?at=3'],
		[
			'the page after the number of pages',
			{ totals: { totalPages: 'pages' } },
			byPage(1),
			'?at=11',
		],
		['the same from 0', { totals: { totalPages: 'pages' } }, byPage(0), '?at=10'],
		['offset 10', {}, byOffset(0), '?at=10'],
		['offset 15', { total: 11 }, byOffset(0), '?at=15'],
		['offset 11 where records count from 1', {}, byOffset(1), '?at=11'],
		['offset 16 where records count from 1', { total: 11 }, byOffset(1), '?at=16'],
		['the same where the URL begins later', { total: 11 }, byOffset(6), '?at=16'],
		['offset 10 where the URL begins later', {}, byOffset(5), '?at=10'],
		['offset 11 on pages of one record from 1', {}, byOffset(1, 1), '?at=11'],
	])('is %s', async (_what, total, counting, query) => {
		expect((await beyond(total, counting)).queries).toEqual([query]);
	});

	test.each<[total: Total]>([
		[{ total: '10' }],
		[{ total: ' 10 ' }],
		[{ total: 'a/b/10' }],
		[{ totals: { totalCount: 'header:Content-Range' }, headers: { 'content-range': '0-4/10' } }],
	])('is read from %j', async (total) => {
		expect((await beyond(total, byPage(1))).queries).toEqual(['?at=3']);
	});

	test.each<[what: string, total: Total]>([
		['without a total', { totals: { totalCount: 'other' } }],
		['with an unknown total', { total: '*' }],
		['with more than a number', { total: '10 of many' }],
		['with a rounded one', { total: 'about 10' }],
		['where pages end otherwise', { scheme: { pageUntil: 'noDataLeft' } }],
		['without what a request has', { scheme: { request: undefined } }],
		['without what a response has', { scheme: { response: undefined } }],
	])('is not asked for %s', async (_what, total) => {
		expect(await beyond(total, byPage(1))).toEqual({ found: false, queries: [] });
	});
});

describe('records after the total', () => {
	test.each<[what: string, after: Answer, last: Answer, found: boolean]>([
		['are found', withRows(10, 15), withRows(5, 10), true],
		['are not there', withRows(0, 0), withRows(5, 10), false],
		['are those of page one', withRows(0, 5), withRows(5, 10), false],
		['are those of the last page', withRows(5, 10), withRows(5, 10), false],
		['follow no last page', withRows(10, 15), withRows(0, 0), false],
		['are refused', { status: 400, body: {} }, withRows(5, 10), false],
		['follow a page that is refused', withRows(10, 15), { status: 400, body: {} }, false],
	])('%s', async (_what, after, last, found) => {
		const answers = { '?at=3': after, '?at=2': last };
		expect((await beyond({}, byPage(1), answers)).found).toBe(found);
	});
});
