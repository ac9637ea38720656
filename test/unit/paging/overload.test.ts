import type { PageResponse } from '../../../nodes/shared/paging';
import { pageBased, pagesOf, parameter, read, rows } from './fakeServer';
import { VirtualTime } from './virtualTime';

/** @returns a server that answers one request at a time, and others like this, and the time it lives in */
function singleServer(answer: Partial<PageResponse>) {
	const time = new VirtualTime();
	const pages = pagesOf(600, 1, () => ({ total: 600 }));
	const asked: Array<string | undefined> = [];
	let open = 0;
	const server: typeof pages = {
		...pages,
		send: async (request, control) => {
			asked.push(parameter(request, 'page'));
			open++;
			const isTooMany = open > 1;
			await time.sleep(50);
			open--;
			const refusal = { status: 200, headers: {}, body: { message: 'too much to do' }, ...answer };
			return isTooMany ? refusal : await pages.send(request, control);
		},
	};
	const reading = async () => {
		const options = { clock: time.clock, limits: { prefetch: 4 } };
		return (await time.run(async () => await read(pageBased('total'), server, options))).result;
	};
	return { asked, reading };
}

describe('what a server may answer that gets too many requests at once', () => {
	test.each<[what: string, answer: Partial<PageResponse>]>([
		['an internal error', { status: 500 }],
		['too many requests', { status: 429 }],
		['a timeout', { status: 408 }],
		['a header of its own', { status: 403, headers: { 'X-Retry-After': '1' } }],
		['forbidden for now', { status: 403, headers: { 'retry-after': '1', date: 'now' } }],
	])('%s: is asked again, one by one', async (_what, answer) => {
		const { asked, reading } = singleServer(answer);
		const { items, summary } = await reading();
		expect(items).toEqual(rows(0, 600));
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', warnings: [] });
		expect(asked.length).toBeGreaterThan(6);
	});

	test.each<[what: string, answer: Partial<PageResponse>]>([
		['forbidden', { status: 403 }],
		['a header that names no time', { status: 403, headers: { 'retry-after': 'no' } }],
		['a header for something else', { status: 403, headers: { 'retry-after-attempts': '1' } }],
		['not found for now', { status: 404, headers: { 'retry-after': '1' } }],
	])('%s: is an error at once', async (_what, answer) => {
		const { asked, reading } = singleServer(answer);
		const { summary } = await reading();
		expect(summary.stopReason).toBe('error');
		expect(new Set(asked).size).toBe(asked.length);
	});
});
