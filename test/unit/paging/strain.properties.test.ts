import fc from 'fast-check';

import type { Limits } from '../../../nodes/shared/paging';
import { pageBased, pagesOf, read, rows } from './fakeServer';
import { anyServer, honestServer, inAnyOrder } from './randomServer';
import { anyStrain, strained } from './strainedServer';
import { amount } from '../../helpers/amounts';

const limits: fc.Arbitrary<Limits> = fc.record(
	{ limit: fc.integer({ min: 1, max: 30 }), maxPages: fc.integer({ min: 1, max: 10 }) },
	{ requiredKeys: [] },
);
const prefetch = fc.oneof(fc.integer({ min: 2, max: 16 }), fc.constant('automatic' as const));

test('a server that fails under load gives the same as one by one', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(anyServer, honestServer),
			limits,
			prefetch,
			anyStrain,
			async (server, given, ahead, strain) => {
				const bounded = { maxPages: 30, ...given };
				const one = await read(server.dataset, inAnyOrder(server.answer, []), { limits: bounded });
				const many = strained(server.answer, strain);
				const clock = { sleep: async () => {}, now: () => many.state.turn * 20 };
				const options = { clock, limits: { ...bounded, prefetch: ahead } };
				const prefetched = await read(server.dataset, many, options);

				const { requests: _, ...expected } = one.summary;
				const { requests: sent, ...summary } = prefetched.summary;
				expect(prefetched.pages).toEqual(one.pages);
				expect(summary).toEqual(expected);
				// Every request beyond those needed is one past the end, or repeats what failed.
				const failed = many.load.failed + (summary.stopReason === 'error' ? 1 : 0);
				const most = ahead === 'automatic' ? 16 : ahead;
				expect(sent).toBeLessThan(one.summary.requests + most + failed);
			},
		),
		{ numRuns: amount(100, 500) },
	);
});

test('however many fail, the window comes down to what the server answers', async () => {
	for (const most of [1, 2, 3, 8]) {
		const strain = { most, failures: [500 as const], attempts: 1, reports: true, order: [0] };
		const server = strained(pagesOf(20_000, 1, () => ({ total: 20_000 })).send, strain);
		const limits = { prefetch: 64 };
		const { items, summary } = await read(pageBased('total'), server, { limits });
		expect(items).toEqual(rows(0, 20_000));
		expect(summary).toMatchObject({ stopReason: 'reachTotalCount', warnings: [] });
		// The first burst, and then a few trials.
		expect(server.load.failed).toBeLessThan(64 + 20);
	}
});
