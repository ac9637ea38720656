import type { IDataObject, INode } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';

const VENDORS = '/tprm-api/vendors';

const harness = harnessForEach({ vendors: [], documents: [] });

beforeEach(() => {
	harness.service.strictRetryAfter = true;
});

const create = (options: IDataObject = {}, settings: Partial<INode> = {}) => ({
	type: 'tprmVendor',
	parameters: { resource: 'vendor', operation: 'create', options },
	settings,
});
const rows = (count: number) =>
	Array.from({ length: count }, (_, i): IDataObject => ({ name: `Vendor ${i}` }));
const posts = () => harness.service.log.find('POST', VENDORS);
const refused = () => posts().filter(({ status }) => status === 429 || status === 503);
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

/** Runs without real waits. @returns the time that the run waited, in seconds */
async function timed(node: ReturnType<typeof create>, items: IDataObject[]) {
	let seconds = 0;
	const result = await withFakeClock(async () => {
		const start = Date.now();
		const running = await harness.run(node, items);
		seconds = (Date.now() - start) / 1000;
		return running;
	});
	return { result, seconds };
}

/** The first request for each vendor is refused. */
function refuseEachOnce(status: number, retryAfter: string): void {
	const { faults, log } = harness.service;
	const seen = new Set<string>();
	faults.take = (_method, path) => {
		const key = log.requests.at(-1)?.headers['idempotency-key'];
		if (path !== VENDORS || key === undefined || seen.has(key)) return undefined;
		seen.add(key);
		return { kind: 'status', status, retryAfter };
	};
}

describe('a refusal pauses the run once', () => {
	it('when all requests in progress are refused together', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 429, retryAfter: '3' },
			path: VENDORS,
			times: 16,
		});
		const { result, seconds } = await timed(create({ concurrentRequests: 16 }), rows(50));
		expect(result.error).toBeUndefined();
		expect(posts().filter(({ status }) => status === 201)).toHaveLength(50);
		expect(seconds).toBeGreaterThanOrEqual(3);
		expect(seconds).toBeLessThan(3.4);
		expect(harness.service.retryAfterViolations).toBe(0);
	});

	it('and nothing is sent during the pause', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 429, retryAfter: '20' },
			path: VENDORS,
			skip: 3,
		});
		await timed(create({ concurrentRequests: 4 }), rows(20));
		const at = posts().find(({ status }) => status === 429)?.at ?? 0;
		const during = posts().filter((post) => post.at > at + 500 && post.at < at + 20_000);
		expect(during).toEqual([]);
		expect(posts().filter(({ status }) => status === 201)).toHaveLength(20);
	});

	it('fewer requests are sent at once to a service that is congested', async () => {
		harness.service.surge = { maxConcurrent: 2, retryAfterSeconds: 1 };
		harness.service.vendors.processing = async () => {
			for (let round = 0; round < 20; round++) {
				await new Promise<void>((resolve) => void setImmediate(resolve));
			}
		};
		const { result } = await timed(create({ concurrentRequests: 16 }), rows(60));
		expect(result.error).toBeUndefined();
		expect(posts().filter(({ status }) => status === 201)).toHaveLength(60);
		// At first 14 of 16 are refused, then ever fewer.
		expect(refused().length).toBeLessThan(40);
	});
});

describe('Max Wait', () => {
	it('is a bound on the pause: what is left of the run fails at once, and is not sent', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 429, retryAfter: '300' },
			path: VENDORS,
			times: Infinity,
		});
		const node = create({ concurrentRequests: 2, maxWait: 60 }, CONTINUE);
		const { result, seconds } = await timed(node, rows(20));
		expect(seconds).toBeLessThan(1);
		expect(posts().length).toBeLessThanOrEqual(2);
		const errors = result.json(NODE).map(({ error }) => error as IDataObject);
		expect(errors).toHaveLength(20);
		for (const { description, httpStatus } of errors) {
			expect(httpStatus).toBe(429);
			expect(description).toContain('asked for a wait of 300 s, more than Max Wait allows');
		}
	});

	it('counts the waits of each request by itself, not the pauses for others', async () => {
		refuseEachOnce(429, '50');
		const { result, seconds } = await timed(
			create({ concurrentRequests: 1, maxWait: 60 }),
			rows(3),
		);
		expect(result.error).toBeUndefined();
		expect(seconds).toBeGreaterThanOrEqual(150);
	});
});

describe('a rate limit that the service announces', () => {
	it.each(['RateLimit', 'RateLimit-*', 'X-RateLimit-*'] as const)(
		'in %s is kept without a refusal',
		async (headers) => {
			harness.service.rateLimit = { requests: 10, perSeconds: 60, headers };
			const { result, seconds } = await timed(create({ concurrentRequests: 8 }), rows(35));
			expect(result.error).toBeUndefined();
			expect(posts().map(({ status }) => status)).toEqual(Array(35).fill(201));
			// Three more periods after the first ten.
			expect(seconds).toBeGreaterThanOrEqual(180);
			expect(seconds).toBeLessThan(220);
		},
	);

	it('does not hold up a request that would have to wait longer than Max Wait', async () => {
		harness.service.rateLimit = { requests: 2, perSeconds: 600, headers: 'RateLimit' };
		const { result } = await timed(create({ maxWait: 60 }, CONTINUE), rows(3));
		expect(result.json(NODE)[2]).toMatchObject({ error: { httpStatus: 429 } });
		expect(posts().map(({ status }) => status)).toEqual([201, 201, 429]);
	});
});
