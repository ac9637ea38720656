import { PagingError } from '../../../nodes/shared/paging';
import { endingWith, graphql, pageBased, parameter, read, rows, serve } from './fakeServer';

/** @returns how a run ends whose page of this number is answered differently */
async function endOf(answer: object, page = 1, dataset = pageBased(), options = {}) {
	const server = serve((request) => {
		const number = Number(parameter(request, 'page') ?? 1);
		return number === page ? answer : { body: { items: rows(number * 100, number * 100 + 100) } };
	});
	const { summary } = await read(dataset, server, options);
	const { stopReason, warnings, error } = summary;
	if (!(error instanceof PagingError)) return { stopReason, warnings };
	const { name, message, fix, status } = error;
	return { stopReason, warnings, name, message, fix, status };
}

const failed = (message: string, fix: string, status?: number) => ({
	stopReason: 'error',
	warnings: [],
	name: 'PagingError',
	message,
	fix,
	status,
});

const GO_ON =
	'Check the request, then run the node again, or continue from the resume point in the summary if there is one.';
const FIRST = 'Check the URL and the parameters of the request.';
const NOT_FOUND =
	'If this API returns 404 after its last page, add 404 to pagingScheme.endStatuses.';
const NOT_JSON =
	'Check the URL. The cause may be a login page, a proxy, or an incomplete response.';
const NO_ARRAY =
	'property must be the path of the array of records itself. The response contains no array, only ';
const QUERY =
	'Check the request, then run the node again, or continue from the resume point in the summary if there is one.';

describe('a status that refuses', () => {
	const said = (page: number, status: number, text: string, fix = page > 1 ? GO_ON : FIRST) =>
		failed(`The API returned status ${status} for page ${page}${text}`, fix, status);

	test.each<[what: string, body: unknown, text: string]>([
		['nothing', undefined, '.'],
		['a text', 'Bad gateway', ': Bad gateway'],
		['a web page', '<html>Bad gateway</html>', '.'],
		['no message', { code: 5 }, '.'],
		['a message', { message: 'not today' }, ': not today'],
		['an error', { error: 'not today' }, ': not today'],
		['an error with a message', { error: { message: 'not today' } }, ': not today'],
		['errors', { errors: [{ message: 'a' }, { message: 'b' }] }, ': a; b'],
		['a problem', { title: 'Closed', detail: 'until Monday' }, ': Closed: until Monday'],
		['an OAuth error', { error: 'denied', error_description: 'not today' }, ': not today'],
		['fields', { message: 'Invalid', errors: { name: ['is empty'] } }, ': Invalid: name: is empty'],
		['a code', { error: { code: 17 } }, ': {"code":17}'],
	])('with %s', async (_what, body, text) => {
		expect(await endOf({ status: 500, body })).toEqual(said(1, 500, text));
	});

	test.each([100, 199, 300, 301, 400, 429, 503])('%i', async (status) => {
		expect(await endOf({ status, body: { items: [] } }, 2)).toEqual(said(2, status, '.'));
	});

	test('204 is an empty page whatever came with it', async () => {
		const end = await endOf({ status: 204, body: 'x' });
		expect(end).toEqual({ stopReason: 'noDataLeft', warnings: [] });
	});

	test.each<[page: number, ends: boolean, expected: object]>([
		[1, false, said(1, 404, '.')],
		[1, true, said(1, 404, '.')],
		[2, false, said(2, 404, '.', NOT_FOUND)],
		[2, true, { stopReason: 'noDataLeft', warnings: [] }],
	])('404 on page %i, an end status %p', async (page, isEnd, expected) => {
		const dataset = isEnd ? endingWith([404], pageBased()) : pageBased();
		expect(await endOf({ status: 404 }, page, dataset)).toEqual(expected);
	});

	test('the answer itself goes along for a caller that knows the server', async () => {
		const body = { code: 'E17' };
		const server = serve(() => ({ status: 500, headers: { 'retry-after': '5' }, body }));
		const { summary } = await read(pageBased(), server);
		const response = { status: 500, headers: { 'retry-after': '5' }, body };
		expect(summary.error).toMatchObject({ status: 500, body, response });
	});
});

