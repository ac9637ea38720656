import { LogThrottle, QUIET_MS } from '../../../nodes/TprmVendorTrigger/notes';

let now: number;
let throttle: LogThrottle;

beforeEach(() => {
	now = 1_790_000_000_000;
	throttle = new LogThrottle(() => now);
});

it('lets each key through once a minute and counts what it left out', () => {
	expect(throttle.take('a')).toBe(0);
	expect(throttle.take('b')).toBe(0);
	for (let count = 0; count < 999; count++) expect(throttle.take('a')).toBeUndefined();
	now += QUIET_MS - 1;
	expect(throttle.take('a')).toBeUndefined();
	now += 1;
	expect(throttle.take('a')).toBe(1_000);
	expect(throttle.take('b')).toBe(0);
});

it('is not silenced by a clock that was set back', () => {
	throttle.take('a');
	now -= 10 * QUIET_MS;
	expect(throttle.take('a')).toBe(0);
});
