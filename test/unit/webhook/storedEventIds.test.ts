import fc from 'fast-check';

import { joinIds, readIds } from '../../../nodes/shared/webhook/storedEventIds';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../../helpers/amounts';

const HOUR_MS = 3_600_000;
const NOW = 1_790_000_000_000;

const hour = Math.floor(NOW / HOUR_MS);

test('keys are stored by the hour, or by the day where only their number is limited', () => {
	const midnight = hour - (hour % 24);
	const times = [-30, -29, 1, 1, 2].map((time) => midnight + time);
	const events = new Map(times.map((time, index) => [`k${index}`, time]));
	const text = joinIds(events, { now: NOW, resendMs: HOUR_MS });
	expect(text).toMatch(/^@\w+ k0 @\w+ k1 @\w+ k2 k3 @\w+ k4$/);
	expect([...readIds(text, NOW)]).toEqual([...events]);
	expect(joinIds(events, { now: NOW })).toMatch(/^@\w+ k0 k1 @\w+ k2 k3 k4$/);
});

test('what was stored before there were hours is from now', () => {
	expect([...readIds('a b', NOW)]).toEqual([
		['a', hour],
		['b', hour],
	]);
});

test.each([undefined, null, 5, {}, ['a'], '', ' ', '@', '@@ @', '@-1'])(
	'%j has no keys, and nothing throws',
	(stored) => expect(readIds(stored, NOW).size).toBe(0),
);

test(
	'what is stored is read again in the same order',
	() => {
		const key = fc.stringMatching(/^[\w-]{11}$/);
		fc.assert(
			fc.property(fc.uniqueArray(key), fc.nat(100), (keys, hours) => {
				const events = new Map(keys.map((one, index) => [one, hour + index]));
				const text = joinIds(events, { now: NOW, resendMs: hours * HOUR_MS });
				expect([...readIds(text, NOW)]).toEqual([...events]);
			}),
			{ numRuns: FUZZ_RUNS },
		);
	},
	FUZZ_TIMEOUT_MS,
);
