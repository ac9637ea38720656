import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { authenticateRequest, renewToken } from '../../../nodes/shared/auth/credentialHooks';
import { createKey } from '../../../nodes/shared/auth/dpop/key';
import { serverAt } from '../../../nodes/shared/auth/dpop/nonce';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** What the service answers to one request. */
type Reply = { statusCode: number; headers?: object; body?: object };

const refusal = (error: string, nonce?: string): Reply => ({
	statusCode: 401,
	headers: { 'www-authenticate': `DPoP error="${error}"`, ...(nonce && { 'dpop-nonce': nonce }) },
});
const INVALID = refusal('invalid_dpop_proof');
const TOKEN_REFUSED = refusal('invalid_token');
const OK: Reply = { statusCode: 200 };
const needsNonce = (nonce: string) => refusal('use_dpop_nonce', nonce);
const tokenIs = (type: unknown): Reply => ({
	statusCode: 200,
	body: { access_token: token1, expires_in: 600, token_type: type },
});

let baseUrl: string;
let tests = 0;
/** Another one for each test as well: this process remembers which ones were refused. */
let token1: string;
let token2: string;
let sent: IHttpRequestOptions[];
/** Answers in turn; the last one stays. */
let questions: Reply[];
let exchanges: Reply[];
let clock: jest.SpyInstance;

