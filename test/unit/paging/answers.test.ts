import { detectDataset } from '../../../nodes/shared/paging/detect/detectDataset';
import {
	asked,
	pageBased,
	pagesOf,
	parameter,
	read,
	rows,
	serve,
	start,
	tokens,
	URL_ROWS,
} from './fakeServer';

describe('answers', () => {
	test.each([[undefined], ['']])(
		'case 13: property %p, the body is the array',
		async (property) => {
			const server = serve((_request, count) => ({ body: count === 1 ? rows(0, 5) : [] }));
			const { items } = await read(pageBased(undefined, {}, { property }), server);
			expect(items).toEqual(rows(0, 5));
		},
	);

	test('what the sender throws ends the run and is handed on', async () => {
		const broken = new Error('socket hang up');
		const server = serve((request) => {
			if (parameter(request, 'page') === '2') throw broken;
			return { body: { items: rows(0, 100) } };
		});
		const { items, summary } = await read(pageBased(), server);
		expect(items).toHaveLength(100);
		expect(summary).toMatchObject({ stopReason: 'error', requests: 2 });
		expect(summary.error).toBe(broken);
	});
});

describe('limits', () => {
	test('case 46: maxPages 2', async () => {
		const server = pagesOf(250);
		const { summary } = await read(pageBased(), server, { limits: { maxPages: 2 } });
		expect(asked(server, 'page')).toEqual(['1', '2']);
		expect(summary).toMatchObject({ stopReason: 'maxPages', items: 200, resume: { position: 3 } });
	});

	test('case 46: limit 150 is 150 records', async () => {
		const server = pagesOf(250);
		const { items, summary } = await read(pageBased(), server, { limits: { limit: 150 } });
		expect(asked(server, 'page')).toEqual(['1', '2']);
		expect(items).toEqual(rows(0, 150));
		expect(summary).toMatchObject({ stopReason: 'limit', resume: { position: 2, skip: 50 } });
	});

	test('a limit that the last page meets exactly cuts nothing short', async () => {
		const server = pagesOf(200, 1, () => ({ total: 200 }));
		const { summary } = await read(pageBased('total'), server, { limits: { limit: 200 } });
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', resume: null });
	});

	test('interval waits between requests, not before the first', async () => {
		const log: string[] = [];
		const pages = pagesOf(150);
		const clock = { sleep: async (ms: number) => void log.push(`wait ${ms}`) };
		const server = serve(async (request, _count, control) => {
			log.push('request');
			return await pages.send(request, control);
		});
		await read(pageBased(), server, { clock, limits: { interval: 500 } });
		expect(log).toEqual(['request', 'wait 500', 'request', 'wait 500', 'request']);
	});

	test('cancelling ends the run at once, whatever the sender does', async () => {
		const controller = new AbortController();
		const signals: AbortSignal[] = [];
		const server = serve((_request, count, { signal }) => {
			signals.push(signal);
			if (count === 1) return { body: { items: rows(0, 100) } };
			queueMicrotask(() => controller.abort());
			return new Promise<never>(() => {});
		});
		const { items, summary } = await read(pageBased(), server, { signal: controller.signal });
		expect(items).toHaveLength(100);
		expect(summary).toMatchObject({ stopReason: 'cancelled', resume: { position: 2 } });
		expect(signals.every(({ aborted }) => aborted)).toBe(true);
	});

	test('cancelled before it starts, it asks for nothing', async () => {
		const server = pagesOf(10);
		const { summary } = await read(pageBased(), server, { signal: AbortSignal.abort() });
		expect(summary).toMatchObject({ stopReason: 'cancelled', requests: 0 });
	});

	test('nothing is asked for before the page is wanted', async () => {
		const server = pagesOf(500);
		const run = start(pageBased(), server);
		expect(server.seen).toHaveLength(0);
		await run.next();
		expect(server.seen).toHaveLength(1);
	});
});

/** JSON.parse accepts it; JSON.stringify does not. */
describe('a record that is nested 100,000 levels deep', () => {
	const tree: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000));
	const pages = [[{ tree }, { name: 'b', tree }], [{ name: 'c', tree }], []];

	test.each<[string, object]>([
		['pages', pageBased()],
		['a token that stays', tokens('next', { pageUntil: 'noDataLeft' })],
	])('is read as any other by %s', async (_what, dataset) => {
		const server = serve((_request, count) => ({ body: { items: pages[count - 1], next: 'A' } }));
		const { items, summary } = await read(dataset, server);
		expect(items).toHaveLength(3);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });
	});

	test('is an error of the page where an array of records should be', async () => {
		const { summary } = await read(
			pageBased(),
			serve(() => ({ body: { items: tree } })),
		);
		expect(summary.error).toMatchObject({
			message: 'property "items" contains an object on page 1, not an array of records: an object.',
		});
	});

	test('is read by Automatic', async () => {
		const { send } = serve((request) => {
			const page = Number(parameter(request, 'page') ?? 1);
			return { body: { page, total_pages: 2, items: page > 2 ? [] : pages[page - 1] } };
		});
		const { dataset } = await detectDataset(URL_ROWS, { send });
		expect((await read(dataset, { send })).items).toHaveLength(3);
	});
});
