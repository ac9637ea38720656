import type { IssuedToken } from '../../../nodes/shared/auth/accessToken';
import { credentialKey, readCredential } from '../../../nodes/shared/auth/credential';
import { cleanFor } from '../../../nodes/shared/auth/secrets';
import { TokenCache, tokens } from '../../../nodes/shared/auth/tokenCache';

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

it('does not return an expired token', async () => {
	await cache.renew('a', '', fetchToken);
	now = 100;
	expect(cache.current('a')).toBeUndefined();
	expect(cache.hasExpired('a')).toBe(true);
	expect(await cache.renew('a', '', fetchToken)).toMatchObject({ value: 't2' });
});

it('knows the last hundred tokens of all credentials, to recognize them in texts', async () => {
	const renew = async (key: string, rejected = '') => await cache.renew(key, rejected, fetchToken);
	await renew('a');
	await renew('b');
	await renew('a', 't1');
	expect(cache.issued('a')).toEqual(['t1', 't3']);
	for (let token = 4; token <= 100; token++) await renew(`c${token}`);
	expect(cache.issued('a')).toEqual(['t1', 't3']);
	await renew('d');
	expect(cache.issued('a')).toEqual(['t3']);
	expect(cache.issued('b')).toEqual(['t2']);
	expect(cache.issued('d')).toEqual(['t101']);
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

	/** What a token does not depend on. */
	const others = {
		accessToken: 'x',
		allowedHosts: 'x',
		apiVersion: 'v2',
		dpopPrivateKey: 'x',
		organizationDateFormat: 'dd.MM.yyyy',
		organizationTimeZone: 'Europe/Berlin',
		tokenIssuedFor: 'x',
	};
	const all = Object.entries(readCredential({ ...settings, useDpop: true, privateKey: 'key' }));

	it.each(all.filter(([name]) => !Object.hasOwn(others, name)))(
		'changes with %s',
		(name, value) => {
			const credential = readCredential(settings);
			const other = typeof value === 'boolean' ? !Reflect.get(credential, name) : `${value}x`;
			expect(credentialKey({ ...credential, [name]: other })).not.toBe(credentialKey(credential));
		},
	);

	it('does not change with what the token does not depend on', () => {
		expect(keyOf(others)).toBe(keyOf({}));
	});
});

const data = {
	baseUrl: 'https://grc.example.com',
	clientId: 'id:1',
	clientSecret: 'client+secret',
	webhookSigningSecret: 'whsec_first',
	additionalSigningSecrets: 'whsec_second, ',
	accessToken: 'stored-token',
};

it.each([
	['the client secret', 'client+secret'],
	['the value of HTTP Basic', Buffer.from('id%3A1:client%2Bsecret').toString('base64')],
	['the same without encoding', Buffer.from('id:1:client+secret').toString('base64')],
	['the signing secret', 'whsec_first'],
	['an additional one', 'whsec_second'],
	['the stored token', 'stored-token'],
])('%s is removed from a text', (_name, secret) => {
	expect(cleanFor(data)(`got ${secret} from id:1`)).toBe('got *** from id:1');
});

it('a token that is issued later is removed too', async () => {
	const clean = cleanFor(data);
	const fetch = async () => ({ value: 'issued-later', dpopKey: undefined, usableUntil: Infinity });
	await tokens.renew(credentialKey(readCredential(data)), '', fetch);
	await tokens.renew('of another credential', '', async () => ({
		...(await fetch()),
		value: 'another-one',
	}));
	expect(clean('got issued-later, not another-one')).toBe('got ***, not another-one');
});

it('a credential without secrets hides nothing', () => {
	const client = { baseUrl: 'https://grc.example.com', clientId: 'client' };
	expect(cleanFor(client)(`a ${btoa('client:')} b`)).toBe(`a ${btoa('client:')} b`);
});
