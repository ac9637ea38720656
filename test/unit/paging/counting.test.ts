import {
	asked,
	offsets,
	pageBased,
	pagesOf,
	parameter,
	read,
	rows,
	serve,
	start,
} from './fakeServer';

describe('pages with a number', () => {
	test('case 1: noDataLeft ends with the empty page, not with a short one', async () => {
		const server = pagesOf(250);
		const { items, summary } = await read(pageBased(), server);

		expect(asked(server, 'page')).toEqual(['1', '2', '3', '4']);
		expect(asked(server, 'size')).toEqual(['100', '100', '100', '100']);
		expect(items).toEqual(rows(0, 250));
		expect(summary).toEqual({
			pages: 4,
			requests: 4,
			items: 250,
			total: null,
			stopReason: 'noDataLeft',
			proof: 'Page 4 has no records',
			warnings: [],
			notes: [],
			incomplete: [],
			resume: null,
		});
	});

	test.each([
		[250, ['1', '2', '3']],
		[200, ['1', '2']],
		[100, ['1']],
		[101, ['1', '2']],
	])('case 2: reachTotalCount with %i records', async (count, pages) => {
		const server = pagesOf(count, 1, () => ({ total: count }));
		const { items, summary } = await read(pageBased('total'), server);

		expect(asked(server, 'page')).toEqual(pages);
		expect(items).toEqual(rows(0, count));
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', total: count, warnings: [] });
	});

	test('case 3: numbered from 0, the last page completes the total', async () => {
		const server = pagesOf(250, 0, () => ({ total: 250 }));
		const { items } = await read(pageBased('total', { pageStartingValue: 0 }), server);

		expect(asked(server, 'page')).toEqual(['0', '1', '2']);
		expect(items).toEqual(rows(0, 250));
	});

	test.each([[undefined], [null]])(
		'case 7: total %p on page 3 ends it, page kept',
		async (gone) => {
			const server = pagesOf(900, 1, (page) => ({ total: page === 3 ? gone : 900 }));
			const { items, summary } = await read(pageBased('total'), server);

			expect(asked(server, 'page')).toEqual(['1', '2', '3']);
			expect(items).toEqual(rows(0, 300));
			expect(summary).toMatchObject({ stopReason: 'pathNotFound', items: 300, total: 900 });
			expect(summary.warnings).toContainEqual(expect.stringContaining('page 3'));
		},
	);

	test('case 10: an empty page does not end reachTotalCount', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			return { body: { items: page === 2 ? [] : rows(page * 100, page * 100 + 100), total: 300 } };
		});
		const { items, summary } = await read(pageBased('total'), server);

		expect(asked(server, 'page')).toEqual(['1', '2', '3']);
		expect(items).toHaveLength(200);
		expect(summary.stopReason).toBe('reachTotalCount');
		expect(summary.warnings).toEqual([expect.stringMatching(/200 records.*fewer than the 300/)]);
	});

	test('records before the starting page are not missed', async () => {
		const server = pagesOf(250, 1, () => ({ total: 250 }));
		const { items, summary } = await read(pageBased('total', { pageStartingValue: 2 }), server);
		expect(items).toEqual(rows(100, 250));
		expect(summary.warnings).toEqual([]);
	});

	test('a consumer that changes its records does not hide the loop', async () => {
		const server = serve(() => ({ body: { items: [{ id: 1 }] } }));
		const iterator = start(pageBased(), server);
		const first = await iterator.next();
		if (!first.done) first.value.items.push('changed');
		expect(await iterator.next()).toMatchObject({ value: { stopReason: 'loopDetected' } });
	});
});

describe('pages with an offset', () => {
	const server = (count: number, origin = 0) =>
		serve((request) => {
			const from = Number(parameter(request, 'offset')) - origin;
			return { body: { items: rows(from, Math.min(from + 100, count)), total: count } };
		});

	test('case 16: without limitParameter the offset rises by limitValue and no limit is sent', async () => {
		const api = server(250);
		const { items } = await read(offsets(undefined, { limitParameter: undefined }), api);

		expect(asked(api, 'offset')).toEqual(['0', '100', '200', '300']);
		expect(api.seen.map(({ url }) => url)[0]).toBe('https://api.test/rows?offset=0');
		expect(items).toEqual(rows(0, 250));
	});

	test.each([
		[250, ['0', '100', '200']],
		[200, ['0', '100']],
	])('offsets from 0 with %i records', async (count, expected) => {
		const api = server(count);
		const { items } = await read(offsets('total'), api);
		expect(asked(api, 'offset')).toEqual(expected);
		expect(items).toEqual(rows(0, count));
	});

	test.each([
		[200, 1, ['1', '101']],
		[201, 1, ['1', '101', '201']],
		[201, 101, ['101', '201']],
	])('offsets from 1 with %i records, started at %i, lose none', async (count, start, expected) => {
		const api = server(count, 1);
		const { items, summary } = await read(offsets('total', { offsetStartingValue: start }), api);
		expect(asked(api, 'offset')).toEqual(expected);
		expect(items).toEqual(rows(start - 1, count));
		expect(summary.warnings).toEqual([]);
	});
});
