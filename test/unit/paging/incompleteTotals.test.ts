import { offsets, pageBased, parameter, rows, serve, tokens, URL_ROWS } from './fakeServer';
import { incompleteOf, readJudged } from './incompleteOf';

/** @returns a server of numbered pages with so many records each, and something else on each */
function sized(sizes: number[], extra: (page: number) => object, headers: object = {}) {
	return serve((request) => {
		const page = Number(parameter(request, 'page'));
		const from = page * 1_000;
		const items = rows(from, from + (sizes[page - 1] ?? 0));
		return { headers: { ...headers }, body: { items, ...extra(page) } };
	});
}

/** @returns a dataset of numbered pages without a total, by its page size */
const inPagesOf = (limitValue: number | undefined) =>
	pageBased(undefined, { limitParameter: limitValue && 'size', limitValue });

const fewer = (read: number, total: number, place = '') =>
	`${read} records were read, fewer than the ${total} that the API reported${place && ` in "${place}"`}.`;
const more = (read: number, total: number, place = '') =>
	`${read} records were read, more than the ${total} that the API reported${place && ` in "${place}"`}: some may have been read twice, or the total is not that of the records.`;
const changed = (from: number, to: number) =>
	`The total that the API reported changed from ${from} to ${to} during the run, so records may be missing or duplicated.`;
const rose = (from: number, to: number) =>
	`The total that the API reported rose from ${from} to ${to} during the run.`;

describe('the configured total', () => {
	test.each<[what: string, sizes: number[], totals: number[], reasons: string[]]>([
		['fewer records', [100, 100, 49], [250, 250, 250], [fewer(249, 250)]],
		['more records', [100, 100, 60], [250, 250, 250], [more(260, 250)]],
		['all records', [100, 100, 50], [250, 250, 250], []],
		['a total that fell', [100, 100, 49], [250, 250, 249], [changed(250, 249)]],
		[
			'a total that fell, and fewer',
			[100, 100, 48],
			[250, 250, 249],
			[fewer(248, 249), changed(250, 249)],
		],
		[
			'a total that rose, and fewer',
			[100, 100, 50],
			[250, 251, 251],
			[fewer(250, 251), changed(250, 251)],
		],
	])('%s', async (_what, sizes, totals, reasons) => {
		const server = sized(sizes, (page) => ({ total: totals[page - 1] }));
		expect(await incompleteOf(pageBased('total'), server)).toEqual(reasons);
	});

	test('that rose with the records is worth a warning only', async () => {
		const server = sized([100, 100, 51], (page) => ({ total: page === 1 ? 250 : 251 }));
		const { incomplete, summary } = await readJudged(pageBased('total'), server);
		expect(incomplete).toEqual([]);
		expect(summary.warnings).toEqual([rose(250, 251)]);
	});

	test('changes over several runs, too', async () => {
		const server = () => sized([100, 100, 49], (page) => ({ total: page === 1 ? 250 : 249 }));
		const limits = { maxPages: 1 };
		const { summary } = await readJudged(pageBased('total'), server(), { limits });
		const { incomplete } = await readJudged(pageBased('total'), server(), {
			resume: summary.resume,
		});
		expect(incomplete).toEqual([changed(250, 249)]);
	});

	test('that is the number of records on the page is noticed by another one', async () => {
		const server = sized([100, 100, 50], () => ({ count: 100, meta: { total: 250 } }));
		expect(await incompleteOf(pageBased('count'), server)).toEqual([fewer(100, 250, 'meta.total')]);
	});
});

