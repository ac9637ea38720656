import { decodeJwt, decodeProtectedHeader } from 'jose';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { authenticateRequest, renewToken } from '../../../nodes/shared/auth/authenticate';
import { readCredential } from '../../../nodes/shared/auth/credential';
import { createKey } from '../../../nodes/shared/auth/dpop/proof';
import { serverAt } from '../../../nodes/shared/auth/dpop/server';
import { askAboutToken } from '../../../nodes/shared/auth/tokenProbe';

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
} as unknown as IHttpRequestHelper;

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

	it('is sent at most three times for its proof, and the error says what to check', async () => {
		const body = { error: 'invalid_dpop_proof', error_description: 'old' };
		const date = new Date(NOW + 300_000).toUTCString();
		exchanges = [{ statusCode: 400, headers: { date }, body }];
		expect((await problemOf(renew(settings()))).message).toMatch(
			/^The service did not accept the proof of DPoP\. Check that the clock of this n8n is right\./,
		);
		expect(sent).toHaveLength(3);
		expect(sent.map(proofOf).map(({ iat }) => iat)).toEqual([
			NOW / 1000,
			NOW / 1000 + 300,
			NOW / 1000 + 300,
		]);
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
		message: 'The service accepted no DPoP nonce',
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

	describe('of the HTTP Request node, which takes a 401 for data', () => {
		const simple = () => request({ simple: false });
		/** The service has sent a nonce, and a request with it was sent. */
		const afterOne = async () => {
			const data = await bound();
			serverAt(new URL(baseUrl)).nonces.learn('n1', 'unknown');
			await authenticateRequest(data, simple());
			return data;
		};

		it('fails where n8n would return the answer as an item', async () => {
			expect(await authenticateRequest(await bound(), simple())).toMatchObject({ simple: true });
		});

		it('waits for a question about a nonce that may be used up, once', async () => {
			const data = await afterOne();
			await expect(authenticateRequest(data, simple())).rejects.toThrow(NEEDS_RENEWAL);
			questions = [needsNonce('n2'), { ...OK, headers: { 'dpop-nonce': 'n3' } }];
			expect(await renew(data)).toMatchObject({ accessToken: token1 });
			expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
			expect(proofOf(await authenticateRequest(data, simple())).nonce).toBe('n3');
			// The question counts for one request only.
			await expect(authenticateRequest(data, simple())).rejects.toThrow(NEEDS_RENEWAL);
		});

		it('is sent after the question also where that brought nothing new', async () => {
			const data = await afterOne();
			await authenticateRequest(data, simple()).catch(() => undefined);
			questions = [OK];
			await renew(data);
			expect(proofOf(await authenticateRequest(data, simple())).nonce).toBe('n1');
		});

		it('is sent once the same nonce was accepted twice', async () => {
			const data = await afterOne();
			const { nonces } = serverAt(new URL(baseUrl));
			for (const _ of [1, 2]) nonces.learn(undefined, 'accepted');
			await expect(authenticateRequest(data, simple())).resolves.toBeDefined();
		});

		it('is not sent where the service has no other nonce', async () => {
			const data = await afterOne();
			await authenticateRequest(data, simple()).catch(() => undefined);
			questions = [refusal('use_dpop_nonce')];
			expect(await problemOf(renew(data))).toEqual(NO_NONCE);
		});

		it('waits for none elsewhere, with other options, and without DPoP', async () => {
			const data = Object.assign(await afterOne(), { allowedHosts: 'files.example.com' });
			serverAt(new URL('https://files.example.com')).nonces.learn('n1', 'unknown');
			const elsewhere = { url: 'https://files.example.com/a', simple: false };
			for (const options of [elsewhere, elsewhere, request({ simple: true }), request()])
				await expect(authenticateRequest({ ...data }, options)).resolves.toBeDefined();
			const bearer = settings({ useDpop: false, accessToken: 'stored' });
			await expect(authenticateRequest(bearer, simple())).resolves.toBeDefined();
			// A node of the package sees the answer, and so the next nonce.
			serverAt(new URL(baseUrl)).nonces.learn('n2', 'unknown');
			const seen = request({ simple: false, returnFullResponse: true });
			for (const _ of [1, 2]) await authenticateRequest(data, seen);
		});
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
			['the token is not for this key', [INVALID], 't2', [undefined, undefined]],
			[
				'the token is refused once the nonce is right',
				[needsNonce('n1'), TOKEN_REFUSED],
				't2',
				[undefined, 'n1'],
			],
		])('since %s', async (_, answers, token, nonces) => {
			expect(await afterFailure(...answers)).toEqual({ token, nonces });
		});

		it.each([
			[
				'a nonce for many requests was renewed',
				[needsNonce('n1'), OK, OK],
				't1',
				['n0', 'n1', 'n1'],
			],
			[
				'a nonce for one request was used up',
				[needsNonce('n1'), OK, needsNonce('n2')],
				undefined,
				['n0', 'n1', 'n1'],
			],
		])('after an earlier nonce, since %s', async (_, answers, token, nonces) => {
			serverAt(new URL(baseUrl)).nonces.learn('n0', 'unknown');
			expect(await afterFailure(...answers)).toEqual({ token, nonces });
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
			serverAt(new URL(baseUrl)).nonces.learn('n5', 'unknown');
			await renew(data);
			expect(sent.slice(-1).map((one) => proofOf(one).nonce)).toEqual([undefined]);
		});

		it('elsewhere is asked about on the terms of the service', async () => {
			const data = Object.assign(await bound(), { allowedHosts: 'files.example.com' });
			serverAt(new URL('https://files.example.com')).nonces.learn('theirs', 'unknown');
			serverAt(new URL(baseUrl)).nonces.learn('ours', 'unknown');
			await authenticateRequest(data, { url: 'https://files.example.com/a' });
			await renew(data);
			expect(sent.slice(-1).map((one) => proofOf(one).nonce)).toEqual(['ours']);
		});
	});
});

describe('a question about a token', () => {
	const ask = async (value: string) =>
		await askAboutToken(helper.helpers, readCredential(settings({ useDpop: false })), {
			token: { value, dpopKey: undefined },
			target: new URL(baseUrl),
			terms: undefined,
			wasSent: true,
		});

	it('is not asked again where the answer was no, for 500 tokens', async () => {
		questions = [{ statusCode: 401, headers: {} }];
		expect(await ask('first')).toBe('tokenRefused');
		for (let n = 1; n < 500; n++) await ask(`token ${n}`);
		const before = sent.length;
		expect(await ask('first')).toBe('tokenRefused');
		expect(sent).toHaveLength(before);
		await ask('token 500');
		await ask('first');
		expect(sent).toHaveLength(before + 2);
	});

	it('is one for all who ask at once about the same token', async () => {
		await Promise.all([ask('a'), ask('a'), ask('b')]);
		expect(sent).toHaveLength(2);
	});

	it('without a proof, about nothing but the token', async () => {
		questions = [INVALID];
		expect(await ask('c')).toBe('tokenRefused');
		expect(sent).toHaveLength(1);
	});
});
