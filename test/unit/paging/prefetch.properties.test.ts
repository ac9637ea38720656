import fc from 'fast-check';

import type { Limits } from '../../../nodes/shared/paging';
import { read } from './fakeServer';
import {
	anyServer,
	anyServerOfMeans,
	honestServer,
	inAnyOrder,
	type RandomServer,
} from './randomServer';
import { guardAmount } from '../../helpers/amounts';

const limits: fc.Arbitrary<Limits> = fc.record(
	{ limit: fc.integer({ min: 1, max: 30 }), maxPages: fc.integer({ min: 1, max: 10 }) },
	{ requiredKeys: [] },
);
const order = fc.array(fc.nat(15), { minLength: 1, maxLength: 20 });
const prefetch = fc.integer({ min: 2, max: 8 });

/** Reads a server one page after the other, and again fetched ahead. */
async function readBoth(server: RandomServer, given: Limits, ahead: number, answers: number[]) {
	const bounded = { maxPages: 30, ...given };
	const one = inAnyOrder(server.answer, []);
	const sequential = await read(server.dataset, one, { limits: bounded });
	const many = inAnyOrder(server.answer, answers);
	const prefetched = await read(server.dataset, many, {
		limits: { ...bounded, prefetch: ahead },
	});
	return { one, sequential, many, prefetched };
}

test.each([
	['the specification', anyServer],
	['members beyond it', anyServerOfMeans],
])(
	'fetched ahead, everything but the number of requests is as one by one: %s',
	async (_what, any) => {
		await fc.assert(
			fc.asyncProperty(any, limits, prefetch, order, async (server, given, ahead, answers) => {
				const run = await readBoth(server, given, ahead, answers);
				const { requests, ...expected } = run.sequential.summary;
				const { requests: sent, ...summary } = run.prefetched.summary;

				expect(run.prefetched.pages).toEqual(run.sequential.pages);
				expect(summary).toEqual(expected);
				expect(run.one.state.seen).toHaveLength(requests);

				// Nothing is left out, and little is asked for in vain; twice only what may be strain.
				const { seen } = run.many.state;
				const asked = [...new Set(seen)];
				expect(asked).toHaveLength(sent);
				expect(asked.slice(0, requests)).toEqual(run.one.state.seen);
				expect(asked.length - requests).toBeLessThan(ahead);
				expect(seen.length - sent).toBeLessThanOrEqual(summary.stopReason === 'error' ? 1 : 0);
				expect(run.many.state.mostOpen).toBeLessThanOrEqual(ahead);
			}),
			{ numRuns: guardAmount(120, 500) },
		);
	},
);

test('with a known total nothing is asked for in vain, whatever the limits', async () => {
	await fc.assert(
		fc.asyncProperty(
			honestServer,
			limits,
			prefetch,
			order,
			async (server, given, ahead, answers) => {
				const run = await readBoth(server, given, ahead, answers);
				expect(run.many.state.seen).toEqual(run.one.state.seen);
				expect(run.prefetched.summary).toEqual(run.sequential.summary);
			},
		),
		{ numRuns: guardAmount(120, 500) },
	);
});
