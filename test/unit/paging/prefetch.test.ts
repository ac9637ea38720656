import type { Limits, Send, SendControl } from '../../../nodes/shared/paging';
import { asked, pageBased, pagesOf, parameter, read, rows, serve, start } from './fakeServer';
import { VirtualTime } from './virtualTime';

const PAGES = 100;

/** @returns a sender that takes 50 ms, and the time it lives in */
function slowServer(count = PAGES * 100) {
	const time = new VirtualTime();
	const pages = pagesOf(count, 1, () => ({ total: count }));
	const server = serve(async (request, _count, control) => {
		await time.sleep(50);
		return await pages.send(request, control);
	});
	const reading = (dataset: object, limits: Limits) =>
		time.run(async () => await read(dataset, server, { clock: time.clock, limits }));
	return { server, time, reading };
}

describe('speed', () => {
	test.each([
		[16, 'total', 11],
		[8, undefined, 6.5],
	])('prefetch %i with total at %p is %f times faster', async (prefetch, total, factor) => {
		const sequential = await slowServer().reading(pageBased(total), { prefetch: 1 });
		const ahead = await slowServer().reading(pageBased(total), { prefetch });

		expect(ahead.result.items).toEqual(sequential.result.items);
		expect(ahead.result.items).toHaveLength(PAGES * 100);
		expect(sequential.tookMs / ahead.tookMs).toBeGreaterThanOrEqual(factor);
	});

	test('a slow consumer is not run away from', async () => {
		const { server, time } = slowServer();
		const run = start(pageBased(), server, { clock: time.clock, limits: { prefetch: 4 } });
		await time.run(async () => {
			await run.next();
			await time.sleep(10_000);
		});
		expect(asked(server, 'page')).toEqual(['1', '2', '3', '4', '5']);
		await run.throw(undefined).catch(() => {});
	});

	test('interval is kept between the starts of requests', async () => {
		const { time, server } = slowServer(500);
		const starts: number[] = [];
		const send: Send = async (request, control) => {
			starts.push(time.now);
			return await server.send(request, control);
		};
		const limits = { prefetch: 4, interval: 20 };
		await time.run(async () => await read(pageBased(), { send }, { clock: time.clock, limits }));
		const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20);
	});
});

describe('the end', () => {
	test('a consumer that leaves abandons what is out', async () => {
		const signals = new Set<AbortSignal>();
		const pages = pagesOf(900);
		const server = serve(async (request, _count, control) => {
			signals.add(control.signal);
			return await pages.send(request, control);
		});
		for await (const page of start(pageBased(), server, { limits: { prefetch: 3 } })) {
			expect(page.index).toBe(0);
			break;
		}
		// The first one was answered; there is nothing left to abandon.
		expect(Array.from(signals, ({ aborted }) => aborted)).toEqual([false, true, true, true]);
	});
});

/** A server that takes four requests at a time, and a sender that repeats what was refused. */
function crowdedServer(most: number, waitFor: (control: SendControl, ms: number) => Promise<void>) {
	const time = new VirtualTime();
	const state = { out: 0, refused: 0, mostOut: 0 };
	const pages = pagesOf(PAGES * 100, 1, () => ({ total: PAGES * 100 }));
	const send: Send = async (request, control) => {
		for (let wait = 1_000; ; wait *= 2) {
			state.out++;
			const isRefused = state.out > most;
			await time.sleep(isRefused ? 5 : 50);
			state.out--;
			if (!isRefused) return await pages.send(request, control);
			state.refused++;
			await waitFor(control, wait);
		}
	};
	return { time, state, send };
}

describe('case 42: refusals', () => {
	test('a server for four at once is found out without many refusals', async () => {
		const { time, state, send } = crowdedServer(4, (control, ms) => control.onThrottled(ms));
		const options = { clock: time.clock, limits: { prefetch: 16 } };
		const { result, tookMs } = await time.run(
			async () => await read(pageBased('total'), { send }, options),
		);
		expect(result.items).toEqual(rows(0, PAGES * 100));
		expect(result.summary.stopReason).toBe('reachTotalCount');
		expect(state.refused).toBeLessThanOrEqual(20);
		expect(tookMs).toBeLessThan(PAGES * 50 * 0.8);
	});

	test('a sender that only keeps its own wait gets all records too', async () => {
		const { time, send } = crowdedServer(4, async (control, ms) => {
			void control.onThrottled(ms);
			await time.sleep(ms);
		});
		const options = { clock: time.clock, limits: { prefetch: 16 } };
		const { result } = await time.run(
			async () => await read(pageBased('total'), { send }, options),
		);
		expect(result.items).toEqual(rows(0, PAGES * 100));
	});

	test('nothing leaves while a refusal is waited out', async () => {
		const time = new VirtualTime();
		const pages = pagesOf(2_000);
		const starts: number[] = [];
		let isFirst = true;
		const send: Send = async (request, control) => {
			starts.push(time.now);
			await time.sleep(50);
			if (parameter(request, 'page') === '3' && isFirst) {
				isFirst = false;
				await control.onThrottled(2_000);
				starts.push(time.now);
			}
			return await pages.send(request, control);
		};
		const options = { clock: time.clock, limits: { prefetch: 4 } };
		const { result } = await time.run(async () => await read(pageBased(), { send }, options));
		expect(result.items).toHaveLength(2_000);
		expect(starts.filter((at) => at > 50 && at < 2_050)).toEqual([]);
		expect(starts.some((at) => at >= 2_050)).toBe(true);
	});

	test('one by one, the sender waits for as long as it says', async () => {
		const time = new VirtualTime();
		const pages = pagesOf(250);
		const log: string[] = [];
		let refusals = 1;
		const server = serve(async (request, _count, control) => {
			log.push(`${parameter(request, 'page')} at ${time.now}`);
			if (parameter(request, 'page') === '3' && refusals-- > 0) {
				await control.onThrottled(2_000);
				log.push(`again at ${time.now}`);
			}
			return await pages.send(request, control);
		});
		const { result } = await time.run(
			async () => await read(pageBased(), server, { clock: time.clock }),
		);
		expect(log).toEqual(['1 at 0', '2 at 0', '3 at 0', 'again at 2000', '4 at 2000']);
		expect(result.items).toHaveLength(250);
	});
});
