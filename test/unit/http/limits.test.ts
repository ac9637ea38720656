import { overloadIn } from '../../../nodes/shared/basics/overload';
import { readRateLimit } from '../../../nodes/shared/basics/rateLimit';
import { parseRetryAfter } from '../../../nodes/shared/basics/retryAfter';

const NOW = Date.parse('2026-11-20T12:00:00Z');

it.each<[string | undefined, number | undefined]>([
	['3', 3000],
	['1.5', 1500],
	['0.0001', 1],
	['1.', undefined],
	[' Fri, 20 Nov 2026 12:00:05 GMT ', 5000],
	['Fri, 20 Nov 2026 11:00:00 GMT', 0],
	['9'.repeat(400), 31_536_000_000],
	// As servers wrote it before, and with a day of one digit.
	['Friday, 20-Nov-26 12:00:05 GMT', 5000],
	['Wednesday, 25-Nov-26 12:00:00 GMT', 432_000_000],
	['Fri Nov 20 12:00:05 2026', 5000],
	['Tue Dec  1 12:00:00 2026', 950_400_000],
	['Tue, 1 Dec 2026 12:00:00 GMT', 950_400_000],
	['Mon, 30 Feb 2026 12:00:05 GMT', undefined],
	['Mon, 20 Foo 2026 12:00:05 GMT', undefined],
	// A date without GMT would be one of this machine's time zone.
	['Fri, 20 Nov 2026 12:00:05', undefined],
	['soon', undefined],
	// Neither a number nor a date by name: Date.parse() takes them for years or days.
	['-1', undefined],
	['2026-11-21', undefined],
	[undefined, undefined],
])('Retry-After: %j means %j ms', (value, expected) => {
	expect(parseRetryAfter(value, NOW)).toBe(expected);
});

describe('a rate limit', () => {
	const read = (headers: Record<string, string>) => readRateLimit(headers, NOW);
	const pair = (prefix: string, remaining: string, reset: string) => ({
		[`${prefix}-remaining`]: remaining,
		[`${prefix}-reset`]: reset,
	});

	it.each([
		['"default";r=50;t=30', { remaining: 50, resetMs: 30_000 }],
		['default; r=0 ;t=2', { remaining: 0, resetMs: 2_000 }],
		['"a,b;c";r=7;t=1;pk=:cHJ2YQ==:', { remaining: 7, resetMs: 1_000 }],
		// The tightest of several, and the longest reset of those.
		['"hour";r=900;t=1800, "second";r=3;t=1', { remaining: 3, resetMs: 1_000 }],
		['"a";r=0;t=5, "b";r=0;t=60', { remaining: 0, resetMs: 60_000 }],
		// Of several, those that can be read.
		['"a";r=5, "b";r=7;t=60', { remaining: 7, resetMs: 60_000 }],
		// All in one header, of an older version.
		['limit=100, remaining=5, reset=30', { remaining: 5, resetMs: 30_000 }],
	])('in RateLimit: %s', (ratelimit, expected) => {
		expect(read({ ratelimit })).toEqual(expected);
	});

	it.each([
		'',
		'"default";r=50',
		'"default";t=30',
		'"default";r=-1;t=30',
		'"default";r="5";t=30',
		'limit=100, remaining=5',
		'"default";r=9999999999999999999;t=30',
	])('that is not read from RateLimit: %j', (ratelimit) => {
		expect(read({ ratelimit })).toBeUndefined();
	});

	it.each([
		['ratelimit', '5', '30', { remaining: 5, resetMs: 30_000 }],
		['x-rate-limit', ' 0 ', ' 0 ', { remaining: 0, resetMs: 0 }],
		// A time: in seconds and in milliseconds since 1970, as text, and one that has passed.
		['x-ratelimit', '1', String(NOW / 1000 + 90), { remaining: 1, resetMs: 90_000 }],
		['x-ratelimit', '1', String(NOW + 90_000), { remaining: 1, resetMs: 90_000 }],
		['x-ratelimit', '0', '2026-11-20T12:01:30Z', { remaining: 0, resetMs: 90_000 }],
		['x-ratelimit', '1', String(NOW / 1000 - 90), { remaining: 1, resetMs: 0 }],
		// Parts of a second, and another zone.
		['x-ratelimit', '0', `${NOW / 1000 + 1}.25`, { remaining: 0, resetMs: 1_250 }],
		['x-ratelimit', '0', '2026-11-20T14:01:30.500+02:00', { remaining: 0, resetMs: 90_500 }],
		// The first number that is a time, in 1973; the last one that is a wait, of three years.
		['x-ratelimit', '1', '100000000', { remaining: 1, resetMs: 0 }],
		['x-ratelimit', '1', '100000000000', { remaining: 1, resetMs: 0 }],
		['x-ratelimit', '1', '99999999', { remaining: 1, resetMs: 99_999_999_000 }],
		// It could be the time of any place.
		['ratelimit', '0', '2026-11-20T12:01:30', undefined],
		['ratelimit', '0', '2026-11-20', undefined],
		['ratelimit', '5', '', undefined],
		['ratelimit', '0', '2026-99-99T12:01:30Z', undefined],
		['ratelimit', '5', 'Sat, 21 Nov 2026 12:00:30 GMT', undefined],
		['ratelimit', '-5', '30', undefined],
	])('in %s-Remaining and -Reset: %j and %j', (prefix, remaining, reset, expected) => {
		expect(read(pair(prefix, remaining, reset))).toEqual(expected);
	});

	it('is read in the newest form, and not out of other headers', () => {
		const old = { ...pair('ratelimit', '2', '2'), ...pair('x-ratelimit', '3', '3') };
		expect(read(old)).toEqual({ remaining: 2, resetMs: 2_000 });
		expect(read({ ...old, ratelimit: '"a day";r=1;t=1' })).toEqual({
			remaining: 1,
			resetMs: 1_000,
		});
		expect(read({ 'retry-after': '3', 'x-ratelimit-limit': '100' })).toBeUndefined();
	});
});

