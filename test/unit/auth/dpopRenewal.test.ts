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

	it.each(['Bearer', 'dpopx', undefined])(
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
