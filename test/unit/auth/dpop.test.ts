import { generateKeyPairSync } from 'node:crypto';

import { EmbeddedJWK, jwtVerify } from 'jose';
import { LoggerProxy } from 'n8n-workflow';

import { readProofRefusal, requiresDpop } from '../../../nodes/shared/auth/dpop/challenge';
import { ServerClock } from '../../../nodes/shared/auth/dpop/clock';
import { createKey, readKey } from '../../../nodes/shared/auth/dpop/key';
import { Nonces } from '../../../nodes/shared/auth/dpop/nonces';
import { createProof } from '../../../nodes/shared/auth/dpop/proof';
import { DpopServer, serverAt } from '../../../nodes/shared/auth/dpop/server';
import type { Answer } from '../../../nodes/shared/http/answer';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const TERMS = { nonce: undefined, clockOffsetMs: 0 };

const answer = (status: number, headers = {}, body: unknown = {}): Answer => ({
	kind: 'answer',
	status,
	headers,
	body,
});
const needsNonce = (nonce: string) =>
	answer(401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': nonce });

describe('a key', () => {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const jwk = privateKey.export({ format: 'jwk' });
	const pem = (type: 'pkcs8' | 'sec1') => privateKey.export({ format: 'pem', type }).toString();

	it.each([
		['a JWK', JSON.stringify(jwk)],
		['a JWK with more members', JSON.stringify({ ...jwk, kid: '1', use: 'sig' })],
		['PKCS #8', pem('pkcs8')],
		['SEC 1', pem('sec1')],
		['PEM without line breaks', pem('pkcs8').replaceAll('\n', ' ')],
		['PEM with escaped line breaks', pem('sec1').replaceAll('\n', '\\n')],
		['PEM after its parameters', `-----BEGIN EC PARAMETERS-----\nBgg=\n-----END\n${pem('sec1')}`],
	])('is read from %s', (_, text) => {
		const { d: _private, ...publicJwk } = jwk;
		expect(readKey(text)).toMatchObject({ publicJwk, stored: JSON.stringify(jwk) });
	});

	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
	const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
	const encrypted = { cipher: 'aes-256-cbc', passphrase: 'secret' };
	it.each([
		['nothing', ''],
		['text', 'hello'],
		['a list', '[]'],
		['a public key', JSON.stringify({ ...jwk, d: undefined })],
		['another curve', JSON.stringify(p384.export({ format: 'jwk' }))],
		['RSA', rsa.export({ format: 'pem', type: 'pkcs8' }).toString()],
		['half a PEM', pem('pkcs8').slice(0, 80)],
		['a passphrase', privateKey.export({ format: 'pem', type: 'pkcs8', ...encrypted }).toString()],
	])('is not read from %s', (_, text) => expect(readKey(text)).toBeUndefined());

	it('of another kind is not read, whatever its parameters', () => {
		const { privateKey: ed25519 } = generateKeyPairSync('ed25519');
		expect(readKey(ed25519.export({ format: 'pem', type: 'pkcs8' }).toString())).toBeUndefined();
	});

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
		const terms = { nonce: 'n1', clockOffsetMs: -300_000 };
		const subject = { method: 'post', target, accessToken: 'at' };
		const proof = createProof(key, subject, terms, NOW + 999);
		const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
			currentDate: new Date(NOW - 300_000),
		});
		expect(protectedHeader).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk });
		expect(Object.keys(key.publicJwk).sort()).toEqual(['crv', 'kty', 'x', 'y']);
		expect(payload).toEqual({
			jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
			htm: 'POST',
			htu: 'https://grc.example.com:8443/v1/scopes',
			iat: NOW / 1000 - 300,
			// printf at | openssl sha256 -binary | basenc --base64url
			ath: 'sda5G2fCr6XjIpiNlGJjjTVN34oe9526mH-BXCK0uu4',
			nonce: 'n1',
		});
	});

	it('for a token has neither token nor nonce, and is for GET unless it says otherwise', async () => {
		const [, claims = ''] = createProof(key, { method: undefined, target }, TERMS, NOW).split('.');
		const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
		expect(Object.keys(payload)).toEqual(['jti', 'htm', 'htu', 'iat']);
		expect(payload).toMatchObject({ htm: 'GET' });
	});

	it('is another one each time', () => {
		const proofs = [1, 2].map(() => createProof(key, { method: 'GET', target }, TERMS, NOW));
		expect(proofs[0]).not.toBe(proofs[1]);
	});
});