describe('a refusal to wait for', () => {
	const answer = (status: number, headers: Record<string, string> = {}, body?: unknown) => ({
		status,
		headers,
		body,
	});
	const query = (error: unknown) => answer(200, {}, { data: null, errors: [error] });
	const CODE = { extensions: { code: 'rate-limit-exceeded' } };

	it.each([
		['429', answer(429)],
		['503', answer(503)],
		['403 with seconds in Retry-After', answer(403, { 'retry-after': '60' })],
		['403 with a date', answer(403, { 'retry-after': 'Fri, 20 Nov 2026 17:00:00 GMT' })],
		['403 with no requests left', answer(403, { 'x-ratelimit-remaining': '0' })],
		['403 with none left, between blanks', answer(403, { 'x-ratelimit-remaining': '  0  ' })],
		['a GraphQL error by type', query({ type: 'RATE_LIMITED' })],
		['a GraphQL error by code', query({ extensions: { code: 'THROTTLED' } })],
		['an error that is text', query('RATE_LIMITED')],
		['an error that is no list', answer(200, {}, { errors: { type: 'RATE_LIMITED' } })],
		['the second of two errors, with 400', answer(400, {}, { errors: [{}, CODE] })],
	])('is %s', (_what, refused) => expect(overloadIn(refused)).toBe('refused'));

	it.each([
		['200', answer(200, { 'retry-after': '5' }, { items: [] })],
		['403', answer(403)],
		['403 with requests left', answer(403, { 'x-ratelimit-remaining': '10' })],
		['403 with half a request left', answer(403, { 'x-ratelimit-remaining': '0.5' })],
		['403 with an unreadable Retry-After', answer(403, { 'retry-after': 'soon' })],
		['401 with Retry-After', answer(401, { 'retry-after': '5' })],
		['500', answer(500)],
		['another GraphQL error', query({ type: 'NOT_FOUND', extensions: { code: 'INTERNAL' } })],
		['an error that is null', query(null)],
		['an error whose type is no text', query({ type: ['RATE_LIMITED'] })],
		['a record about throttling', answer(200, {}, { type: 'RATE_LIMITED' })],
	])('is not %s', (_what, other) => expect(overloadIn(other)).not.toBe('refused'));
});
