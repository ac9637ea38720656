import { offsets, pageBased, pagesOf, parameter, read, rows, serve, tokens } from './fakeServer';

/** @returns a server whose pages hold so many records each, and that tells this total */
function sized(sizes: number[], total: number) {
	return serve((request) => {
		const page = Number(parameter(request, 'page'));
		const from = page * 1_000;
		return { body: { items: rows(from, from + (sizes[page - 1] ?? 0)), total } };
	});
}

const fewer = (read: number, expected: number, largest?: number) =>
	`${read} records were read, fewer than the ${expected} that the API reported.` +
	(largest === undefined
		? ''
		: ` No page contained more than ${largest} records: set pagingScheme.request.limitValue to ${largest}.`);

const more = (read: number, expected: number) =>
	`${read} records were read, more than the ${expected} that the API reported: some may have been read twice, or the total is not that of the records.`;

describe('a warning about missing records', () => {
	test.each<[what: string, sizes: number[], total: number, warnings: string[]]>([
		['not when all came', [100, 100, 50], 250, []],
		['when more came', [100, 100, 60], 250, [more(260, 250)]],
		['a page that was short', [100, 40, 50], 250, [fewer(190, 250)]],
		['one that is missing', [100, 100, 49], 250, [fewer(249, 250)]],
		['a server that gives less than it is asked for', [50, 50, 50], 250, [fewer(150, 250, 50)]],
		['the largest page is what counts', [20, 50, 30], 250, [fewer(100, 250, 50)]],
		['no page held anything', [0, 0, 0], 250, [fewer(0, 250)]],
	])('%s', async (_what, sizes, total, warnings) => {
		const { summary } = await read(pageBased('total'), sized(sizes, total));
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', requests: 3, total, warnings });
	});

	test.each<[what: string, options: object]>([
		['a limit', { limits: { limit: 120 } }],
		['a limit that ends with a page', { limits: { limit: 140 } }],
		['the most pages', { limits: { maxPages: 2 } }],
		['limit 0', { limits: { limit: 0 } }],
	])('is not given for a run that was to end there: %s', async (_what, options) => {
		const { summary } = await read(pageBased('total'), sized([100, 40, 50], 250), options);
		expect(summary.resume).not.toBeNull();
		expect(summary.warnings).toEqual([]);
	});

	test('is not given for a run that was cancelled or failed', async () => {
		const controller = new AbortController();
		const short = sized([50], 250);
		const cancelled = serve(async (request, count, control) => {
			if (count === 2) controller.abort();
			return await short.send(request, control);
		});
		const options = { signal: controller.signal };
		const first = await read(pageBased('total'), cancelled, options);
		expect(first.summary).toMatchObject({ stopReason: 'cancelled', items: 50, warnings: [] });

		const failing = serve(async (request, count, control) =>
			count === 2 ? { status: 500 } : await short.send(request, control),
		);
		const second = await read(pageBased('total'), failing);
		expect(second.summary).toMatchObject({ stopReason: 'error', items: 50, warnings: [] });
	});

	test('is not given for a page that leads nowhere', async () => {
		const server = serve(() => ({ body: { items: [1], next: {}, total: 9 } }));
		const { summary } = await read(tokens(), server);
		expect(summary).toMatchObject({ stopReason: 'error', resume: null, warnings: [] });
	});

	test('is given when the records stop early', async () => {
		const server = serve((request) =>
			parameter(request, 'page') === '1'
				? { body: { items: rows(0, 100), total: 250 } }
				: { body: {} },
		);
		const { summary } = await read(pageBased('total'), server);
		expect(summary).toMatchObject({ stopReason: 'pathNotFound', items: 100 });
		expect(summary.warnings).toEqual([
			'property "items" was not found on page 2; reading stopped there.',
			fewer(100, 250),
		]);
	});

	test.each<[what: string, dataset: object, warnings: string[]]>([
		['offsets', offsets('total', { offsetStartingValue: 50 }), [fewer(100, 150, 50)]],
		['offsets from 1', offsets('total', { offsetStartingValue: 101 }), [fewer(50, 100, 50)]],
		['pages from 3', pageBased('total', { pageStartingValue: 3 }), []],
		['pages from 2', pageBased('total', { pageStartingValue: 2 }), [fewer(50, 100, 50)]],
	])('leaves out what lies before the first page: %s', async (_what, dataset, warnings) => {
		const server = serve((_request, count) => ({
			body: { items: rows(count * 50, count * 50 + 50), total: 200 },
		}));
		const { summary } = await read(dataset, server);
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', total: 200, warnings });
	});

	test('counts one record as one', async () => {
		const server = serve(() => ({ body: { items: [1], total: 150 } }));
		const { summary } = await read(pageBased('total'), server, { limits: { maxPages: 2 } });
		expect(summary).toMatchObject({ stopReason: 'loopDetected', items: 1 });
		expect(summary.warnings).toContain(
			'1 record was read, fewer than the 150 that the API reported. No page contained more than 1 record: set pagingScheme.request.limitValue to 1.',
		);
	});

	test('is not given for single records counted from 1', async () => {
		const server = serve((request) => {
			const offset = Number(parameter(request, 'offset'));
			return { body: { items: rows(offset, offset + 1), total: 3 } };
		});
		const dataset = offsets('total', { offsetStartingValue: 1, limitValue: 1 });
		const { items, summary } = await read(dataset, server);
		expect(items).toEqual(rows(1, 4));
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', warnings: [] });
	});

	test('counts the records of all runs', async () => {
		const server = () => sized([100, 40, 50], 250);
		const { summary } = await read(pageBased('total'), server(), { limits: { maxPages: 1 } });
		const rest = await read(pageBased('total'), server(), { resume: summary.resume });
		expect(rest.summary).toMatchObject({ items: 90, warnings: [fewer(190, 250)] });
	});
});

