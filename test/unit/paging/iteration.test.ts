import { forEachPage, type Page } from '../../../nodes/shared/paging';
import { pageBased, pagesOf, parameter, read, rows, serve, start, tokens } from './fakeServer';
import { VirtualTime } from './virtualTime';

describe('the address', () => {
	const at = async (url: string, baseUrl?: string) => {
		const server = serve(() => ({ body: [] }));
		const options = baseUrl === undefined ? {} : { baseUrl };
		await read({ url, pagingScheme: null }, server, options);
		return server.seen[0]?.url;
	};

	test.each([
		['https://a.test/rows', undefined, 'https://a.test/rows'],
		['https://a.test/rows', 'https://b.test', 'https://a.test/rows'],
		['/rows', 'https://a.test', 'https://a.test/rows'],
		['/rows', 'https://a.test/', 'https://a.test/rows'],
		['rows//x/', ' https://a.test/a//b ', 'https://a.test/a//b/rows//x/'],
		['?a=1', 'https://a.test/v1/', 'https://a.test/v1?a=1'],
		['rows?a=1', 'https://a.test/v1', 'https://a.test/v1/rows?a=1'],
		['/v1/rows?a=1', 'https://a.test/v1/', 'https://a.test/v1/rows?a=1'],
		['/v12', 'https://a.test/v1', 'https://a.test/v1/v12'],
	])('%s on the base URL %p: %s', async (url, baseUrl, expected) => {
		expect(await at(url, baseUrl)).toBe(expected);
	});

	test.each([
		['/rows', undefined],
		['/rows', ''],
		['rows', 'a.test'],
	])('%s on the base URL %p is none', async (url, baseUrl) => {
		await expect(at(url, baseUrl)).rejects.toMatchObject({
			name: 'DatasetError',
			field: 'url',
			message: `url is the relative path ${url}, but no base URL is set.`,
			fix: 'Enter the full URL, including https://, or select a credential that has a base URL.',
		});
	});
});

describe('one request where there is no scheme', () => {
	test.each([
		['GET', { method: 'GET', url: 'https://a.test/rows?x=1' }],
		['POST', { method: 'POST', url: 'https://a.test/rows?x=1', body: {} }],
	])('%s', async (method, request) => {
		const server = serve(() => ({ body: [1, 2] }));
		const { summary } = await read({ url: 'https://a.test/rows?x=1', method }, server);
		expect(server.seen).toEqual([request]);
		expect(summary).toEqual({
			pages: 1,
			requests: 1,
			items: 2,
			total: null,
			stopReason: 'noNextPage',
			proof: null,
			warnings: [],
			notes: [],
			incomplete: [],
			resume: null,
		});
	});
});

describe('warnings', () => {
	const NO_EFFECT = 'prefetch has no effect here: each page is needed to find the next one.';
	const last = () => serve(() => ({ body: { items: [1] } }));

	test('from before the run come first, each once', async () => {
		const options = { warnings: ['b', 'a', 'b'], limits: { prefetch: 2 } };
		const { summary } = await read(tokens(), last(), options);
		expect(summary.warnings).toEqual(['b', 'a', NO_EFFECT]);
	});

	test.each([
		[tokens(), 1, []],
		[tokens(), 2, [NO_EFFECT]],
		[{ url: 'https://a.test', property: 'items' }, 2, [NO_EFFECT]],
		[pageBased('total'), 2, []],
	])('say where prefetch has no effect: %j, prefetch %i', async (dataset, prefetch, warnings) => {
		const server = serve(() => ({ body: { items: [1], total: 1 } }));
		const { summary } = await read(dataset, server, { limits: { prefetch } });
		expect(summary.warnings).toEqual(warnings);
	});
});

