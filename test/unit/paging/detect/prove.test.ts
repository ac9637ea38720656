import { type PageResponse, validateDataset } from '../../../../nodes/shared/paging';
import { prove, refuted, type Verdict } from '../../../../nodes/shared/paging/detect/prove';
import { PagingError } from '../../../../nodes/shared/paging/errors';
import { parameter, rows, serve } from '../fakeServer';
import { seenIn, URL_LIST } from './firstPage';

type Answer = Partial<PageResponse> | Error;

const paged = (scheme: object, more: object = {}) => ({
	url: URL_LIST,
	method: 'GET',
	property: 'items',
	pagingScheme: { pageUntil: 'noDataLeft', ...scheme },
	...more,
});
const BY_PAGE = paged({
	type: 'pageBased',
	request: { pageParameter: 'at', pageStartingValue: 0, limitValue: 5 },
});
const BY_OFFSET = paged({
	type: 'offsetAndLimit',
	request: { offsetParameter: 'at', offsetStartingValue: 0, limitValue: 5 },
});
const BY_TOKEN = paged({
	type: 'nextToken',
	tokenType: 'token',
	request: { tokenParameter: 'at' },
	response: { nextToken: 'next' },
	pageUntil: 'noNextToken',
});

interface Tried {
	/** What page one has beside its five records. */
	beside?: object;
	/** Records of page one. */
	records?: unknown[];
	isGuess?: boolean;
	/** Page one, as the dataset requests it. */
	first?: Answer;
}

/** @returns what page two says about a dataset; the page after it is empty */
async function verdictOn(
	dataset: object,
	second: Answer,
	{ beside = {}, records = rows(0, 5), isGuess = false, first }: Tried = {},
): Promise<Verdict> {
	const body = { items: records, ...beside };
	const responses: PageResponse[] = [];
	const server = serve((request) => {
		const at = parameter(request, 'at') ?? '0';
		const answer = at === '0' ? (first ?? { body }) : responses.length === 1 ? second : {};
		if (answer instanceof Error) throw answer;
		return { body: { items: [] }, ...answer };
	});
	const options = {
		send: async (...sent: Parameters<typeof server.send>) => {
			const response = await server.send(...sent);
			responses.push(response);
			return response;
		},
	};
	const detection = seenIn({ body });
	return await prove(validateDataset(dataset).dataset, { detection, options, isGuess, responses });
}

const withRows = (from: number, to: number, beside: object = {}) => ({
	body: { items: rows(from, to), ...beside },
});

describe('page two proves a dataset', () => {
	test.each([
		['by page', BY_PAGE],
		['by offset', BY_OFFSET],
	])('%s', async (_what, dataset) => {
		expect(await verdictOn(dataset, withRows(5, 10))).toEqual({
			kind: 'proven',
			evidence: 'Page two has 5 new records with the same fields.',
			totalChanged: false,
		});
	});

	const withTotal = (totalCount: string) =>
		paged({ ...BY_PAGE.pagingScheme, response: { totalCount }, pageUntil: 'reachTotalCount' });

	test.each<[what: string, more: object, totalChanged: boolean]>([
		['is the same', { total: 23 }, false],
		['changes', { total: 18 }, true],
		['is missing on page two', {}, true],
	])('with a total that %s', async (_what, more, totalChanged) => {
		const beside = { total: 23 };
		const verdict = await verdictOn(withTotal('total'), withRows(5, 10, more), { beside });
		expect(verdict).toMatchObject({ kind: 'proven', totalChanged });
	});

	test.each<[second: string, totalChanged: boolean]>([
		['items 5-9/23', false],
		['items 5-9/18', true],
	])('with the total in the range %s', async (second, totalChanged) => {
		const ranged = (from: number, range: string) => ({
			...withRows(from, from + 5),
			headers: { 'content-range': range },
		});
		const first = ranged(0, 'items 0-4/23');
		const dataset = withTotal('header:Content-Range');
		const verdict = await verdictOn(dataset, ranged(5, second), { first });
		expect(verdict).toMatchObject({ kind: 'proven', totalChanged });
	});
});

