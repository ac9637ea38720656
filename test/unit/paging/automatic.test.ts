import { AdaptiveWindow } from '../../../nodes/shared/basics/adaptiveWindow';
import type { Limits, Send } from '../../../nodes/shared/paging';
import { offsets, pageBased, pagesOf, read, rows, tokens } from './fakeServer';
import { reading } from './patientServer';
import { VirtualTime } from './virtualTime';

const PAGES = 100;
const AUTOMATIC: Limits = { prefetch: 'automatic' };

describe('how fast it reads', () => {
	/** A server with so many workers, each of which takes so long for a page; the others queue. */
	function busyServer(workers: number, latency: (answered: number) => number) {
		const time = new VirtualTime();
		const pages = pagesOf(PAGES * 100, 1, () => ({ total: PAGES * 100 }));
		const load = { open: 0, most: 0, answered: 0, openBy: new Array<number>() };
		const free = Array.from({ length: workers }, () => 0);
		const send: Send = async (request, control) => {
			load.open++;
			load.most = Math.max(load.most, load.open);
			load.openBy.push(load.open);
			const worker = free.indexOf(Math.min(...free));
			const done = Math.max(time.now, free[worker] ?? 0) + latency(load.answered++);
			free[worker] = done;
			await time.sleep(done - time.now);
			load.open--;
			return await pages.send(request, control);
		};
		const readAll = async (dataset: object, limits: Limits) =>
			await time.run(async () => await read(dataset, { send }, { clock: time.clock, limits }));
		return { load, readAll };
	}

	test.each([[undefined], ['total']])('at least 5 times as fast, total at %p', async (total) => {
		const sequential = await busyServer(64, () => 50).readAll(pageBased(total), {});
		const server = busyServer(64, () => 50);
		const { result, tookMs } = await server.readAll(pageBased(total), AUTOMATIC);
		expect(result.pages).toEqual(sequential.result.pages);
		expect(sequential.tookMs / tookMs).toBeGreaterThanOrEqual(7);
		expect(server.load.openBy.slice(0, 2)).toEqual([1, total ? 1 : 2]);
		expect(server.load.most).toBe(16);
		expect(result.summary.requests).toBeLessThanOrEqual(sequential.result.summary.requests + 15);
	});

	test.each([1, 2, 3, 4, 6])(
		'a server with %i workers is not asked for much more',
		async (workers) => {
			const server = busyServer(workers, () => 100);
			const { result } = await server.readAll(pageBased('total'), AUTOMATIC);
			expect(result.items).toEqual(rows(0, PAGES * 100));
			// Doubling goes too far once; after that, requests hardly queue.
			expect(server.load.most).toBeLessThanOrEqual(Math.max(4, workers * 3));
			expect(Math.max(...server.load.openBy.slice(-30))).toBeLessThanOrEqual(
				Math.max(3, Math.ceil(workers * 1.75)),
			);
		},
	);

	test('a server that becomes slower under the load is relieved', async () => {
		const server = busyServer(64, (answered) => (answered < 40 ? 50 : 500));
		const { result } = await server.readAll(pageBased('total'), AUTOMATIC);
		expect(result.items).toEqual(rows(0, PAGES * 100));
		expect(server.load.openBy.slice(0, 40)).toContain(16);
		expect(Math.min(...server.load.openBy.slice(60, 90))).toBeLessThanOrEqual(4);
	});

	test('a first page from a cache does not keep the others back', async () => {
		const server = busyServer(64, (answered) => (answered < 2 ? 1 : 50));
		const sequential = await busyServer(64, () => 50).readAll(pageBased('total'), {});
		const { tookMs } = await server.readAll(pageBased('total'), AUTOMATIC);
		expect(sequential.tookMs / tookMs).toBeGreaterThanOrEqual(5);
	});
});

describe('what is read one by one', () => {
	test('a POST, unless a number is set', async () => {
		const post = pageBased(undefined, {}, { method: 'POST' });
		expect((await reading(post, AUTOMATIC)).asked).toEqual([1]);
		expect((await reading(post, { prefetch: 2 })).asked).toEqual([1, 2]);
	});

	test('pages that are not numbered, without a warning', async () => {
		const server = pagesOf(0);
		const { summary } = await read(tokens(), server, { limits: AUTOMATIC });
		expect(summary).toMatchObject({ requests: 1, warnings: [] });
	});

	test('the first page, where it reports the total', async () => {
		const server = await reading(pageBased('total'), AUTOMATIC);
		expect(server.asked).toEqual([1]);
		await server.answer(1, 100, { total: 250 });
		expect(server.asked).toEqual([1, 2, 3]);
	});
});

describe('how far it goes ahead', () => {
	test('two at first, and no further until the first of them is read', async () => {
		const server = await reading(offsets(), AUTOMATIC);
		expect(server.asked).toEqual([0, 100]);
		await server.answer(100);
		expect(server.asked).toEqual([0, 100]);
	});

	test('no further past the end than requests were out', async () => {
		for (const pages of [0, 1, 2, 3, 5, 8, 13, 40]) {
			const server = await reading(pageBased(), AUTOMATIC);
			let mostOut = 0;
			while (!server.summary) {
				const out = server.asked.filter((page) => !server.isAnswered(page));
				mostOut = Math.max(mostOut, out.length);
				const [next = 0] = out;
				await server.answer(next, next <= pages ? 100 : 0);
			}
			expect(server.summary).toMatchObject({ stopReason: 'noDataLeft', items: pages * 100 });
			expect(server.summary.requests - (pages + 1)).toBeLessThan(Math.max(2, mostOut));
		}
	});
});

describe('the automatic window', () => {
	/** A window with a clock, and rounds of answers that all take so long. */
	function automatic() {
		let now = 0;
		const window = new AdaptiveWindow('automatic', () => now);
		const round = (...latencies: number[]) => {
			const marks = Array.from({ length: window.size }, () => window.mark());
			const start = now;
			for (const [index, mark] of marks.entries()) {
				now = start + (latencies[index % latencies.length] ?? 0);
				window.answered(mark);
			}
			now = start + 1_000;
			return window.size;
		};
		return { window, round };
	}

	test('doubles while answers are as fast as the best, up to 16', () => {
		const { window, round } = automatic();
		expect(window.size).toBe(2);
		expect([50, 50, 60, 50, 50].map((ms) => round(ms))).toEqual([4, 8, 16, 16, 16]);
	});

	test('shrinks to what does not queue', () => {
		const { round } = automatic();
		expect([100, 100, 200, 100].map((ms) => round(ms))).toEqual([4, 8, 4, 5]);
	});

	test('refusals shrink it to what was accepted, down to one', () => {
		const { window, round } = automatic();
		round(50);
		const marks = Array.from({ length: 4 }, () => window.mark());
		for (const mark of marks.slice(0, 3))
			window.refused({ mark, open: 4, cause: 'refused', waitMs: 0 });
		expect(window.size).toBe(1);
		// From one, a second request is a trial.
		expect(Array.from({ length: 15 }, () => round(50)).every((size) => size === 1)).toBe(true);
		expect(round(50)).toBe(2);
	});
});