describe('a total that is not configured', () => {
	test.each<[place: string, more: object, headers?: object]>([
		['total', { total: 250 }],
		['total_count', { total_count: 250, count: 100 }],
		['meta.pagination.total', { meta: { pagination: { total: 250 } } }],
		['header:X-Total-Count', {}, { 'x-total-count': '250' }],
		['count', { count: 250 }],
	])('%s', async (place, extra, headers = {}) => {
		const server = () => sized([100, 100], () => extra, headers);
		expect(await incompleteOf(pageBased(), server())).toEqual([fewer(200, 250, place)]);
		const all = sized([100, 100, 50], () => extra, headers);
		expect(await incompleteOf(pageBased(), all)).toEqual([]);
	});

	test('more records than it', async () => {
		const server = sized([100, 100, 60], () => ({ total: 250 }));
		expect(await incompleteOf(pageBased(), server)).toEqual([more(260, 250, 'total')]);
	});

	test('beside the records of a token or without paging', async () => {
		const server = serve(() => ({ body: { data: { items: rows(0, 5), total: 9, next: null } } }));
		const property = { property: 'data.items' };
		const token = { ...tokens('data.next'), ...property };
		expect(await incompleteOf(token, server)).toEqual([fewer(5, 9, 'data.total')]);
		const single = { url: URL_ROWS, ...property };
		expect(await incompleteOf(single, server)).toEqual([fewer(5, 9, 'data.total')]);
	});

	test.each<[what: string, extra: (page: number) => object]>([
		['the number of records on the page', (page) => ({ count: [100, 100, 50][page - 1] ?? 0 })],
		['the page size', () => ({ count: 100 })],
		['the largest page size', () => ({ count: 1_000, total: '' })],
		['a total of the page', (page) => ({ total: [100, 100, 50][page - 1] ?? 0 })],
		['the number of pages', () => ({ total: 3 })],
		['an amount', () => ({ total: 1_234.5 })],
		['two that differ', () => ({ total: 900, totalCount: 901 })],
		['one of something else', () => ({ cart: { total: 900 } })],
	])('is not taken from %s', async (what, extra) => {
		const size =
			what === 'the largest page size' ? { limitParameter: undefined, limitValue: undefined } : {};
		const dataset = pageBased(undefined, size);
		expect(await incompleteOf(dataset, sized([100, 100, 50], extra))).toEqual([]);
	});

	test.each<[what: string, sizes: number[], total: number, size: number | undefined]>([
		['the size of each page', [100, 100], 100, undefined],
		['the number of pages, where they are small', [2, 2, 2], 3, undefined],
		['a page size that the server does not keep to', [50, 50, 50], 100, 100],
	])('is not taken from %s', async (_what, sizes, total, limitValue) => {
		const server = sized(sizes, () => ({ total }));
		expect(await incompleteOf(inPagesOf(limitValue), server)).toEqual([]);
	});

	test.each<[what: string, sizes: number[], size: number | undefined]>([
		['without a page size', [100, 100], undefined],
		['where it is no more than a page', [250, 10], 250],
	])('is not taken from "count" %s', async (_what, sizes, limitValue) => {
		const server = sized(sizes, () => ({ count: 250 }));
		expect(await incompleteOf(inPagesOf(limitValue), server)).toEqual([]);
	});

	test('does not question a configured one that several pages agree with', async () => {
		const server = sized([100, 50], () => ({ sum: 150, total: 400 }));
		expect(await incompleteOf(pageBased('sum'), server)).toEqual([]);
	});

	test('is compared where offsets start at 1', async () => {
		const server = serve((request) => {
			const offset = Number(parameter(request, 'offset'));
			return { body: { items: rows(offset, Math.min(offset + 100, 201)), total: 250 } };
		});
		const dataset = offsets(undefined, { offsetStartingValue: 1 });
		expect(await incompleteOf(dataset, server)).toEqual([fewer(200, 250, 'total')]);
	});

	test.each(['total', undefined])(
		'and is reached: other signs do not count (configured: %p)',
		async (path) => {
			const server = sized([100, 50], () => ({ total: 150, has_more: true }));
			expect(await incompleteOf(pageBased(path), server)).toEqual([]);
		},
	);

	test('is not compared where reading starts after the first page', async () => {
		const server = sized([0, 100, 50], () => ({ total: 250 }));
		expect(await incompleteOf(pageBased(undefined, { pageStartingValue: 2 }), server)).toEqual([]);
		const later = serve((request) => {
			const offset = Number(parameter(request, 'offset'));
			return { body: { items: rows(offset, Math.min(offset + 100, 250)), total: 250 } };
		});
		expect(await incompleteOf(offsets(undefined, { offsetStartingValue: 50 }), later)).toEqual([]);
	});

	test('says nothing about a run that stopped on purpose', async () => {
		const server = () => sized([100, 100, 50], () => ({ total: 250 }));
		for (const limits of [{ limit: 120 }, { maxPages: 1 }, { limit: 200 }]) {
			expect(await incompleteOf(pageBased(), server(), { limits })).toEqual([]);
		}
	});
});
