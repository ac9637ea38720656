import fc from 'fast-check';

import { joinIds, readIds } from '../../../nodes/shared/webhook/storedEventIds';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../../helpers/amounts';

const HOUR_MS = 3_600_000;
const NOW = 1_790_000_000_000;

test('keys are kept by the hour, for the time given and up to an hour longer', () => {
	const keepMs = 2 * HOUR_MS;
	let text = '';
	const seen: string[][] = [];
	for (let hour = 0; hour < 5; hour++) {
		const keeping = { now: NOW + hour * HOUR_MS, keepMs };
		text = joinIds([...readIds(text, keeping), `a${hour}`, `b${hour}`], text, keeping);
		seen.push(readIds(text, keeping));
	}
	expect(seen[1]).toEqual(['a0', 'b0', 'a1', 'b1']);
	expect(seen[4]).toEqual(['a2', 'b2', 'a3', 'b3', 'a4', 'b4']);
	expect(text).toMatch(/^@\w+ a2 b2 @\w+ a3 b3 @\w+ a4 b4$/);
	expect(readIds(text, { now: NOW + 1_000 * HOUR_MS, keepMs })).toEqual([]);
});

test('what was stored before there were hours is kept from now on', () => {
	const keeping = { now: NOW, keepMs: HOUR_MS };
	expect(readIds('a b', keeping)).toEqual(['a', 'b']);
	const text = joinIds(['a', 'b', 'c'], 'a b', keeping);
	expect(readIds(text, { now: NOW + HOUR_MS, keepMs: HOUR_MS })).toEqual(['a', 'b', 'c']);
	expect(readIds(text, { now: NOW + 3 * HOUR_MS, keepMs: HOUR_MS })).toEqual([]);
});

test('without a time, all are kept as they are; marks of before do no harm', () => {
	expect(joinIds(['a', 'b'], '', { now: NOW })).toBe('a b');
	expect(readIds('@1 a @zz b', { now: NOW })).toEqual(['a', 'b']);
});

test.each([undefined, null, 5, {}, ['a'], '', ' ', '@', '@@ @', '@-1'])(
	'%j has no keys, and nothing throws',
	(stored) => expect(readIds(stored, { now: NOW, keepMs: HOUR_MS })).toEqual([]),
);

test(
	'whatever is stored, what is kept is read again in the same order',
	() => {
		const id = fc.stringMatching(/^[\w-]{11}$/);
		fc.assert(
			fc.property(fc.uniqueArray(id), fc.string(), fc.nat(100), (ids, stored, hours) => {
				const keeping = { now: NOW, keepMs: hours * HOUR_MS };
				const fresh = ids.filter((one) => !stored.includes(one));
				expect(readIds(joinIds(fresh, stored, keeping), keeping)).toEqual(fresh);
			}),
			{ numRuns: FUZZ_RUNS },
		);
	},
	FUZZ_TIMEOUT_MS,
);
