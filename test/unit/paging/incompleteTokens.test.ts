import {
	asked,
	connection,
	graphql,
	nextUrls,
	pageBased,
	rows,
	serve,
	tokens,
	URL_ROWS,
} from './fakeServer';
import { incompleteOf, readJudged } from './incompleteOf';

const body = (count: number, more: object = {}) => ({ body: { items: rows(0, count), ...more } });
const once = (count: number, more: object = {}, headers = {}) =>
	serve(() => ({ ...body(count, more), headers }));

describe('a token path that is found in no response', () => {
	const notFound = (path: string) =>
		`pagingScheme.response.nextToken "${path}" was not found in the response, so only one page was read.`;
	const meant = (path: string, instead: string) => [`${notFound(path)} Did you mean "${instead}"?`];

	test.each<[path: string, more: object, instead: string]>([
		['next', { nextPageToken: 'A' }, 'nextPageToken'],
		['nextPageTokn', { nextPageToken: 'A' }, 'nextPageToken'],
		['next', { _links: { next: { href: 'x' } } }, '_links.next.href'],
		[
			'next',
			{ link: [{ relation: 'self' }, { relation: 'next', url: 'x' }] },
			'link[relation=next].url',
		],
		['moreTokn', { moreToken: 'A' }, 'moreToken'],
	])('%s, but there is %j', async (path, more, instead) => {
		const { incomplete, summary } = await readJudged(tokens(path), once(5, more));
		expect(incomplete).toEqual(meant(path, instead));
		expect(summary).toMatchObject({ stopReason: 'noNextToken', items: 5 });
	});

	test.each([
		[{ Link: `<${URL_ROWS}?p=2>; rel="next"` }, 'header:Link'],
		[{ 'x-next-cursor': 'A' }, 'header:X-Next-Cursor'],
	])('but there are the headers %j', async (headers, instead) => {
		expect(await incompleteOf(nextUrls(), once(5, {}, headers))).toEqual(meant('next', instead));
	});

	test('on a full page', async () => {
		expect(await incompleteOf(tokens(), once(100))).toEqual([
			`${notFound('next')} It contained 100 records, as many as were requested, so there may be more pages.`,
		]);
	});
});

describe('cursors of both ends of a page', () => {
	const unsized = tokens('next', { request: { tokenParameter: 'token' } });
	const ends = { paging: { before: 'A', after: 'B' } };
	const reason = [
		'pagingScheme.response.nextToken "next" was not found in the response, so only one page was read. Did you mean "paging.after"?',
	];

	test.each<[what: string, dataset: object, count: number, reasons: string[]]>([
		['a page of any size', unsized, 7, []],
		['a page of a size that may be the largest', unsized, 10, reason],
		['a page that is not full', tokens(), 10, []],
		['a full page', tokens(), 100, reason],
	])('after %s', async (_what, dataset, count, reasons) => {
		expect(await incompleteOf(dataset, once(count, ends))).toEqual(reasons);
	});
});

describe('a token that the last page leaves out is no reason', () => {
	test.each<[what: string, count: number, more: object]>([
		['on a page that is not full', 99, {}],
		['on an empty page', 0, {}],
		['on a full page that says that it is the last', 100, { has_more: false }],
		['on a full page that is the last', 100, { page: { last: true } }],
		['on a full page with all records', 100, { total: 100 }],
		['on a full page with an empty place for it', 100, { nextToken: null }],
		['beside a token for the other direction', 5, { prevToken: 'A', textToken: '' }],
		['beside other words', 5, { text: 'A', nextReview: '2026-01-01', previous: 'x', offset: 0 }],
		['beside a cursor of the last record', 5, { endCursor: 'A', hasNextPage: false }],
		['beside tokens in records', 5, { items: [{ nextPageToken: 'A' }] }],
	])('%s', async (_what, count, more) => {
		expect(await incompleteOf(tokens('nextToken'), once(count, more))).toEqual([]);
	});

	test('where the object for it is empty', async () => {
		const server = once(100, { paging: {} });
		expect(await incompleteOf(tokens('paging.next.after'), server)).toEqual([]);
	});
});

