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

it('measures the minute by the clock of the process', () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	const byDefault = new LogThrottle();
	const taken = [byDefault.take('a'), byDefault.take('a')];
	clock.mockReturnValue(now + QUIET_MS);
	taken.push(byDefault.take('a'));
	clock.mockRestore();
	expect(taken).toEqual([0, undefined, 1]);
});

it('is not silenced by a clock that was set back', () => {
	throttle.take('a');
	now -= 10 * QUIET_MS;
	expect(throttle.take('a')).toBe(0);
});

it('forgets the oldest of very many keys', () => {
	for (let count = 0; count < 5_000; count++) throttle.take(`key ${count}`);
	expect(throttle.take('key 4999')).toBeUndefined();
	expect(throttle.take('key 0')).toBe(0);
});
