import type { RequestListener } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';

const PAGES = 12;

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

/** What a test answers instead of a page; `undefined` for the page. */
type Refusal = (load: {
	open: number;
	request: number;
	page: number;
}) => RequestListener | undefined;

/** Reads pages of two records; the server answers in a later round, so that requests overlap. */
async function run(refuse: Refusal, options: IDataObject, headers: () => IDataObject = () => ({})) {
	let [open, request] = [0, 0];
	const times: number[] = [];
	/** How often each URL was requested. */
	const asks = new Map<string, number>();
	const url = await listeners.http((asked, response) => {
		open++;
		times.push(Date.now());
		asks.set(asked.url ?? '', (asks.get(asked.url ?? '') ?? 0) + 1);
		const page = Number(new URL(asked.url ?? '', 'http://x').searchParams.get('page'));
		const refusal = refuse({ open, request: ++request, page });
		response.once('close', () => open--);
		const items = page > PAGES ? [] : [{ id: page * 2 }, { id: page * 2 + 1 }];
		const answer = () => {
			if (refusal) return void refusal(asked, response);
			for (const [name, value] of Object.entries(headers()))
				response.setHeader(name, String(value));
			response.end(JSON.stringify({ items }));
		};
		for (let round = 0, next = answer; round < 20; round++) {
			const after = next;
			next = () => void setImmediate(after);
			if (round === 19) next();
		}
	});
	const result = await withFakeClock(() =>
		harness.run(pagedHttp(pageBased(`${url}/rows`), options)),
	);
	const summary = result.json(NODE, 1)[0];
	return {
		error: result.error,
		ids: result.json(NODE).map(({ id }) => id),
		summary,
		trace: (summary?.trace ?? []) as IDataObject[],
		request,
		times,
		asksFor: (address: unknown) => asks.get(String(address).slice(url.length)),
	};
}

const ALL = Array.from({ length: PAGES * 2 }, (_, index) => index + 2);

describe.each<[what: string, fail: RequestListener]>([
	['500', (_asked, response) => void response.writeHead(500).end('{}')],
	['504', (_asked, response) => void response.writeHead(504).end('{}')],
	['a lost connection', (_asked, response) => void response.destroy()],
	['429', (_asked, response) => void response.writeHead(429, { 'Retry-After': '1' }).end('{}')],
	[
		'403 to wait for',
		(_asked, response) => void response.writeHead(403, { 'Retry-After': '1' }).end('{}'),
	],
])('a server that answers two requests at once, and more with %s', (_what, fail) => {
	it.each([
		[8, {}],
		[8, { maxWait: 0 }],
		['automatic', {}],
	])('is read completely with Prefetch %p and %j', async (prefetch, more) => {
		const { error, ids, summary } = await run(({ open }) => (open > 2 ? fail : undefined), {
			prefetch,
			...more,
		});
		expect(error).toBeUndefined();
		expect(ids).toEqual(ALL);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [], resume: null });
	});
});

it('a page that fails alone too is an error, as one by one', async () => {
	const fail: RequestListener = (_asked, response) => void response.writeHead(500).end('{}');
	const message = expect.stringContaining('status 500 for page 1');
	for (const prefetch of [1, 4]) {
		const { error, request } = await run(() => fail, { prefetch });
		expect(error).toMatchObject({ message });
		expect(request).toBeLessThanOrEqual(prefetch === 1 ? 5 : 5 + 3);
	}
});

describe('the trace of pages that are repeated alone, since they failed beside others', () => {
	it.each<[what: string, options: IDataObject, fail: RequestListener]>([
		[
			'500, with no time to wait',
			{ maxWait: 0 },
			(_asked, response) => void response.writeHead(500).end('{}'),
		],
		[
			'429, and a wait that is too long',
			{ maxWait: 5 },
			(_asked, response) => void response.writeHead(429, { 'Retry-After': '60' }).end('{}'),
		],
	])('has all requests for %s', async (_what, options, fail) => {
		const more = { prefetch: 8, trace: true, ...options };
		const refuse: Refusal = ({ open }) => (open > 2 ? fail : undefined);
		const { ids, summary, trace, asksFor } = await run(refuse, more);
		expect(ids).toEqual(ALL);
		const read = trace.filter(({ result }) => result !== 'not needed');
		expect(read.map(({ attempts }) => attempts)).toEqual(read.map(({ url }) => asksFor(url)));
		expect(Math.max(...read.map(({ attempts }) => Number(attempts)))).toBeGreaterThan(1);
		// The summary counts each page once.
		expect(summary?.requests).toBe(trace.length);
	});

	it('has the waits before that, which count for Max Wait', async () => {
		// Page 1 is refused twice beside page 2. There is time for one wait, and then for one try alone.
		const refusals = (ofFirst: number): Refusal => {
			const left = new Map([
				[1, ofFirst],
				[2, 1],
			]);
			return ({ page }) => {
				const more = left.get(page) ?? 0;
				left.set(page, more - 1);
				if (more <= 0) return undefined;
				return (_asked, response) => void response.writeHead(429, { 'Retry-After': '1' }).end('{}');
			};
		};
		const options = { prefetch: 4, maxWait: 1.5, trace: true, onError: 'keep' };
		const { ids, trace } = await run(refusals(2), options);
		expect(ids).toEqual(ALL);
		expect(trace[0]).toMatchObject({ status: 200, attempts: 3 });
		expect(Math.floor(Number(trace[0]?.waitSeconds))).toBe(1);

		// No time is left to wait again.
		const failed = await run(refusals(3), options);
		expect(failed.summary).toMatchObject({ stopReason: 'error' });
		expect(failed.trace[0]).toMatchObject({ status: 429, attempts: 3 });
		expect(Math.floor(Number(failed.trace[0]?.waitSeconds))).toBe(1);
	});
});

describe.each([[1], [8], ['automatic']])('with Prefetch %p, a rate limit is kept', (prefetch) => {
	it.each([
		['RateLimit', (left: number) => ({ RateLimit: `"second";r=${left};t=10` })],
		['X-RateLimit', (left: number) => ({ 'X-RateLimit-Remaining': left, 'X-RateLimit-Reset': 10 })],
	])('before the first 429: %s', async (_name, toHeaders) => {
		let [left, until, refused] = [4, 0, 0];
		const refuse: Refusal = () => {
			if (Date.now() >= until) [left, until] = [4, Date.now() + 10_000];
			if (left-- > 0) return undefined;
			refused++;
			return (_asked, response) => void response.writeHead(429, { 'Retry-After': '10' }).end('{}');
		};
		const headers = () => toHeaders(Math.max(0, left));
		const { ids } = await run(refuse, { prefetch }, headers);
		expect(ids).toEqual(ALL);
		// Those that are sent together at first know of no limit.
		expect(refused).toBeLessThanOrEqual(prefetch === 8 ? 4 : 0);
	});
});