beforeEach(() => {
	// Another one for each test: what is known about a server stays in this process.
	baseUrl = `https://grc${++tests}.example.com`;
	[token1, token2] = [`t1-${tests}`, `t2-${tests}`];
	sent = [];
	questions = [OK];
	exchanges = [tokenIs('DPoP')];
	clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => clock.mockRestore());

const helper = {
	helpers: {
		httpRequest: async (options: IHttpRequestOptions) => {
			sent.push(options);
			const replies = options.method === 'GET' ? questions : exchanges;
			return replies.length > 1 ? replies.shift() : replies[0];
		},
	},
};

const settings = (own: object = {}): ICredentialDataDecryptedObject => ({
	baseUrl,
	clientId: 'client',
	clientSecret: 'top-secret',
	useDpop: true,
	...own,
});
const renew = async (data: ICredentialDataDecryptedObject) => await renewToken.call(helper, data);
const request = (own: object = {}) => ({ url: `${baseUrl}/v1/scopes`, ...own });
const proofOf = ({ headers }: IHttpRequestOptions) => decodeJwt(String(headers?.DPoP));
const keyIn = ({ headers }: IHttpRequestOptions) =>
	decodeProtectedHeader(String(headers?.DPoP)).jwk;
const problemOf = async (promise: Promise<unknown>) => {
	const error = (await promise.catch((thrown: unknown) => thrown)) as Error;
	return { message: error.message, description: Reflect.get(error, 'description') as unknown };
};

describe('a request for a token', () => {
	it('uses the stored key, or the one of the user, which is not stored again', async () => {
		const [own, earlier] = [createKey(), createKey()];
		const dpopPrivateKey = earlier.stored;
		expect(await renew(settings({ dpopPrivateKey }))).toMatchObject({ dpopPrivateKey });
		const stored = await renew(settings({ privateKey: own.stored, dpopPrivateKey }));
		expect(stored).not.toHaveProperty('dpopPrivateKey');
		expect(sent.map(keyIn)).toEqual([earlier.publicJwk, own.publicJwk]);
	});

	it('is sent once where its proof is no good, and the error says what to check', async () => {
		const body = { error: 'invalid_dpop_proof', error_description: 'old' };
		exchanges = [{ statusCode: 400, body }];
		expect((await problemOf(renew(settings()))).message).toBe(
			'The service did not accept the DPoP proof. Check the clock of the n8n server.',
		);
		expect(sent).toHaveLength(1);
	});

	it.each(['Bearer', 'dpopx', 'xdpop', undefined])(
		'that is answered with a token of the type %j is an error',
		async (type) => {
			exchanges = [tokenIs(type)];
			expect(await problemOf(renew(settings()))).toEqual({
				message: `No DPoP token: ${baseUrl}/tprm-api/oauth/token ignored the proof and issued a token that is not bound to a key`,
				description:
					'Turn off Use DPoP in the credential, or ask an administrator of the service to turn on DPoP for this client.',
			});
		},
	);
});

describe('a request with a bound token', () => {
	const bound = async () => {
		const data = settings();
		return Object.assign(data, await renew(data));
	};

	it('after a restart has one with the stored key', async () => {
		const { stored: dpopPrivateKey, publicJwk } = createKey();
		const data = settings({ accessToken: 'stored', dpopPrivateKey });
		const ready = await authenticateRequest(data, request());
		expect(ready.headers?.Authorization).toBe('DPoP stored');
		expect(keyIn(ready)).toEqual(publicJwk);
	});

	const NEEDS_RENEWAL = 'The access token must be renewed';
	const NO_NONCE = {
		message: 'The service expects another DPoP nonce',
		description:
			'Use Paged HTTP instead of HTTP Request, which cannot read the nonce that the service expects next.',
	};

	it('needs another token where the key is lost', async () => {
		const data = settings({ accessToken: 'stored' });
		await expect(authenticateRequest(data, request())).rejects.toThrow(NEEDS_RENEWAL);
		const bearer = settings({ accessToken: 'stored', useDpop: false });
		expect((await authenticateRequest(bearer, request())).headers?.Authorization).toBe(
			'Bearer stored',
		);
	});

	it('fails where n8n would return the refusal of its nonce as an item', async () => {
		const simple = request({ simple: false });
		expect(await authenticateRequest(await bound(), simple)).toMatchObject({ simple: true });
	});

	describe('that failed', () => {
		/** @returns what n8n stores after it, and how many questions it took */
		async function afterFailure(...answers: Reply[]) {
			const data = await bound();
			await authenticateRequest(data, request());
			questions = answers;
			exchanges = [{ ...tokenIs('DPoP'), body: { ...tokenIs('DPoP').body, access_token: token2 } }];
			const before = sent.length;
			const stored = await renew(data);
			const asked = sent.slice(before).filter(({ method }) => method === 'GET');
			const tokens = new Map<unknown, string>([
				[token1, 't1'],
				[token2, 't2'],
			]);
			return {
				token: tokens.get(stored.accessToken),
				nonces: asked.map((one) => proofOf(one).nonce),
			};
		}

		it.each([
			['the service accepts another like it', [OK], undefined, [undefined]],
			['the service refuses the token', [TOKEN_REFUSED], 't2', [undefined]],
			['it lacked a nonce', [needsNonce('n1'), OK], 't1', [undefined, 'n1']],
			['the token is not for this key', [INVALID], 't2', [undefined]],
			[
				'the token is refused once the nonce is right',
				[needsNonce('n1'), TOKEN_REFUSED],
				't2',
				[undefined, 'n1'],
			],
		])('since %s', async (_, answers, token, nonces) => {
			expect(await afterFailure(...answers)).toEqual({ token, nonces });
		});

		it('after an earlier nonce, since a nonce for many requests was renewed', async () => {
			serverAt(new URL(baseUrl)).nonce = 'n0';
			expect(await afterFailure(needsNonce('n1'), OK, OK)).toEqual({
				token: 't1',
				nonces: ['n0', 'n1', 'n1'],
			});
		});

		it('after a nonce for one request, which may have been used up, is an error', async () => {
			serverAt(new URL(baseUrl)).nonce = 'n0';
			expect(await problemOf(afterFailure(needsNonce('n1'), OK, needsNonce('n2')))).toEqual(
				NO_NONCE,
			);
		});

		it('since the service accepts no nonce is an error that says so', async () => {
			const data = await bound();
			await authenticateRequest(data, request());
			questions = [needsNonce('n1'), needsNonce('n2')];
			expect(await problemOf(renew(data))).toEqual(NO_NONCE);
		});

		it('is asked about on its own terms, whatever was learned meanwhile', async () => {
			const data = await bound();
			await authenticateRequest(data, request());
			serverAt(new URL(baseUrl)).nonce = 'n5';
			await renew(data);
			expect(sent.slice(-1).map((one) => proofOf(one).nonce)).toEqual([undefined]);
		});

		it('elsewhere is asked about on the terms of the service', async () => {
			const data = Object.assign(await bound(), { allowedHosts: 'files.example.com' });
			serverAt(new URL('https://files.example.com')).nonce = 'theirs';
			serverAt(new URL(baseUrl)).nonce = 'ours';
			await authenticateRequest(data, { url: 'https://files.example.com/a' });
			await renew(data);
			expect(sent.slice(-1).map((one) => proofOf(one).nonce)).toEqual(['ours']);
		});
	});
});

it('a token without a proof is renewed, whatever the service says about proofs', async () => {
	const data = settings({ useDpop: false, accessToken: 'stored' });
	await authenticateRequest(data, request());
	questions = [INVALID];
	exchanges = [tokenIs('Bearer')];
	expect(await renew(data)).toMatchObject({ accessToken: token1 });
	expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
});
