import type { IssuedToken } from '../../../nodes/shared/auth/types';
import { readCredential } from '../../../nodes/shared/auth/credential';
import { credentialKey, TokenCache } from '../../../nodes/shared/auth/tokenCache';

let now = 0;
let fetched = 0;
let cache: TokenCache;

beforeEach(() => {
	now = 0;
	fetched = 0;
	cache = new TokenCache(() => now);
});

const fetchToken = async (): Promise<IssuedToken> => ({
	value: `t${++fetched}`,
	dpopKey: undefined,
	usableUntil: now + 100,
});

it('shares one request among concurrent callers', async () => {
	const tokens = await Promise.all(
		Array.from({ length: 50 }, () => cache.renew('a', '', fetchToken)),
	);
	expect(new Set(tokens.map(({ value }) => value))).toEqual(new Set(['t1']));
	expect(fetched).toBe(1);
});

it('returns the newer token without a request to a caller whose token was replaced', async () => {
	await cache.renew('a', '', fetchToken);
	await cache.renew('a', 't1', fetchToken);
	expect(await cache.renew('a', 't1', fetchToken)).toMatchObject({ value: 't2' });
	expect(fetched).toBe(2);
});

it('knows the last hundred tokens of all credentials, newest first, to recognize them in texts', async () => {
	const renew = async (key: string, rejected = '') => await cache.renew(key, rejected, fetchToken);
	await renew('a');
	await renew('b');
	await renew('a', 't1');
	expect(cache.issued('a')).toEqual(['t3', 't1']);
	for (let token = 4; token <= 100; token++) await renew(`c${token}`);
	expect(cache.issued('a')).toEqual(['t3', 't1']);
	await renew('d');
	expect(cache.issued('a')).toEqual(['t3']);
	expect(cache.issued('b')).toEqual(['t2']);
	expect(cache.issued('d')).toEqual(['t101']);
});

it('requests a token for a caller whose token is the kept one', async () => {
	await cache.renew('a', '', fetchToken);
	expect(await cache.renew('a', 't1', fetchToken)).toMatchObject({ value: 't2' });
});

it('does not return an expired token', async () => {
	await cache.renew('a', '', fetchToken);
	now = 100;
	expect(cache.current('a')).toBeUndefined();
	expect(cache.hasExpired('a')).toBe(true);
	expect(await cache.renew('a', '', fetchToken)).toMatchObject({ value: 't2' });
});

it('does not return a refused token again, unless it has been replaced already', async () => {
	await cache.renew('a', '', fetchToken);
	cache.refuse('a', 'another one');
	expect(cache.current('a')?.value).toBe('t1');
	cache.refuse('a', 't1');
	expect(cache.hasExpired('a')).toBe(true);
	expect(await cache.renew('a', '', fetchToken)).toMatchObject({ value: 't2' });
});

it('requests a token once after a refusal of one that only the database had', async () => {
	cache.refuse('a', undefined);
	expect(cache.hasExpired('a')).toBe(true);
	expect(await cache.renew('a', 'stored', fetchToken)).toMatchObject({ value: 't1' });
	// Another execution was refused with the same stored token.
	cache.refuse('a', undefined);
	expect(cache.current('a')?.value).toBe('t1');
});

it('does not mix up credentials', async () => {
	await cache.renew('a', '', fetchToken);
	expect(await cache.renew('b', '', fetchToken)).toMatchObject({ value: 't2' });
	expect(cache.current('a')?.value).toBe('t1');
});

it('keeps nothing of a request that failed, and lets the next caller try', async () => {
	const refuse = async () => await Promise.reject(new Error('refused'));
	const outcomes = await Promise.allSettled([
		cache.renew('a', '', refuse),
		cache.renew('a', '', refuse),
	]);
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(await cache.renew('a', '', fetchToken)).toMatchObject({ value: 't1' });
});

it('has not expired as long as it can be used, nor where none was kept', async () => {
	expect(cache.hasExpired('a')).toBe(false);
	await cache.renew('a', '', fetchToken);
	now = 99;
	expect(cache.current('a')?.value).toBe('t1');
	expect(cache.hasExpired('a')).toBe(false);
});

it('reads the clock of the machine by default', async () => {
	const own = new TokenCache();
	const lifetime = 60_000;
	await own.renew('a', '', async () => ({
		value: 't',
		dpopKey: undefined,
		usableUntil: Date.now() + lifetime,
	}));
	expect(own.current('a')?.value).toBe('t');
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + lifetime);
	expect(own.current('a')).toBeUndefined();
	clock.mockRestore();
});

it('forgets the credential renewed longest ago when there are more than 500', async () => {
	for (let i = 0; i < 500; i++) await cache.renew(`key ${i}`, '', fetchToken);
	expect(cache.current('key 0')?.value).toBe('t1');
	await cache.renew('key 0', 't1', fetchToken);
	await cache.renew('key 500', '', fetchToken);
	expect(cache.current('key 0')?.value).toBe('t501');
	expect(cache.current('key 1')).toBeUndefined();
	expect(cache.current('key 2')?.value).toBe('t3');
});

describe('the key of a credential', () => {
	const settings = {
		baseUrl: 'https://grc.example.com',
		tokenUrl: 'https://grc.example.com/token',
		clientId: 'id',
		clientSecret: 'top-secret',
		scope: 'read',
	};
	const keyOf = (changes: object) => credentialKey(readCredential({ ...settings, ...changes }));

	it.each(['baseUrl', 'tokenUrl', 'clientId', 'clientSecret', 'scope'] as const)(
		'changes with %s',
		(name) => expect(keyOf({ [name]: `${settings[name]}x` })).not.toBe(keyOf({})),
	);

	it('does not change with what the token does not depend on', () => {
		const others = { accessToken: 'x', tokenIssuedFor: 'x', apiVersion: 'v2', allowedHosts: 'x' };
		expect(keyOf(others)).toBe(keyOf({}));
	});

	it('tells settings apart whose texts only differ in where one ends', () => {
		expect(keyOf({ clientId: 'ab', clientSecret: 'c' })).not.toBe(
			keyOf({ clientId: 'a', clientSecret: 'bc' }),
		);
	});

	it('is a hash', () => {
		expect(keyOf({})).toMatch(/^[0-9a-f]{64}$/);
	});
});
