import {
	asked,
	type FakeServer,
	nextUrls,
	offsets,
	pageBased,
	parameter,
	read,
	rows,
	serve,
	tokens,
	URL_ROWS,
	withMembers,
} from './fakeServer';

const more = (dataset: object, moreRecords = 'has_more') =>
	withMembers(dataset, { response: { moreRecords } });
const last = (dataset: object, lastPage = 'last') =>
	withMembers(dataset, { response: { lastPage } });

/** Pages of 100 records from 1; the flag is added to what each page says besides. */
function flagged(count: number, say: (isLast: boolean, page: number) => object): FakeServer {
	return serve((request) => {
		const page = Number(parameter(request, 'page'));
		const from = (page - 1) * 100;
		const items = rows(from, Math.min(from + 100, count));
		return { body: { items, ...say(from + 100 >= count, page) } };
	});
}

describe('a flag ends numbered pages without one more request', () => {
	test.each<[what: string, yes: unknown, no: unknown]>([
		['true or false', true, false],
		['text in capitals', 'True', ' FALSE '],
		['words', 'yes', 'No'],
	])('%s', async (_what, yes, no) => {
		const server = flagged(250, (isLast) => ({ has_more: isLast ? no : yes }));
		const { items, summary } = await read(more(pageBased()), server);
		expect(items).toEqual(rows(0, 250));
		expect(summary).toMatchObject({
			stopReason: 'noNextPage',
			requests: 3,
			pages: 3,
			warnings: [],
			resume: null,
		});

		const opposite = flagged(250, (isLast) => ({ last: isLast ? yes : no }));
		const run = await read(last(pageBased()), opposite);
		expect(run.items).toEqual(items);
		expect(run.summary).toEqual({ ...summary, proof: expect.stringContaining('"last" is') });
	});

	test('of offsets, in a header', async () => {
		const server = serve((request) => {
			const from = Number(parameter(request, 'offset'));
			const headers = { 'X-Has-More': from < 200 ? 'true' : 'false' };
			return { headers, body: { items: rows(from, from + 100) } };
		});
		const { items, summary } = await read(more(offsets(), 'header:x-has-more'), server);
		expect(items).toEqual(rows(0, 300));
		expect(summary).toMatchObject({ stopReason: 'noNextPage', requests: 3, warnings: [] });
	});

	test('pages that were requested ahead of the end are not read', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			if (page > 3) return { status: 400 };
			return { body: { items: rows(page * 100, page * 100 + 100), has_more: page < 3 } };
		});
		const limits = { prefetch: 4 };
		const { items, summary } = await read(more(pageBased()), server, { limits });
		expect(items).toEqual(rows(100, 400));
		expect(summary).toMatchObject({ stopReason: 'noNextPage', warnings: [] });
	});
});

describe('what the flag decides', () => {
	test('an empty page in the middle is not the last one', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			return { body: { items: page === 2 ? [] : rows(page, page + 1), has_more: page < 4 } };
		});
		const { items, summary } = await read(more(pageBased()), server);
		expect(items).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
		expect(summary).toMatchObject({ stopReason: 'noNextPage', requests: 4 });
	});

	test('an empty page without the flag is the last one under noDataLeft', async () => {
		const server = flagged(100, (_isLast, page) => (page === 1 ? { has_more: true } : {}));
		const { summary } = await read(more(pageBased()), server);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', requests: 2, warnings: [] });
	});

	test('without the flag, a page after the first is followed by what else leads to the next one', async () => {
		const server = flagged(250, (_isLast, page) => (page === 1 ? { has_more: true } : {}));
		const { items, summary } = await read(more(pageBased()), server);
		expect(items).toEqual(rows(0, 250));
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });
	});

	test('an empty page without the flag ends tokens with a warning', async () => {
		const server = serve(() => ({ body: { items: [], next: 'A' } }));
		const { summary } = await read(last(tokens()), server);
		expect(summary).toMatchObject({
			stopReason: 'pathNotFound',
			warnings: [
				'pagingScheme.response.lastPage "last" was not found on page 1; reading stopped there.',
			],
		});
	});

	test.each([['text', 'many', 'text, "many"']])(
		'%s is not a flag',
		async (_what, value, contained) => {
			const { items, summary } = await read(
				more(pageBased()),
				flagged(50, () => ({ has_more: value })),
			);
			expect(items).toHaveLength(50);
			expect(summary).toMatchObject({ stopReason: 'error' });
			expect(summary.error).toMatchObject({
				message: `pagingScheme.response.moreRecords "has_more" contains ${contained}, not true or false.`,
				fix: 'Set pagingScheme.response.moreRecords to the path of the flag itself, or clear it.',
			});
		},
	);

	test('it ends a run before the total, which is missing then', async () => {
		const server = flagged(200, (isLast) => ({ has_more: !isLast, total: 500 }));
		const { summary } = await read(more(pageBased('total')), server);
		expect(summary).toMatchObject({
			stopReason: 'noNextPage',
			requests: 2,
			total: 500,
			warnings: ['200 records were read, fewer than the 500 that the API reported.'],
		});
	});

	test('a total that is reached although there are more pages is named', async () => {
		const server = flagged(500, () => ({ has_more: true, total: 200 }));
		const { summary } = await read(more(pageBased('total')), server);
		expect(summary).toMatchObject({
			stopReason: 'reachTotalCount',
			requests: 2,
			total: 200,
			warnings: [
				'Reading stopped at the total of 200, but the API has more records: the total may be a limit.',
			],
		});
	});
});

describe('a flag beside tokens', () => {
	/** Like Stripe and Slack: the last record names the next page, on the last page too. */
	const byLastRecord = (say: (isLast: boolean) => unknown, count = 250) =>
		serve((request) => {
			const token = parameter(request, 'token');
			const from = token === undefined ? 0 : Number(token) + 1;
			const items = rows(from, Math.min(from + 100, count));
			return { body: { items, has_more: say(from + 100 >= count) } };
		});

	test('the token of the last record is not followed past the end', async () => {
		const server = byLastRecord((isLast) => !isLast);
		const { items, summary } = await read(more(tokens('items.-1.id')), server);
		expect(items).toEqual(rows(0, 250));
		expect(asked(server, 'token')).toEqual([undefined, '99', '199']);
		expect(summary).toMatchObject({ stopReason: 'noNextPage', warnings: [], resume: null });
	});

	test('more pages without a token are an error', async () => {
		const server = serve(() => ({ body: { items: rows(0, 5), has_more: true, next: '' } }));
		const { items, summary } = await read(more(tokens()), server);
		expect(items).toHaveLength(5);
		expect(summary.error).toMatchObject({
			name: 'PagingError',
			message: `Page 1 reports more pages by pagingScheme.response.moreRecords "has_more", but doesn't include a next page.`,
			fix: 'Compare pagingScheme.response.nextToken with a response of the API.',
		});
	});

	test('the last page may have a token of any kind', async () => {
		const server = serve(() => ({ body: { items: rows(0, 5), last: true, next: { a: 1 } } }));
		const { summary } = await read(last(tokens()), server);
		expect(summary).toMatchObject({ stopReason: 'noNextPage', items: 5 });
	});

	test('next URLs end with it', async () => {
		const server = serve((request) => ({
			body: {
				items: request.url.includes('page=2') ? rows(2, 4) : rows(0, 2),
				last: request.url.includes('page=2'),
				next: `${URL_ROWS}?page=${request.url.includes('page=2') ? 3 : 2}`,
			},
		}));
		const { summary } = await read(last(nextUrls()), server);
		expect(summary).toMatchObject({ stopReason: 'noNextPage', requests: 2 });
	});
});
