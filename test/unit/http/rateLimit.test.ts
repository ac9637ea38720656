import { readRateLimit } from '../../../nodes/shared/http/rateLimit';

const NOW = Date.parse('2026-11-21T12:00:00Z');
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
])('RateLimit: %s', (ratelimit, expected) => {
	expect(read({ ratelimit })).toEqual(expected);
});

it.each([
	'',
	'"default"',
	'"default";r=50',
	'"default";t=30',
	'"default";r=-1;t=30',
	'"default";r=1.5;t=30',
	'"default";r=many;t=30',
	'"default";r="5";t=30',
	'"unclosed;r=5;t=30',
	'"a";r=5;t=30, nonsense here;r=1;t=1',
	'limit=100, remaining=5',
	'r=5;t=30;r',
	'"default";r=9999999999999999999;t=30',
])('RateLimit: %j is not used', (ratelimit) => {
	expect(read({ ratelimit })).toBeUndefined();
});

it('RateLimit with all in one header, of an older version', () => {
	const ratelimit = 'limit=100, remaining=5, reset=30';
	expect(read({ ratelimit })).toEqual({ remaining: 5, resetMs: 30_000 });
});

it.each([
	['"day";r=5', '"day";q=100;w=60', { remaining: 5, resetMs: 60_000 }],
	['"day";r=5;t=2', '"day";q=100;w=60', { remaining: 5, resetMs: 2_000 }],
	[
		'"a,b";r=0, "c";r=9;t=1',
		'"c";q=9;w=9, "a,b";q=1;w=3;pk=:cHJ2:',
		{ remaining: 0, resetMs: 3_000 },
	],
	['"a,b";r=0', '"ab";q=9;w=9, "a,b";q=1;w=3, "ab";q=9;w=9', { remaining: 0, resetMs: 3_000 }],
	['"day";r=5', '"hour";q=100;w=60', undefined],
	['"day";r=5', '100;w=60', undefined],
	['"day";r=5', '"day";q=100', undefined],
])('RateLimit %s with RateLimit-Policy %s', (ratelimit, policy, expected) => {
	expect(read({ ratelimit, 'ratelimit-policy': policy })).toEqual(expected);
});

it('a reset that is a time as text', () => {
	const reset = '2026-11-21T12:01:30Z';
	expect(read(pair('x-ratelimit', '0', reset))).toEqual({ remaining: 0, resetMs: 90_000 });
	expect(read(pair('x-ratelimit', '0', '2026-99-99T12:01:30Z'))).toBeUndefined();
});

describe.each(['ratelimit', 'x-ratelimit', 'x-rate-limit'])('%s-remaining and -reset', (prefix) => {
	it.each([
		['5', '30', { remaining: 5, resetMs: 30_000 }],
		[' 0 ', ' 0 ', { remaining: 0, resetMs: 0 }],
		// A time since 1970, in seconds and in milliseconds; one that has passed.
		['1', String(NOW / 1000 + 90), { remaining: 1, resetMs: 90_000 }],
		['1', String(NOW + 90_000), { remaining: 1, resetMs: 90_000 }],
		['1', String(NOW / 1000 - 90), { remaining: 1, resetMs: 0 }],
		// The first numbers that are a time, in September 2001; the last one that is a wait.
		['1', '1000000000', { remaining: 1, resetMs: 0 }],
		['1', '1000000000000', { remaining: 1, resetMs: 0 }],
		['1', '999999999', { remaining: 1, resetMs: 999_999_999_000 }],
	])('%j and %j', (remaining, reset, expected) => {
		expect(read(pair(prefix, remaining, reset))).toEqual(expected);
	});

	it.each([
		['', '30'],
		['5', ''],
		['5, 4', '30'],
		['5', '30s'],
		['5', 'Sat, 21 Nov 2026 12:00:30 GMT'],
		['-5', '30'],
		['5', '-30'],
	])('%j and %j are not used', (remaining, reset) => {
		expect(read(pair(prefix, remaining, reset))).toBeUndefined();
	});
});

it('prefers the newest form, and reads nothing out of other headers', () => {
	const old = { ...pair('ratelimit', '2', '2'), ...pair('x-ratelimit', '3', '3') };
	expect(read(old)).toEqual({ remaining: 2, resetMs: 2_000 });
	expect(read({ ...old, ratelimit: '"d";r=1;t=1' })).toEqual({ remaining: 1, resetMs: 1_000 });
	expect(read({ 'retry-after': '3', 'x-ratelimit-limit': '100' })).toBeUndefined();
});
