import {
	connection,
	graphql,
	pageBased,
	parameter,
	rows,
	serve,
	tokens,
	withMembers,
} from './fakeServer';
import { incompleteOf, readJudged } from './incompleteOf';

const missing = (property: string, instead = '', page = 1) =>
	`property "${property}" was not found on page ${page}; reading stopped there.${instead}`;
const at = (property: string) => pageBased(undefined, {}, { property });

describe('a records path that is found in no response', () => {
	test.each<[property: string, body: unknown, instead: string]>([
		['records', { items: rows(0, 3) }, ' Arrays in the response: "items" (3 elements).'],
		['records', { items: [1] }, ' Arrays in the response: "items" (1 element).'],
		[
			'records',
			{ data: { list: { rows: [] } } },
			' Arrays in the response: "data.list.rows" (0 elements).',
		],
		[
			'records',
			{ a: [1], b: { c: [1, 2] } },
			' Arrays in the response: "a" (1 element), "b.c" (2 elements).',
		],
		['itmes', { tags: [], items: [1] }, ' Did you mean "items"?'],
		['Items', { tags: [], items: [1] }, ' Did you mean "items"?'],
		['Data.items', { meta: { items: [] }, data: { items: [1] } }, ' Did you mean "data.items"?'],
		['data.line_items', { lineItems: [1], tags: [] }, ' Did you mean "lineItems"?'],
		['data.items', { items: [1], tags: [] }, ' Did you mean "items"?'],
		['items', [1, 2], ' The body itself is the array: clear the path.'],
		['items', { code: 5, reason: 'x' }, ' The response contains no array, only "code", "reason".'],
		['items', { a: { b: { c: { d: [1] } } } }, ' The response contains no array, only "a".'],
		['items', {}, ''],
	])('%s in %j', async (property, body, instead) => {
		const server = serve(() => ({ body }));
		const { incomplete, summary } = await readJudged(at(property), server);
		expect(incomplete).toEqual([missing(property, instead)]);
		expect(summary).toMatchObject({ stopReason: 'pathNotFound', items: 0 });
	});

	test('the array is named where the path leads to something else', async () => {
		const server = serve(() => ({ body: { data: { rows: [1, 2] } } }));
		const { summary } = await readJudged(at('data'), server);
		expect(summary.error).toMatchObject({
			fix: 'property must be the path of the array of records itself. Arrays in the response: "data.rows" (2 elements).',
		});
	});
});

describe('a records path that is missing on a later page', () => {
	const until = (page: number, body: object, total?: number) =>
		serve((request) => {
			const number = Number(parameter(request, 'page'));
			return {
				body: number < page ? { items: rows(number * 100, number * 100 + 100), total } : body,
			};
		});

	test('leaves the rest unread', async () => {
		const server = until(3, { page: 3 });
		const { incomplete, items } = await readJudged(pageBased(), server);
		const instead = ' The response contains no array, only "page".';
		expect(incomplete).toEqual([missing('items', instead, 3)]);
		expect(items).toHaveLength(200);
	});

	test('is the end where all records were read, though worth a warning', async () => {
		const { incomplete, summary } = await readJudged(pageBased(), until(3, {}, 200));
		expect(incomplete).toEqual([]);
		expect(summary.warnings).toEqual([missing('items', '', 3)]);
	});

	test('is the end where the list is null instead of empty', async () => {
		const { incomplete, summary } = await readJudged(pageBased(), until(3, { items: null }));
		expect(incomplete).toEqual([]);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });
	});

	test('is not the end where a token with the empty list says that there is more', async () => {
		const page = (next: unknown) => serve(() => ({ body: { items: null, next } }));
		expect(await incompleteOf(tokens(), page('A'))).toEqual([missing('items')]);
		expect(await incompleteOf(tokens(), page(null))).toEqual([]);
	});
});