describe('the answer to a proof', () => {
	it.each([
		[401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }, {}, 'use_dpop_nonce'],
		[401, { 'www-authenticate': 'DPoP algs="ES256", error=use_dpop_nonce' }, {}, 'use_dpop_nonce'],
		[
			401,
			{ 'www-authenticate': 'Bearer, DPoP error="invalid_dpop_proof"' },
			{},
			'invalid_dpop_proof',
		],
		[400, {}, { error: 'use_dpop_nonce' }, 'use_dpop_nonce'],
		[400, {}, { error: 'invalid_dpop_proof' }, 'invalid_dpop_proof'],
		[401, { 'www-authenticate': 'DPoP error="invalid_token"' }, {}, undefined],
		[401, { 'www-authenticate': 'Bearer error="use_dpop_nonce"' }, {}, undefined],
		[401, { 'www-authenticate': 'Bearer error="use_dpop_nonce", DPoP' }, {}, undefined],
		[401, {}, { error: 'use_dpop_nonce' }, undefined],
		[400, {}, { error: { client_code: 'x' } }, undefined],
		[403, { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }, {}, undefined],
		[200, {}, { error: 'use_dpop_nonce' }, undefined],
	])('%i %j %j means %s', (status, headers, body, expected) => {
		expect(readProofRefusal(answer(status, headers, body))).toBe(expected);
	});
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

describe('nonces', () => {
	/** Two requests that want to be sent at once, and how many were. */
	async function atOnce(nonces: Nonces): Promise<number> {
		let open = 0;
		let most = 0;
		const work = async () => {
			most = Math.max(most, ++open);
			await Promise.resolve();
			open--;
		};
		await Promise.all(Array.from({ length: 5 }, async () => await nonces.inTurn(work)));
		return most;
	}

	it('that nobody asks for hold up nothing', async () => {
		expect(await atOnce(new Nonces())).toBe(5);
	});

	it('are used by one request at a time until one was accepted twice', async () => {
		const nonces = new Nonces();
		nonces.learn('n1', 'refused');
		expect(await atOnce(nonces)).toBe(1);
		nonces.learn(undefined, 'accepted');
		expect(await atOnce(nonces)).toBe(1);
		nonces.learn('n1', 'unknown');
		expect(await atOnce(nonces)).toBe(1);
		nonces.learn('n1', 'accepted');
		expect(await atOnce(nonces)).toBe(5);
	});

	it.each([
		['n2', 'accepted'],
		[undefined, 'refused'],
	] as const)('take turns again after %s and %s', async (received, outcome) => {
		const nonces = new Nonces();
		nonces.learn('n1', 'refused');
		nonces.learn(undefined, 'accepted');
		nonces.learn(undefined, 'accepted');
		nonces.learn(received, outcome);
		expect(nonces.latest).toBe(received ?? 'n1');
		expect(await atOnce(nonces)).toBe(1);
	});

	it('are passed on by a request that failed', async () => {
		const nonces = new Nonces();
		nonces.learn('n1', 'refused');
		const failed = nonces.inTurn(async () => await Promise.reject(new Error('lost')));
		const next = nonces.inTurn(async () => 'sent');
		await expect(failed).rejects.toThrow('lost');
		expect(await next).toBe('sent');
	});
});

describe('a server', () => {
	it.each([0, 1])('gets a request at most four times (%i accepted before)', async (accepted) => {
		const server = new DpopServer('https://grc.example.com', new ServerClock());
		if (accepted) server.learn(answer(200, { 'dpop-nonce': 'n0' }));
		let sent = 0;
		const send = async () => needsNonce(`n${++sent}`);
		expect(await server.exchange(send)).toMatchObject({ status: 401 });
		expect(sent).toBe(4);
		expect(server.terms.nonce).toBe('n4');
	});

	it('gets it once where nothing was learned from the refusal', async () => {
		const server = new DpopServer('https://grc.example.com', new ServerClock());
		let sent = 0;
		const refusals = ['use_dpop_nonce', 'invalid_dpop_proof', 'invalid_token'];
		for (const error of refusals) {
			const headers = { 'www-authenticate': `DPoP error="${error}"` };
			await server.exchange(async () => (sent++, answer(401, headers)));
		}
		await server.exchange(async () => (sent++, { kind: 'noAnswer', code: '', message: '' }));
		expect(sent).toBe(refusals.length + 1);
	});

	it('shows its time in an answer that refused a proof only, and the log says so once', () => {
		const warn = jest.fn();
		LoggerProxy.init({ error: warn, warn, info: warn, debug: warn });
		const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
		const server = new DpopServer('https://grc.example.com', new ServerClock());
		const date = new Date(NOW + 300_000).toUTCString();
		server.learn(answer(200, { date }));
		expect(server.terms.clockOffsetMs).toBe(0);
		const headers = { date, 'www-authenticate': 'DPoP error="invalid_dpop_proof"' };
		expect(server.learn(answer(401, headers))).toBe(true);
		// Another request that was sent before this one was answered.
		expect(server.learn(answer(401, headers))).toBe(true);
		expect(server.terms.clockOffsetMs).toBe(300_000);
		const behind = { ...headers, date: new Date(NOW - 60_000).toUTCString() };
		expect(server.learn(answer(401, behind))).toBe(true);
		const right = { ...headers, date: new Date(NOW).toUTCString() };
		expect(server.learn(answer(401, right))).toBe(true);
		expect(warn.mock.calls.map(([text]: unknown[]) => text)).toEqual([
			'GRC OAuth2 API: the clock of https://grc.example.com is 300 seconds ahead of the one of this n8n. DPoP proofs are corrected by this difference; check the clock of this machine.',
			'GRC OAuth2 API: the clock of https://grc.example.com is 60 seconds behind the one of this n8n. DPoP proofs are corrected by this difference; check the clock of this machine.',
			'GRC OAuth2 API: the clocks of https://grc.example.com and of this n8n agree again',
		]);
		clock.mockRestore();
	});

	it('is one for each origin, and the one used longest ago is forgotten', () => {
		const at = (n: number) => serverAt(new URL(`https://grc${n}.example.com/a`));
		const [first, second] = [at(0), at(1)];
		for (let n = 2; n < 500; n++) at(n);
		expect(serverAt(new URL('https://grc0.example.com/b?c'))).toBe(first);
		at(500);
		expect(at(0)).toBe(first);
		expect(at(1)).not.toBe(second);
	});
});

describe('a clock', () => {
	it('that agrees again to the tolerance is not corrected', () => {
		const clock = new ServerClock();
		const at = (ms: number) => clock.learn(new Date(NOW + ms).toUTCString(), NOW);
		expect([at(5_000), clock.offsetMs]).toEqual([true, 5_000]);
		expect([at(2_000), clock.offsetMs]).toEqual([true, 0]);
	});

	it.each([
		[300, 300_000, true],
		[-300, -300_000, true],
		[2, 0, false],
		[3, 3_000, true],
		[NaN, 0, false],
	])('that is %i s off is corrected by %i ms', (seconds, offset, changed) => {
		const clock = new ServerClock();
		const date = Number.isNaN(seconds) ? 'x' : new Date(NOW + seconds * 1000).toUTCString();
		expect(clock.learn(date, NOW)).toBe(changed);
		expect(clock.offsetMs).toBe(offset);
		expect(clock.learn(undefined, NOW)).toBe(false);
	});
});
