import {
	asked,
	endingWith,
	offsets,
	pageBased,
	pagesOf,
	parameter,
	read,
	rows,
	serve,
} from './fakeServer';

/** @returns a dataset that ends with the number of pages */
function pagesUntil(totalPages: string, request: object = {}): object {
	const { pagingScheme, ...endpoint } = Object(pageBased('total', request));
	return { ...endpoint, pagingScheme: { ...pagingScheme, response: { totalPages } } };
}

describe('a total of pages', () => {
	test.each([
		['from 1', 1, ['1', '2', '3']],
		['from 0', 0, ['0', '1', '2']],
	])('ends the run, with pages numbered %s', async (_what, first, pages) => {
		const server = pagesOf(250, first, () => ({ pages: 3 }));
		const dataset = pagesUntil('pages', { pageStartingValue: first });
		const { items, summary } = await read(dataset, server);
		expect(items).toEqual(rows(0, 250));
		expect(asked(server, 'page')).toEqual(pages);
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', total: null, warnings: [] });
	});

	test('needs no page size', async () => {
		const server = pagesOf(250, 1, () => ({ pages: '3' }));
		const dataset = pagesUntil('pages', { limitParameter: '', limitValue: '' });
		const { items, summary } = await read(dataset, server, { limits: { prefetch: 8 } });
		expect(items).toEqual(rows(0, 250));
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', requests: 3 });
	});

	test('grows and shrinks with what the server reports', async () => {
		const server = pagesOf(350, 1, (page) => ({ pages: page < 3 ? 3 : 4 }));
		const { items } = await read(pagesUntil('pages'), server, { limits: { prefetch: 3 } });
		expect(items).toEqual(rows(0, 350));
	});

	test.each<[what: string, extra: object, state: string]>([
		['missing', {}, 'was not found'],
		['text', { pages: 'many' }, 'contains text, "many", not a number of pages,'],
	])('that is %s ends the run, which says so', async (_what, extra, state) => {
		const { summary } = await read(
			pagesUntil('pages'),
			pagesOf(250, 1, () => extra),
		);
		expect(summary).toMatchObject({
			stopReason: 'pathNotFound',
			items: 100,
			warnings: [
				`pagingScheme.response.totalPages "pages" ${state} on page 1; reading stopped there.`,
			],
		});
	});
});

describe('the total in Content-Range', () => {
	const dataset = offsets('header:Content-Range');
	const ranged = (count: number, total: (from: number) => string) =>
		serve((request) => {
			const from = Number(parameter(request, 'offset'));
			const items = rows(from, Math.min(from + 100, count));
			const range = items.length > 0 ? `${from}-${from + items.length - 1}` : '*';
			return {
				status: 206,
				headers: { 'content-range': `items ${range}/${total(from)}` },
				body: { items },
			};
		});

	test.each([1, 8])('follows the slash; %i pages at once', async (prefetch) => {
		const server = ranged(250, () => '250');
		const { items, summary } = await read(dataset, server, { limits: { prefetch } });
		expect(items).toEqual(rows(0, 250));
		expect(summary).toMatchObject({
			stopReason: 'reachTotalCount',
			requests: 3,
			total: 250,
			warnings: [],
		});
	});

	test.each([1, 8])('that is not known ends with an empty page; %i at once', async (prefetch) => {
		const { items, summary } = await read(
			dataset,
			ranged(250, () => '*'),
			{
				limits: { prefetch },
			},
		);
		expect(items).toEqual(rows(0, 250));
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', total: null, warnings: [] });
	});

	test('is not guessed from anything else', async () => {
		const server = serve(() => ({
			headers: { 'Content-Range': 'items 0-24' },
			body: { items: rows(0, 25) },
		}));
		const { summary } = await read(dataset, server);
		expect(summary).toMatchObject({
			stopReason: 'pathNotFound',
			warnings: [
				'pagingScheme.response.totalCount "header:Content-Range" contains text, "items 0-24", not a number of records, on page 1; reading stopped there.',
			],
		});
	});

	test.each(['*', '1/5'])('%s in the body is no total, as ever', async (total) => {
		const { summary } = await read(
			pageBased('total'),
			pagesOf(250, 1, () => ({ total })),
		);
		expect(summary).toMatchObject({ stopReason: 'pathNotFound', items: 100 });
	});
});

describe('statuses that end numbered pages', () => {
	const until = (status: number) =>
		serve((request) => {
			const from = Number(parameter(request, 'offset'));
			return from >= 250 ? { status } : { body: { items: rows(from, Math.min(from + 100, 250)) } };
		});

	test.each([400, 404, 416])('%i after the first page', async (status) => {
		const dataset = endingWith([status], offsets());
		const one = await read(dataset, until(status));
		expect(one.items).toEqual(rows(0, 250));
		expect(one.summary).toMatchObject({ stopReason: 'noDataLeft', pages: 3, resume: null });

		const ahead = await read(dataset, until(status), { limits: { prefetch: 4 } });
		expect({ ...ahead.summary, requests: 0 }).toEqual({ ...one.summary, requests: 0 });
	});

	test.each([400, 404, 416])('%i on the first page is an error', async (status) => {
		const { summary } = await read(
			endingWith([400, 404, 416], offsets()),
			serve(() => ({ status })),
		);
		expect(summary).toMatchObject({ stopReason: 'error', items: 0 });
	});

	test('only those that the dataset has', async () => {
		const { summary } = await read(endingWith([404], offsets()), until(416));
		expect(summary).toMatchObject({ stopReason: 'error', items: 250 });
		expect(summary.error).toMatchObject({
			status: 416,
			fix: 'If this API returns 416 after its last page, add 416 to pagingScheme.endStatuses.',
		});
	});
});