describe('a total path that is found nowhere', () => {
	const missingTotal = (path: string, instead = '', page = 1) =>
		`pagingScheme.response.totalCount "${path}" was not found on page ${page}; reading stopped there.${instead}`;

	test.each([
		['totl', { total: 250 }, ' Did you mean "total"?'],
		['total', { meta: { totalCount: 250 } }, ' Did you mean "meta.totalCount"?'],
		['total', {}, ''],
	])('%s in %j', async (path, more, instead) => {
		const server = serve(() => ({ body: { items: rows(0, 100), ...more } }));
		const [reason] = await incompleteOf(pageBased(path), server);
		expect(reason).toBe(missingTotal(path, instead));
	});

	test('after the last record it is the end', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			const [from, to] = [page * 100 - 100, Math.min(page * 100, 150)];
			return { body: { items: rows(from, to), ...(page === 1 && { total: 150 }) } };
		});
		const { incomplete, summary } = await readJudged(pageBased('total'), server);
		expect(incomplete).toEqual([]);
		expect(summary.warnings).toEqual([missingTotal('total', '', 2)]);
	});
});

describe('a flag path that is found nowhere', () => {
	test.each<[field: 'moreRecords' | 'lastPage', path: string, body: object, instead: string]>([
		['moreRecords', 'hasmor', { has_more: true }, ' Did you mean "has_more"?'],
		['moreRecords', 'more', { meta: { hasNext: false } }, ' Did you mean "meta.hasNext"?'],
		['moreRecords', 'more', { is_last: false }, ''],
		['lastPage', 'fnished', { finishd: 'no', finished: false }, ' Did you mean "finished"?'],
	])('%s %s in %j', async (field, path, body, instead) => {
		const server = serve(() => ({ body: { items: rows(0, 100), ...body } }));
		const dataset = withMembers(pageBased(), { response: { [field]: path } });
		const [reason] = await incompleteOf(dataset, server);
		expect(reason).toBe(
			`pagingScheme.response.${field} "${path}" was not found on page 1; reading stopped there.${instead}`,
		);
	});
});

describe('a path of the number of pages that is found nowhere', () => {
	test.each<[path: string, body: object, instead: string]>([
		['sum', { number: 7, pageCount: 3 }, ' Did you mean "pageCount"?'],
		['nrOfPagse', { number: 7, nrOfPages: 3 }, ' Did you mean "nrOfPages"?'],
		[
			'sum',
			{ pageCount: 'x3', pages: '3x', lastPage: null, totalPages: '3' },
			' Did you mean "totalPages"?',
		],
		['sum', { number: 7 }, ''],
	])('%s in %j', async (path, body, instead) => {
		const dataset = withMembers(pageBased('total'), {
			response: { totalCount: undefined, totalPages: path },
		});
		const server = serve(() => ({ body: { items: rows(0, 100), ...body } }));
		const [reason] = await incompleteOf(dataset, server);
		expect(reason).toBe(
			`pagingScheme.response.totalPages "${path}" was not found on page 1; reading stopped there.${instead}`,
		);
	});
});

describe('a pageInfo path that is found nowhere', () => {
	test.each([['data.vendor.pageInfo', ' Did you mean "data.vendors.pageInfo"?']])(
		'%s',
		async (pageInfo, instead) => {
			const server = serve(() => connection(rows(0, 100), true, 'c'));
			expect(await incompleteOf(graphql({ response: { pageInfo } }), server)).toEqual([
				`pagingScheme.response.pageInfo "${pageInfo}.hasNextPage" was not found on page 1; reading stopped there.${instead}`,
			]);
		},
	);

	test('one without hasNextPage', async () => {
		const server = serve(() => connection(rows(0, 100), undefined, 'c'));
		expect(await incompleteOf(graphql(), server)).toEqual([
			'pagingScheme.response.pageInfo "data.vendors.pageInfo.hasNextPage" was not found on page 1; reading stopped there.',
		]);
	});
});
