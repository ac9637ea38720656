import type { IssuedToken } from '../../../nodes/shared/auth/tokenCache';
import { TokenCache } from '../../../nodes/shared/auth/tokenCache';

let now = 0;
let asked = 0;
let cache: TokenCache;

beforeEach(() => {
	now = 0;
	asked = 0;
	cache = new TokenCache(() => now);
});

const fetchToken = async (): Promise<IssuedToken> => ({
	value: `t${++asked}`,
	usableUntil: now + 100,
});

it('shares one request among callers that come together', async () => {
	const tokens = await Promise.all(
		Array.from({ length: 50 }, () => cache.renew('a', '', fetchToken)),
	);
	expect(new Set(tokens)).toEqual(new Set(['t1']));
	expect(asked).toBe(1);
});

it('gives a caller with a replaced token the newer one without a request', async () => {
	await cache.renew('a', '', fetchToken);
	await cache.renew('a', 't1', fetchToken);
	expect(await cache.renew('a', 't1', fetchToken)).toBe('t2');
	expect(asked).toBe(2);
});

it('asks again for a caller whose token is the kept one', async () => {
	await cache.renew('a', '', fetchToken);
	expect(await cache.renew('a', 't1', fetchToken)).toBe('t2');
});

it('does not hand out a token whose time is over', async () => {
	await cache.renew('a', '', fetchToken);
	now = 100;
	expect(cache.current('a')).toBeUndefined();
	expect(cache.isOver('a')).toBe(true);
	expect(await cache.renew('a', '', fetchToken)).toBe('t2');
});

it('hands a refused token out no more, unless it has been replaced already', async () => {
	await cache.renew('a', '', fetchToken);
	cache.refuse('a', 'another one');
	expect(cache.current('a')).toBe('t1');
	cache.refuse('a', 't1');
	expect(cache.isOver('a')).toBe(true);
	expect(await cache.renew('a', '', fetchToken)).toBe('t2');
});

it('after a refusal of a token that only the database knew, asks for one, and once only', async () => {
	cache.refuse('a', undefined);
	expect(cache.isOver('a')).toBe(true);
	expect(await cache.renew('a', 'stored', fetchToken)).toBe('t1');
	// Another execution that was refused with the same stored token comes later.
	cache.refuse('a', undefined);
	expect(cache.current('a')).toBe('t1');
});

it('keeps credentials apart', async () => {
	await cache.renew('a', '', fetchToken);
	expect(await cache.renew('b', '', fetchToken)).toBe('t2');
	expect(cache.current('a')).toBe('t1');
});

it('keeps nothing of a request that failed, and lets the next caller try', async () => {
	const refuse = async () => await Promise.reject(new Error('refused'));
	const outcomes = await Promise.allSettled([
		cache.renew('a', '', refuse),
		cache.renew('a', '', refuse),
	]);
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(await cache.renew('a', '', fetchToken)).toBe('t1');
});

it('does not grow without bound', async () => {
	for (let i = 0; i < 2000; i++) await cache.renew(`key ${i}`, '', fetchToken);
	expect(cache.current('key 0')).toBeUndefined();
	expect(cache.current('key 1999')).toBe('t2000');
});