describe('a body that is no page', () => {
	const long = 'x'.repeat(100);
	test.each<[what: string, body: unknown, message: string, fix: string]>([
		['a text', 'Sign in', 'Page 1 is not JSON; it starts with "Sign in".', NOT_JSON],
		['a long text', long, `Page 1 is not JSON; it starts with "${'x'.repeat(79)}….`, NOT_JSON],
		[
			'an object at property',
			{ items: { a: 1 } },
			'property "items" contains an object on page 1, not an array of records: {"a":1}.',
			`${NO_ARRAY}"items".`,
		],
		[
			'a text at property',
			{ items: 'x' },
			'property "items" contains text on page 1, not an array of records: "x".',
			`${NO_ARRAY}"items".`,
		],
	])('%s', async (_what, body, message, fix) => {
		expect(await endOf({ body })).toEqual(failed(message, fix));
	});

	test('an object where the body itself should be the array', async () => {
		const end = await endOf({ body: { a: 1 } }, 1, pageBased(undefined, {}, { property: '' }));
		const message = 'The response contains an object on page 1, not an array of records: {"a":1}.';
		expect(end).toEqual(failed(message, `${NO_ARRAY}"a".`));
	});
});

describe('nothing where the records should be', () => {
	test.each<[what: string, property: string, body: unknown, where: string]>([
		['no property', 'items', {}, 'property "items" was not found on page 1'],
		['null', 'items', { items: null }, 'property "items" was not found on page 1'],
		['no body', '', undefined, 'Page 1 is empty'],
		['a blank body', '', '', 'Page 1 is empty'],
	])('%s', async (_what, property, body, where) => {
		const end = await endOf({ body }, 1, pageBased(undefined, {}, { property }));
		const notice = `${where}; reading stopped there.`;
		expect(end).toEqual({ stopReason: 'pathNotFound', warnings: [notice] });
	});
});

describe('a query that the server refuses', () => {
	test.each<[errors: unknown, text: string]>([
		[[{ message: 'no such field' }], 'no such field'],
		[[{ message: 'a' }, { message: 'b' }], 'a; b'],
		[[{ code: 5 }], '{"code":5}'],
		[{ message: 'm' }, 'm'],
	])('errors %j', async (errors, text) => {
		const end = await endOf({ body: { errors, data: {} } }, 1, graphql());
		const message = `The API returned an error instead of page 1: ${text}`;
		expect(end).toEqual(failed(message, QUERY, 200));
	});

	test.each([[[]], [null], [undefined]])('errors %j are none', async (errors) => {
		const pageInfo = { hasNextPage: false };
		const body = { errors, data: { vendors: { nodes: [], pageInfo } } };
		expect(await endOf({ body }, 1, graphql())).toEqual({ stopReason: 'noNextPage', warnings: [] });
	});
});

describe('totals', () => {
	const meta = (total: unknown) => ({ body: { items: [{ id: 1 }], meta: { total } } });
	const one = { limitParameter: undefined, limitValue: 1 };

	test.each<[total: unknown, text: string]>([
		[undefined, 'was not found'],
		[null, 'was not found'],
		['', 'contains empty text, "", not a number of records,'],
		['abc', 'contains text, "abc", not a number of records,'],
		['-1', 'contains text, "-1", not a number of records,'],
		[NaN, 'contains a number, NaN, not a number of records,'],
		[-1, 'contains a number, -1, not a number of records,'],
		[true, 'contains a boolean, true, not a number of records,'],
		[[3], 'contains an array, [3], not a number of records,'],
		[{ value: 3 }, 'contains an object, {"value":3}, not a number of records,'],
	])('%p is none', async (total, text) => {
		const end = await endOf(meta(total), 1, pageBased('meta.total', one));
		const notice = `pagingScheme.response.totalCount "meta.total" ${text} on page 1; reading stopped there.`;
		expect(end).toEqual({ stopReason: 'pathNotFound', warnings: [notice] });
	});

	test.each<[total: unknown, count: number]>([
		[1, 1],
		['1', 1],
		['  1  ', 1],
		[0, 0],
	])('%p is %i', async (total, count) => {
		const { summary, pages } = await read(
			pageBased('meta.total', one),
			serve(() => meta(total)),
		);
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', total: count, requests: 1 });
		expect(pages).toMatchObject([{ items: [{ id: 1 }], index: 0, total: count }]);
	});
});
