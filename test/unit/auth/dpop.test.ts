import { generateKeyPairSync } from 'node:crypto';

import { EmbeddedJWK, jwtVerify } from 'jose';

import { createKey, readKey } from '../../../nodes/shared/auth/dpop/key';
import { needsNonce, requiresDpop, serverAt } from '../../../nodes/shared/auth/dpop/nonce';
import { createProof } from '../../../nodes/shared/auth/dpop/proof';
import type { Answer } from '../../../nodes/shared/http/answer';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const answer = (status: number, headers = {}, body: unknown = {}): Answer => ({
	kind: 'answer',
	status,
	headers,
	body,
});
/** Another one each time: what is known about a server stays in this process. */
let servers = 0;
const server = () => serverAt(new URL(`https://grc${++servers}.example.com`));
const otherNonce = (nonce: string) =>
	answer(401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': nonce });

describe('a key', () => {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const jwk = privateKey.export({ format: 'jwk' });
	const pem = (type: 'pkcs8' | 'sec1') => privateKey.export({ format: 'pem', type }).toString();

	it.each([
		['a JWK', JSON.stringify(jwk)],
		['PKCS #8', pem('pkcs8')],
		['SEC 1', pem('sec1')],
		['PEM without line breaks', pem('pkcs8').replaceAll('\n', ' ')],
		['PEM with escaped line breaks', pem('sec1').replaceAll('\n', '\\n')],
		['PEM after its parameters', `-----BEGIN EC PARAMETERS-----\nBgg=\n-----END\n${pem('sec1')}`],
	])('is read from %s', (_, text) => {
		const { d: _private, ...publicJwk } = jwk;
		expect(readKey(text)).toMatchObject({ publicJwk, stored: JSON.stringify(jwk) });
	});

	const { privateKey: ed25519 } = generateKeyPairSync('ed25519');
	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
	const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
	const encrypted = { cipher: 'aes-256-cbc', passphrase: 'secret' };
	it.each([
		['nothing', ''],
		['a list', '[]'],
		['a public key', JSON.stringify({ ...jwk, d: undefined })],
		['a key of Ed25519', ed25519.export({ format: 'pem', type: 'pkcs8' }).toString()],
		['another curve', JSON.stringify(p384.export({ format: 'jwk' }))],
		['RSA', rsa.export({ format: 'pem', type: 'pkcs8' }).toString()],
		['half a PEM', pem('pkcs8').slice(0, 80)],
		['a passphrase', privateKey.export({ format: 'pem', type: 'pkcs8', ...encrypted }).toString()],
	])('is not read from %s', (_, text) => expect(readKey(text)).toBeUndefined());

	it('that was made can be stored and read again', async () => {
		const key = createKey();
		expect(readKey(key.stored)?.publicJwk).toEqual(key.publicJwk);
		expect(createKey().stored).not.toBe(key.stored);
	});
});

describe('a proof', () => {
	const key = createKey();
	const target = new URL('https://user@grc.example.com:8443/v1/scopes?a=1#b');

	it('is what RFC 9449 asks for, to another library', async () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW + 999);
		const proof = createProof(key, { method: 'post', target, accessToken: 'at', nonce: 'n1' });
		clock.mockRestore();
		const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
			currentDate: new Date(NOW),
		});
		expect(protectedHeader).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk });
		expect(Object.keys(key.publicJwk).sort()).toEqual(['crv', 'kty', 'x', 'y']);
		expect(payload).toEqual({
			jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
			htm: 'POST',
			htu: 'https://grc.example.com:8443/v1/scopes',
			iat: NOW / 1000,
			// printf at | openssl sha256 -binary | basenc --base64url
			ath: 'sda5G2fCr6XjIpiNlGJjjTVN34oe9526mH-BXCK0uu4',
			nonce: 'n1',
		});
	});

	it('for a token has neither token nor nonce, and is for GET unless it says otherwise', async () => {
		const [, claims = ''] = createProof(key, {
			method: undefined,
			target,
			nonce: undefined,
		}).split('.');
		const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
		expect(Object.keys(payload)).toEqual(['jti', 'htm', 'htu', 'iat']);
		expect(payload).toMatchObject({ htm: 'GET' });
	});
});

it.each([
	[401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }, {}, true],
	[401, { 'www-authenticate': 'Bearer, DPoP algs="ES256", error=use_dpop_nonce' }, {}, true],
	[400, {}, { error: 'use_dpop_nonce' }, true],
	[401, { 'www-authenticate': 'DPoP error="invalid_dpop_proof"' }, {}, false],
	[400, {}, { error: 'invalid_dpop_proof' }, false],
	[401, { 'www-authenticate': 'DPoP error="invalid_token"' }, {}, false],
	[401, { 'www-authenticate': 'Bearer error="use_dpop_nonce"' }, {}, false],
	[401, {}, { error: 'use_dpop_nonce' }, false],
	[400, {}, { error: { client_code: 'x' } }, false],
	[403, { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }, {}, false],
	[200, {}, { error: 'use_dpop_nonce' }, false],
])('an answer %i %j %j asks for another nonce: %s', (status, headers, body, expected) => {
	expect(needsNonce(answer(status, headers, body))).toBe(expected);
});

