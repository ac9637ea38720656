import { pageBased, pagesOf, read, serve, tokens } from './fakeServer';

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
			// The end of the list, or one that has grown by a page meanwhile.
			warnings: ['Page 3 repeats the page before it; reading stopped there.'],
		});

		const older = await read(
			pageBased(),
			serve((_request, count) => ({ body: { items: count < 3 ? [count === 1 ? 1 : 2] : [] } })),
			{ resume: summary.resume },
		);
		expect(older.summary).toMatchObject({ stopReason: 'noDataLeft', items: 2, warnings: [] });
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
});

describe('limits', () => {
	const [count, positive] = ['must be an integer of 0 or more', 'must be a positive integer'];
	test.each<[limits: object, message: string]>([
		[{ limit: -1 }, `limit ${count}, not -1.`],
		[{ maxPages: 0 }, `maxPages ${positive}, not 0.`],
		...[0, 1.5, 65, NaN, Infinity].map((prefetch): [limits: object, message: string] => [
			{ prefetch },
			`prefetch must be an integer from 1 to 64, or "automatic", not ${prefetch}.`,
		]),
		[{ interval: -1 }, 'interval must be 0 or more milliseconds, not -1.'],
		[{ interval: 5 }, 'interval needs a clock to wait with.'],
	])('%p: %s', async (limits, message) => {
		const server = pagesOf(10);
		const run = read(pageBased(), server, { limits });
		await expect(run).rejects.toThrow(new RangeError(message));
		expect(server.seen).toEqual([]);
	});

	test.each([
		[{ limit: Infinity, maxPages: Infinity }],
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
