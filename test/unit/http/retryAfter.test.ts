import { parseRetryAfter } from '../../../nodes/shared/http/retryAfter';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each<[string | undefined, number | undefined]>([
	['3', 3000],
	['120', 120_000],
	['0', 0],
	[' 7 ', 7000],
	['1.5', 1500],
	['0.0001', 1],
	['2.25', 2250],
	['Fri, 20 Nov 2026 12:00:05 GMT', 5000],
	[' Fri, 20 Nov 2026 12:00:05 GMT ', 5000],
	['Fri, 20 Nov 2026 11:00:00 GMT', 0],
	['9'.repeat(400), 31_536_000_000],
	// A date without GMT would be one of this machine's time zone.
	['Fri, 20 Nov 2026 12:00:05', undefined],
	['20 Nov 2026 12:00:05', undefined],
	['soon', undefined],
	// Neither a number nor a date by name: Date.parse() takes them for years or days.
	['-1', undefined],
	['3-', undefined],
	['1.', undefined],
	['2026-11-21', undefined],
	['', undefined],
	[undefined, undefined],
])('%j means %j ms', (value, expected) => {
	expect(parseRetryAfter(value, now)).toBe(expected);
});