it.each([
	[401, 'DPoP algs="ES256"', true],
	[401, 'Basic realm="a", DPoP error="invalid_token"', true],
	[401, 'Bearer, DPoP algs="ES256"', false],
	[401, 'Bearer error="invalid_token"', false],
	[401, undefined, false],
	[403, 'DPoP algs="ES256"', false],
])(
	'a resource that answers %i and %j takes bound tokens alone: %s',
	(status, challenge, expected) => {
		const headers = challenge === undefined ? {} : { 'www-authenticate': challenge };
		expect(requiresDpop(answer(status, headers))).toBe(expected);
	},
);

describe('a server', () => {
	it.each([0, 1])('gets a request at most four times (%i accepted before)', async (accepted) => {
		const one = server();
		if (accepted) one.learn(answer(200, { 'dpop-nonce': 'n0' }));
		let sent = 0;
		const send = async () => otherNonce(`n${++sent}`);
		expect(await one.exchange(send)).toMatchObject({ status: 401 });
		expect(sent).toBe(4);
		expect(one.nonce).toBe('n4');
	});

	it('gets it once where nothing was learned from the refusal', async () => {
		const one = server();
		let sent = 0;
		const refusals = ['use_dpop_nonce', 'invalid_dpop_proof', 'invalid_token'];
		for (const error of refusals) {
			const headers = { 'www-authenticate': `DPoP error="${error}"` };
			await one.exchange(async () => (sent++, answer(401, headers)));
		}
		await one.exchange(async () => (sent++, { kind: 'noAnswer', code: '', message: '' }));
		expect(sent).toBe(refusals.length + 1);
	});

	it.each([
		[200, true],
		[302, true],
		[404, false],
		[401, false],
		[429, false],
		[500, false],
		[503, false],
	])('that answers %i has accepted the nonce: %s', (status, isAccepted) => {
		const one = server();
		one.learn(answer(200, { 'dpop-nonce': 'n1' }));
		one.learn(answer(status));
		one.learn(answer(status));
		expect(one.isShared).toBe(isAccepted);
	});

	/** @returns the most requests that waited for their answer at once, those of each attempt alone */
	async function mostAtOnce(one: ReturnType<typeof server>, reply: (attempt: number) => Answer) {
		const open: number[] = [];
		const most: number[] = [];
		const exchange = async () => {
			let attempt = -1;
			return await one.exchange(async () => {
				const own = ++attempt;
				open[own] = (open[own] ?? 0) + 1;
				most[own] = Math.max(most[own] ?? 0, open[own]);
				await new Promise(setImmediate);
				open[own]--;
				return reply(own);
			});
		};
		await Promise.all([exchange(), exchange(), exchange()]);
		return most;
	}

	it('gets one request at a time until a nonce was accepted twice', async () => {
		const one = server();
		one.learn(otherNonce('n1'));
		expect(await mostAtOnce(one, () => answer(401))).toEqual([1]);
		one.learn(answer(200));
		one.learn(answer(500, { 'dpop-nonce': 'n1' }));
		expect(await mostAtOnce(one, () => answer(401))).toEqual([1]);
		one.learn(answer(200, { 'dpop-nonce': 'n1' }));
		expect(await mostAtOnce(one, () => answer(401))).toEqual([3]);
	});

	it.each([answer(200, { 'dpop-nonce': 'n2' }), otherNonce('n1')])(
		'gets one at a time again after another nonce, or a refusal (%#)',
		async (next) => {
			const one = server();
			for (const each of [otherNonce('n1'), answer(200), answer(200), next]) one.learn(each);
			expect(await mostAtOnce(one, () => answer(401))).toEqual([1]);
		},
	);

	it('gets the next one after one that failed', async () => {
		const one = server();
		one.learn(otherNonce('n1'));
		const failed = one.exchange(async () => await Promise.reject(new Error('lost')));
		const next = one.exchange(async () => answer(201));
		await expect(failed).rejects.toThrow('lost');
		expect(await next).toEqual(answer(201));
	});

	it('gets those one at a time that are sent again', async () => {
		const reply = (attempt: number) => (attempt === 0 ? otherNonce('n1') : answer(401));
		expect(await mostAtOnce(server(), reply)).toEqual([3, 1]);
	});
});
