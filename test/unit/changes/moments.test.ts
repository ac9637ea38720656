import { before, compareInstants, readMoment } from '../../../nodes/shared/changes/moment';

describe('a moment, some seconds earlier', () => {
	it.each([
		['2026-03-01T00:00:30Z', 60, '2026-02-28T23:59:30Z'],
		['2026-03-01T00:00:30.120456Z', 60, '2026-02-28T23:59:30.120456Z'],
		['2026-03-01T00:00:30+05:30', 60, '2026-02-28T23:59:30+05:30'],
		['2026-03-01 00:00:30', 60, '2026-02-28 23:59:30'],
		['2026-03-01T00:00Z', 1, '2026-02-28T23:59Z'],
		['2026-03-01', 60, '2026-02-28'],
		[1772323230, 60, 1772323170],
		['1772323230.000100', 60, '1772323170.000100'],
		[1772323230123, 60, 1772323170123],
	])('%s less %d s is %s', (moment, seconds, expected) => {
		expect(before(moment, seconds)).toBe(expected);
	});

	it.each([0, 2026, '12345', 46112.5, 99_999_999, '20260331', 20260331120000])(
		'%p is not seconds or milliseconds since 1970',
		(value) => {
			expect(readMoment(value)).toBeUndefined();
		},
	);

	it.each(['2026-02-30', '2026-13-01', 'yesterday', '', '01.03.2026', -1, NaN, 1e18, null, {}])(
		'%p is not one',
		(value) => {
			expect(readMoment(value)).toBeUndefined();
		},
	);
});

describe('the later moment', () => {
	it.each([
		['2026-03-01T00:00:00.10Z', '2026-03-01T00:00:00.1Z', 0],
		['2026-03-01T00:00:00.123457Z', '2026-03-01T00:00:00.123456Z', 1],
		['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000001Z', -1],
		['2026-03-01T02:00:00+02:00', '2026-03-01T00:00:00Z', 0],
		['2026-03-01T00:30:00-01:00', '2026-03-01T02:00:00+01:00', 1],
	])('%s and %s', (first, second, expected) => {
		const [a, b] = [readMoment(first), readMoment(second)];
		expect(a && b && Math.sign(compareInstants(a, b))).toBe(expected);
	});
});
