import { offsets, pageBased, parameter, rows, serve, start } from './fakeServer';
import { reading, settle } from './patientServer';

describe('how far ahead pages are asked for', () => {
	test('as many as allowed, one more for each page that was read', async () => {
		const server = await reading(pageBased(), { prefetch: 3 });
		expect(server.asked).toEqual([1, 2, 3]);
		await server.answer(2);
		await server.answer(3);
		expect(server.asked).toEqual([1, 2, 3]);
		await server.answer(1);
		expect(server.asked).toEqual([1, 2, 3, 4, 5, 6]);
	});

	test('not past the most pages', async () => {
		const server = await reading(pageBased(), { prefetch: 4, maxPages: 2 });
		expect(server.asked).toEqual([1, 2]);
		await server.answer(1);
		expect(server.asked).toEqual([1, 2]);
		await server.answer(2);
		expect(await server.end()).toMatchObject({ stopReason: 'maxPages', requests: 2 });
	});

	test.each([
		[100, [1]],
		[101, [1, 2]],
		[201, [1, 2, 3]],
	])('not past the pages that %i records need', async (limit, pages) => {
		const server = await reading(pageBased(), { prefetch: 4, limit });
		expect(server.asked).toEqual(pages);
	});

	test('pages that turn out larger than configured are counted as they come', async () => {
		const server = await reading(pageBased(), { prefetch: 2, limit: 300 });
		await server.answer(1, 200);
		expect(server.asked).toEqual([1, 2]);
		await server.answer(2, 100);
		expect(await server.end()).toMatchObject({ stopReason: 'limit', items: 300, requests: 2 });
	});

	test('a limit whose page size is not known waits for the first page', async () => {
		const unsized = pageBased(undefined, { limitParameter: undefined, limitValue: undefined });
		const server = await reading(unsized, { prefetch: 4, limit: 30 });
		expect(server.asked).toEqual([1]);
		await server.answer(1, 10);
		expect(server.asked).toEqual([1, 2, 3]);
	});

	test('what an earlier run handed out of a page needs room as well', async () => {
		const first = await reading(pageBased(), { prefetch: 1, limit: 50 });
		await first.answer(1);
		const { resume } = await first.end();
		const server = await reading(pageBased(), { prefetch: 4, limit: 60 }, { resume });
		expect(server.asked).toEqual([1, 2]);
	});

	test('a total is waited for, and bounds what follows', async () => {
		const server = await reading(pageBased('total'), { prefetch: 8 });
		expect(server.asked).toEqual([1]);
		await server.answer(1, 100, { total: 301 });
		expect(server.asked).toEqual([1, 2, 3, 4]);
		for (const page of [2, 3, 4]) await server.answer(page, 100, { total: 301 });
		expect(await server.end()).toMatchObject({ stopReason: 'reachTotalCount', requests: 4 });
	});

	test('offsets are as far apart as pages are long', async () => {
		const server = await reading(offsets(undefined, { offsetStartingValue: 7 }), { prefetch: 3 });
		expect(server.asked).toEqual([7, 107, 207]);
		const few = await reading(offsets(), { prefetch: 4, maxPages: 2 });
		expect(few.asked).toEqual([0, 100]);
	});
});

describe('an answer that certainly ends the run', () => {
	test.each<[what: string, answer: object]>([
		['an empty page', { body: { items: [] } }],
		['nothing at property', { body: {} }],
		['no JSON', { body: 'Sign in' }],
	])('lets no page past it be asked for: %s', async (_what, answer) => {
		const server = await reading(pageBased(), { prefetch: 3 });
		await server.say(2, answer);
		await server.answer(1);
		expect(server.asked).toEqual([1, 2, 3]);
		await server.end();
	});

	test('lets the pages before it be asked for', async () => {
		const server = await reading(pageBased(), { prefetch: 4 });
		await server.say(3, { status: 204 });
		await server.answer(1);
		expect(server.asked).toEqual([1, 2, 3, 4]);
		await server.answer(2);
		expect(await server.end()).toMatchObject({ stopReason: 'noDataLeft', items: 200, requests: 4 });
	});

	test('a page of records does not', async () => {
		const server = await reading(pageBased(), { prefetch: 3 });
		await server.answer(2, 1);
		await server.answer(1);
		expect(server.asked).toEqual([1, 2, 3, 4, 5]);
	});

	test('an empty page does not where the total counts', async () => {
		const server = await reading(pageBased('total'), { prefetch: 3 });
		await server.answer(1, 100, { total: 600 });
		expect(server.asked).toEqual([1, 2, 3, 4]);
		await server.answer(3, 0, { total: 600 });
		await server.answer(2, 100, { total: 600 });
		expect(server.asked).toEqual([1, 2, 3, 4, 5, 6]);
	});

	test('a request that fails does', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			if (page === 2 && server.seen.length > 3) throw new Error('broken');
			if (page === 2) throw new Error('broken together with others');
			return settle().then(() => ({ body: { items: rows(page * 100, page * 100 + 100) } }));
		});
		const run = start(pageBased(), server, { limits: { prefetch: 3 } });
		await run.next();
		expect(server.seen).toHaveLength(3);
		expect(await run.next()).toMatchObject({
			done: true,
			value: { stopReason: 'error', requests: 3, error: { message: 'broken' } },
		});
	});
});