describe('a last response that says that there is more', () => {
	const more = (where: string) => [`More records may follow: ${where}, but reading stopped there.`];
	const single = { url: URL_ROWS, property: 'items' };

	test.each<[what: string, dataset: object, extra: object, where: string]>([
		[
			'a flag',
			tokens(),
			{ next: null, has_more: true },
			'the last response contains "has_more": true',
		],
		['a flag in words', single, { has_more: 'yes' }, 'the last response contains "has_more": yes'],
		[
			'without paging',
			single,
			{ nextPageToken: 'A' },
			'the last response contains "nextPageToken"',
		],
		[
			'up to a total',
			pageBased('total'),
			{ total: 5, hasNextPage: true },
			'the last response contains "hasNextPage": true',
		],
		[
			'up to a total',
			pageBased('total'),
			{ total: 5, next: 'x' },
			'the last response contains "next"',
		],
	])('%s', async (_what, dataset, extra, where) => {
		expect(await incompleteOf(dataset, once(5, extra))).toEqual(more(where));
	});

	test('in a Link header that is not read', async () => {
		const server = once(5, { next: null }, { link: `<${URL_ROWS}?p=2>; rel=next` });
		const where = 'the last response contains "header:Link"';
		expect(await incompleteOf(single, server)).toEqual(more(where));
		expect(await incompleteOf(nextUrls(), server)).toEqual(more(where));
	});

	test('counts on an empty page only as a flag', async () => {
		const empty = (extra: object) =>
			serve((_request, count) => (count === 1 ? body(5) : body(0, extra)));
		expect(await incompleteOf(pageBased(), empty({ next: 'x' }))).toEqual([]);
		expect(await incompleteOf(pageBased(), empty({ hasMore: true }))).toEqual(
			more('the last response contains "hasMore": true'),
		);
	});
});

describe('a server that ignores the token', () => {
	const ignored = 'The API seems to ignore pagingScheme.request.tokenParameter "token".';
	const repeats = (cause = '') =>
		`Page 2 repeats the page before it; reading stopped there.${cause && ` ${cause}`}`;

	test.each([
		['the same token each time', () => 'A'],
		['a new token each time', (count: number) => `A${count}`],
	])('returns its first page, which is not handed out twice: %s', async (_what, token) => {
		const server = serve((_request, count) => body(100, { next: token(count) }));
		const { incomplete, items, summary } = await readJudged(tokens(), server);
		expect(asked(server, 'token')).toEqual([undefined, token(1)]);
		expect(items).toEqual(rows(0, 100));
		expect(summary).toMatchObject({ stopReason: 'loopDetected', pages: 1, resume: null });
		expect(incomplete).toEqual([repeats(ignored)]);
	});

	test('also after a resume', async () => {
		const server = serve((_request, count) => body(100, { next: `A${count}` }));
		const { summary } = await readJudged(tokens(), server, { limits: { maxPages: 1 } });
		expect(summary.incomplete).toEqual([]);
		const next = await readJudged(tokens(), server, { resume: summary.resume });
		expect(next.items).toEqual([]);
		expect(next.incomplete).toEqual([repeats(ignored)]);
	});

	test('as next URL', async () => {
		const server = serve((_request, count) => body(100, { next: `${URL_ROWS}?p=${count}` }));
		expect(await incompleteOf(nextUrls(), server)).toEqual([repeats()]);
	});

	test('since the query does not use $after', async () => {
		const server = serve((_request, count) => connection(rows(0, 100), true, `c${count}`));
		const cause = 'The query has to pass after: $after to the connection.';
		const { items, incomplete } = await readJudged(graphql(), server);
		expect(items).toEqual(rows(0, 100));
		expect(incomplete).toEqual([repeats(cause)]);
	});
});
