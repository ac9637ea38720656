import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';

import type { JWK, JWTPayload } from 'jose';
import { SignJWT } from 'jose';

import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import type { Answer, Body } from './client';

const TOKEN_PATH = '/tprm-api/oauth/token';
const EVENTS = '/tprm-api/manage/webhooks/events';

let service: Service;
afterEach(async () => await service.close());
const start = async (nonces: 'off' | 'stable' | 'singleUse' = 'off') =>
	(service = await startService({ dpop: { nonces } }));

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const owner = newKey();
const thief = newKey();

/** A proof by another library than the one of the nodes. */
async function prove(
	key: ReturnType<typeof newKey>,
	method: string,
	path: string,
	claims: JWTPayload = {},
	header: object = {},
): Promise<string> {
	const jwk = key.publicKey.export({ format: 'jwk' }) as JWK;
	const all = { jti: randomUUID(), htm: method, htu: service.url + path, ...claims };
	return await new SignJWT({ iat: Math.floor(Date.now() / 1000), ...all })
		.setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
		.sign(key.privateKey);
}

const ath = (token: string) => createHash('sha256').update(token).digest('base64url');

async function send(
	method: string,
	path: string,
	headers: Record<string, string>,
	form?: object,
): Promise<Answer> {
	const body = form && new URLSearchParams({ ...form });
	const answer = await fetch(service.url + path, { method, headers, ...(body && { body }) });
	return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function ask(proof: string | undefined): Promise<Answer> {
	const { id, secret } = service.client;
	const basic = [id, secret].map(encodeURIComponent).join(':');
	const headers = {
		Authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
		...(proof !== undefined && { DPoP: proof }),
	};
	return await send('POST', TOKEN_PATH, headers, { grant_type: 'client_credentials' });
}

async function newToken(claims: JWTPayload = {}): Promise<string> {
	const { body } = await ask(await prove(owner, 'POST', TOKEN_PATH, claims));
	return (body as Body).access_token;
}

const read = async (token: string, proof: string, scheme = 'DPoP', path = EVENTS) =>
	await send('GET', path, { Authorization: `${scheme} ${token}`, DPoP: proof });
const why = ({ status, headers, body }: Answer) => {
	const [, error] = /error="(\w+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
	return [status, error, (body as Body).error?.message];
};

it('a stolen token is useless without the key', async () => {
	await start();
	const token = await newToken();
	const claims = { ath: ath(token) };
	expect(why(await read(token, await prove(thief, 'GET', EVENTS, claims)))).toEqual([
		401,
		'invalid_token',
		'The access token is bound to another key',
	]);
});

it('a stolen token is refused as a bearer token', async () => {
	await start();
	const token = await newToken();
	const proof = await prove(thief, 'GET', EVENTS, { ath: ath(token) });
	expect(why(await read(token, proof, 'Bearer'))[0]).toBe(401);
	const own = await prove(owner, 'GET', EVENTS, { ath: ath(token) });
	expect(why(await read(token, own, 'Bearer'))).toEqual([
		401,
		'invalid_token',
		'The access token is bound to a key',
	]);
	const headers = { Authorization: `Bearer ${token}` };
	expect((await send('GET', EVENTS, headers)).status).toBe(401);
});

it('a stolen proof works once only, for its own method, path and token', async () => {
	await start();
	const token = await newToken();
	const claims = { ath: ath(token) };
	const proof = await prove(owner, 'GET', EVENTS, claims);
	expect((await read(token, proof)).status).toBe(200);
	const refused = (message: string) => [401, 'invalid_dpop_proof', message];
	expect(why(await read(token, proof))).toEqual(refused('The proof was used before'));
	const post = await prove(owner, 'POST', EVENTS, claims);
	expect(why(await read(token, post))).toEqual(refused('htm is not GET'));
	const elsewhere = await prove(owner, 'GET', '/v1/scopes', claims);
	expect(why(await read(token, elsewhere))).toEqual(refused('htu is another address'));
	const other = await prove(owner, 'GET', EVENTS, { ath: ath('another token') });
	expect(why(await read(token, other))).toEqual(refused('ath is not the hash of the token'));
});

it.each([
	['is too old', { iat: Math.floor(Date.now() / 1000) - 300 }, {}],
	['is from the future', { iat: Math.floor(Date.now() / 1000) + 300 }, {}],
	['has no identifier', { jti: '' }, {}],
	['is another kind of token', {}, { typ: 'JWT' }],
	['shows the private key', {}, { jwk: owner.privateKey.export({ format: 'jwk' }) }],
	['was signed by another key', {}, { jwk: thief.publicKey.export({ format: 'jwk' }) }],
])('a proof that %s is refused', async (_, claims, header) => {
	await start();
	const token = await newToken();
	const proof = await prove(owner, 'GET', EVENTS, { ath: ath(token), ...claims }, header);
	expect(why(await read(token, proof)).slice(0, 2)).toEqual([401, 'invalid_dpop_proof']);
});

it.each([
	['stable', 200],
	['singleUse', 401],
] as const)('a nonce that is %s may be used again: %i', async (nonces, again) => {
	await start(nonces);
	const first = await ask(await prove(owner, 'POST', TOKEN_PATH));
	expect(first).toMatchObject({ status: 400, body: { error: 'use_dpop_nonce' } });
	const nonce = first.headers.get('dpop-nonce') ?? '';
	const token = await newToken({ nonce });
	const { status } = await read(
		token,
		await prove(owner, 'GET', EVENTS, { ath: ath(token), nonce }),
	);
	expect(status).toBe(again);
	service.proofs.replaceNonce();
	const late = await read(token, await prove(owner, 'GET', EVENTS, { ath: ath(token), nonce }));
	expect(why(late).slice(0, 2)).toEqual([401, 'use_dpop_nonce']);
	expect(late.headers.get('dpop-nonce')).not.toBe(nonce);
});