describe('page two refutes a dataset', () => {
	test.each<[what: string, second: Answer, reason: string, isIgnored: boolean]>([
		['the same records', withRows(0, 5), 'page two has the same records', true],
		[
			'the same records, changed',
			{ body: { items: rows(0, 5).map((row) => ({ ...row, seen: 1 })) } },
			'page two has the same records',
			true,
		],
		['some of them', withRows(3, 8), 'page two has some of the records of page one', false],
		[
			'other fields',
			{ body: { items: [{ name: 'A' }] } },
			'the records of page two have other fields',
			false,
		],
		['no list', { body: {} }, 'page two has no items', false],
	])('by %s', async (_what, second, reason, isIgnored) => {
		expect(await verdictOn(BY_PAGE, second)).toEqual(refuted(reason, isIgnored));
	});

	test('by no records, where the response says that there are more', async () => {
		const empty = refuted('page two is empty');
		for (const dataset of [BY_PAGE, BY_OFFSET]) {
			expect(await verdictOn(dataset, withRows(0, 0), { beside: { has_more: true } })).toEqual(
				empty,
			);
			expect(await verdictOn(dataset, withRows(0, 0), { isGuess: true })).toEqual(empty);
		}
	});

	test.each<[what: string, second: Answer, hasFailed: boolean]>([
		['a refusal', { status: 400 }, false],
		['no authorization', { status: 403 }, false],
		['too many requests', { status: 429 }, true],
		['status 500', { status: 500 }, true],
		['status 503', { status: 503 }, true],
		['a lost connection', new Error('socket hang up'), true],
		['an error without a status', new PagingError('No.', 'Fix it.'), false],
	])('by %s, which may be no answer to judge by', async (_what, second, hasFailed) => {
		expect(await verdictOn(BY_PAGE, second)).toMatchObject({ kind: 'refuted', hasFailed });
	});

	test('by other records on page one', async () => {
		const other = refuted('page one, requested by it, has other records');
		expect(await verdictOn(BY_PAGE, {}, { first: withRows(5, 10) })).toEqual(other);
		expect(await verdictOn(BY_PAGE, {}, { first: withRows(0, 4) })).toEqual(other);
		expect(await verdictOn(BY_PAGE, {}, { first: withRows(0, 5), records: [] })).toEqual(other);
	});
});

describe('page one has all records', () => {
	const NOTHING = 'Page two is empty: page one has all records.';

	test.each([
		['by page', BY_PAGE],
		['by offset', BY_OFFSET],
	])('where page two is empty, %s', async (_what, dataset) => {
		expect(await verdictOn(dataset, {})).toEqual({ kind: 'onlyPage', evidence: NOTHING });
		expect(await verdictOn(dataset, {}, { records: [] })).toEqual({
			kind: 'onlyPage',
			evidence: NOTHING,
		});
	});

	test('where a token leads to an empty page', async () => {
		const beside = { next: 'b', has_more: true };
		expect(await verdictOn(BY_TOKEN, {}, { beside: { next: 'b' } })).toMatchObject({
			kind: 'onlyPage',
		});
		expect(await verdictOn(BY_TOKEN, {}, { beside })).toEqual(refuted('page two is empty'));
	});

	test.each([404, 416])('where page two has status %i', async (status) => {
		expect(await verdictOn(BY_PAGE, { status })).toEqual({
			kind: 'onlyPage',
			evidence: `Page two is answered with status ${status}: page one has all records.`,
			endStatus: status,
		});
	});

	test.each<[what: string, dataset: object, tried: Tried]>([
		['the response says that there are more', BY_PAGE, { beside: { has_more: true } }],
		['nothing speaks for the dataset', BY_PAGE, { isGuess: true }],
		['the dataset follows tokens', BY_TOKEN, { beside: { next: 'b' } }],
	])('but not by its status where %s', async (_what, dataset, tried) => {
		expect(await verdictOn(dataset, { status: 404 }, tried)).toMatchObject({ kind: 'refuted' });
	});

	test('but not by the status of page one', async () => {
		const verdict = await verdictOn(BY_PAGE, {}, { first: { status: 404 } });
		expect(verdict).toMatchObject({ kind: 'refuted', hasFailed: false });
	});
});