describe('repeated pages', () => {
	test('end the run, in words', async () => {
		const server = serve((_request, count) => ({ body: { items: count < 3 ? [count] : [2] } }));
		const { items, summary } = await read(pageBased(), server);
		expect(items).toEqual([1, 2]);
		expect(summary).toMatchObject({
			stopReason: 'loopDetected',
			pages: 2,
			requests: 3,
			resume: null,
		});
		expect(summary.warnings).toEqual([]);
	});

	test('are found across runs, against the page before the cut only', async () => {
		const { summary } = await read(
			pageBased(),
			serve((_request, count) => ({ body: { items: [count] } })),
			{ limits: { maxPages: 2 } },
		);
		const repeat = await read(pageBased(), serve(() => ({ body: { items: [2] } })), { resume: summary.resume }); // prettier-ignore
		expect(repeat.summary).toMatchObject({
			stopReason: 'loopDetected',
			items: 0,
			warnings: [],
		});

		const older = await read(
			pageBased(),
			serve((_request, count) => ({ body: { items: count < 3 ? [count === 1 ? 1 : 2] : [] } })),
			{ resume: summary.resume },
		);
		expect(older.summary).toMatchObject({ stopReason: 'noDataLeft', items: 2, warnings: [] });
	});

	test('are found although a run in between read nothing', async () => {
		const repeating = () => serve(() => ({ body: { items: [1] } }));
		const first = await read(pageBased(), repeating(), { limits: { maxPages: 1 } });
		const idle = await read(pageBased(), repeating(), {
			resume: first.summary.resume,
			limits: { limit: 0 },
		});
		expect(idle.summary.resume).toEqual(first.summary.resume);
		const second = await read(pageBased(), repeating(), { resume: idle.summary.resume });
		expect(second.summary).toMatchObject({ stopReason: 'loopDetected', items: 0 });
	});

	const LOOP: { self?: unknown } = {};
	LOOP.self = LOOP;
	test.each([
		['empty pages', () => []],
		['records that are no JSON', () => [LOOP]],
	])('are not: %s', async (_what, items) => {
		const server = serve(() => ({ body: { items: items(), total: 300 } }));
		const { summary } = await read(pageBased('total'), server);
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', requests: 3 });
	});

	test('say nothing where pages name the next one', async () => {
		const server = serve((_request, count) => ({
			body: { items: [1], next: count < 3 ? count : null },
		}));
		const { summary } = await read(tokens(), server);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', items: 3, warnings: [] });
		expect(summary.resume).toBeNull();
	});
});

describe('limits', () => {
	const [count, positive] = ['must be an integer of 0 or more', 'must be a positive integer'];
	test.each<[limits: object, message: string]>([
		[{ limit: -1 }, `limit ${count}, not -1.`],
		[{ limit: 1.5 }, `limit ${count}, not 1.5.`],
		[{ limit: NaN }, `limit ${count}, not NaN.`],
		[{ limit: -Infinity }, `limit ${count}, not -Infinity.`],
		[{ maxPages: 0 }, `maxPages ${positive}, not 0.`],
		[{ maxPages: 1.5 }, `maxPages ${positive}, not 1.5.`],
		...[0, 1.5, 65, NaN, Infinity].map((prefetch): [limits: object, message: string] => [
			{ prefetch },
			`prefetch must be an integer from 1 to 64, or "automatic", not ${prefetch}.`,
		]),
		[{ interval: -1 }, 'interval must be 0 or more milliseconds.'],
		[{ interval: NaN }, 'interval must be 0 or more milliseconds.'],
		[{ interval: 5 }, 'interval needs a clock to wait with.'],
	])('%p: %s', async (limits, message) => {
		const server = pagesOf(10);
		const run = read(pageBased(), server, { limits });
		await expect(run).rejects.toThrow(new RangeError(message));
		expect(server.seen).toEqual([]);
	});

	test.each([
		[{ limit: 1 }],
		[{ limit: Infinity, maxPages: Infinity }],
		[{ interval: 0 }],
		[{ maxPages: 1, prefetch: 1 }],
		[{ prefetch: 64, maxPages: 3 }],
		[{ prefetch: 'automatic' as const }],
	])('%p are accepted', async (limits) => {
		const { summary } = await read(pageBased(), pagesOf(50), { limits });
		expect(summary.items).toBeGreaterThan(0);
	});

	test('without limits, a run ends after 1000 pages', async () => {
		const server = serve((_request, count) => ({ body: { items: [count], next: count } }));
		const { summary } = await read(tokens(), server);
		expect(summary).toMatchObject({ pages: 1_000, stopReason: 'maxPages', warnings: [] });
	});

	test('the last page is the end, also when it is the last one allowed', async () => {
		const { summary } = await read(pageBased('total'), sized([100, 100], 200), {
			limits: { maxPages: 2 },
		});
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', resume: null });
	});

	test('a limit met by the page before an error or a repeat is met', async () => {
		const leads = (next: unknown) =>
			serve((_request, count) => ({ body: { items: [count], next: count === 1 ? 'A' : next } }));
		const limits = { limit: 2 };
		const point = {
			stopReason: 'limit',
			items: 2,
			warnings: [],
			resume: { position: 'A', skip: 1, pages: 1, items: 2 },
		};
		expect((await read(tokens(), leads({}), { limits })).summary).toMatchObject(point);
		expect((await read(tokens(), leads('A'), { limits })).summary).toMatchObject(point);
		const { summary } = await read(tokens(), leads('B'), { limits });
		expect(summary).toMatchObject({
			stopReason: 'limit',
			resume: { position: 'B', skip: 0, pages: 2 },
		});
	});
});