describe('pages', () => {
	test('hold their records, their number and the total that came with them', async () => {
		const { pages } = await read(
			pageBased('total'),
			pagesOf(150, 1, (page) => ({ total: page === 1 ? 150 : 151 })),
			{ limits: { limit: 120 } },
		);
		expect(pages).toEqual([
			{ items: rows(0, 100), index: 0, total: 150 },
			{ items: rows(100, 120), index: 1, total: 151 },
		]);
	});

	test('are handled one after the other', async () => {
		const log: string[] = [];
		const run = start(
			pageBased(),
			serve((request) => {
				log.push(`ask ${parameter(request, 'page')}`);
				return { body: { items: parameter(request, 'page') === '1' ? [1] : [] } };
			}),
		);
		await forEachPage(run, async ({ index }) => {
			await new Promise((resolve) => void setImmediate(resolve));
			log.push(`handled ${index}`);
		});
		expect(log).toEqual(['ask 1', 'handled 0', 'ask 2', 'handled 1']);
	});

	test.each([[1], [3]])('a handler that fails ends it, prefetch %i', async (prefetch) => {
		const signals: AbortSignal[] = [];
		const pages = pagesOf(900);
		const server = serve(async (request, _count, control) => {
			signals.push(control.signal);
			return await pages.send(request, control);
		});
		const handled: Page[] = [];
		const run = start(pageBased(), server, { limits: { prefetch } });
		const failure = new Error('disk full');
		const running = forEachPage(run, (page) => {
			handled.push(page);
			throw failure;
		});
		await expect(running).rejects.toBe(failure);
		expect(handled).toHaveLength(1);
		expect(signals.at(-1)?.aborted).toBe(true);
		expect(await run.next()).toEqual({ done: true, value: undefined });
	});
});

describe('cancelling', () => {
	/** @returns counts who listens to a signal from now on */
	function listenersOf(signal: AbortSignal): () => number {
		let listeners = 0;
		const add = signal.addEventListener.bind(signal);
		const remove = signal.removeEventListener.bind(signal);
		signal.addEventListener = (...given: Parameters<typeof add>) => {
			if (given[0] === 'abort') listeners++;
			add(...given);
		};
		signal.removeEventListener = (...given: Parameters<typeof remove>) => {
			if (given[0] === 'abort') listeners--;
			remove(...given);
		};
		return () => listeners;
	}

	test('the caller’s signal is let go of after the run', async () => {
		const { signal } = new AbortController();
		const listeners = listenersOf(signal);
		await read(pageBased(), pagesOf(300), { signal });
		expect(listeners()).toBe(0);
	});

	test('the sender’s signal has few listeners however long the run is', async () => {
		const pages = pagesOf(2_000);
		let listeners: (() => number) | undefined;
		const server = serve(async (request, _count, { signal }) => {
			listeners ??= listenersOf(signal);
			return await pages.send(request, { signal, onThrottled: async () => {} });
		});
		await read(pageBased(), server);
		expect(Math.abs(listeners?.() ?? NaN)).toBeLessThanOrEqual(1);
	});

	test('tells the sender why', async () => {
		const controller = new AbortController();
		const reasons: unknown[] = [];
		const server = serve((_request, _count, { signal }) => {
			signal.addEventListener('abort', () => reasons.push(signal.reason));
			queueMicrotask(() => controller.abort('user'));
			return new Promise<never>(() => {});
		});
		const { summary } = await read(pageBased(), server, { signal: controller.signal });
		expect(summary).toMatchObject({ stopReason: 'cancelled', requests: 1 });
		expect(summary).not.toHaveProperty('error');
		expect(reasons).toEqual(['user']);
	});

	test('an answer that comes with it is dropped, and asked for again', async () => {
		const controller = new AbortController();
		const server = serve(() => {
			controller.abort();
			return { body: { items: rows(0, 100) } };
		});
		const { summary } = await read(pageBased(), server, { signal: controller.signal });
		expect(summary).toMatchObject({ stopReason: 'cancelled', items: 0, resume: { position: 1 } });
	});

	test('a clock that fails ends the run like a sender that fails', async () => {
		const failure = new Error('no time');
		const clock = { sleep: async () => await Promise.reject(failure) };
		const { summary } = await read(pageBased(), pagesOf(900), { clock, limits: { interval: 5 } });
		expect(summary).toMatchObject({ stopReason: 'error', requests: 1, resume: { position: 2 } });
		expect(summary.error).toBe(failure);
	});
});

describe('time', () => {
	test('a refused request without a clock is repeated at once, one by one', async () => {
		const pages = pagesOf(50);
		const server = serve(async (request, _count, control) => {
			await control.onThrottled(60_000);
			return await pages.send(request, control);
		});
		const { summary } = await read(pageBased(), server);
		expect(summary).toMatchObject({ items: 50, requests: 2 });
	});

	test('an interval longer than an answer takes holds the next page up, also ahead', async () => {
		const time = new VirtualTime();
		const starts: number[] = [];
		const pages = pagesOf(200);
		const server = serve(async (request, _count, control) => {
			starts.push(time.now);
			await time.sleep(10);
			return await pages.send(request, control);
		});
		const options = { clock: time.clock, limits: { prefetch: 3, interval: 100 } };
		const { result } = await time.run(async () => await read(pageBased(), server, options));
		expect(starts).toEqual([0, 100, 200]);
		expect(result.items).toEqual(rows(0, 200));
	});
});
