import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { credentialKey, readCredential } from '../../../nodes/shared/auth/credential';
import { authenticateRequest, renewToken } from '../../../nodes/shared/auth/credentialHooks';
import { watchToken } from '../../../nodes/shared/auth/tokenCache';

const request = { url: 'https://grc.example.com/v1/scopes' };

/** Another one for each test: to a new credential, this process is one that has just started. */
let settings: { baseUrl: string; clientId: string; clientSecret: string };
let tests = 0;
let issued: number;
/** Status of the service's answer to the question whether a token is good; 0 is none. */
let verdict: number;
let questions: IHttpRequestOptions[];
beforeEach(() => {
	settings = {
		baseUrl: 'https://grc.example.com',
		clientId: `client ${++tests}`,
		clientSecret: 'top-secret',
	};
	issued = 0;
	verdict = 401;
	questions = [];
});

/** A service that issues the tokens t1, t2 and so on. */
const helper = {
	helpers: {
		httpRequest: async (options: IHttpRequestOptions) => {
			if (options.method === 'GET') {
				questions.push(options);
				if (verdict === 0) throw new Error('no answer');
				return { statusCode: verdict };
			}
			const body = { access_token: `t${++issued}`, expires_in: 600 };
			return { statusCode: 200, headers: {}, body };
		},
	},
};

/** Renews as n8n does: what is returned is merged into the data and stored. */
async function renew(data: ICredentialDataDecryptedObject) {
	return Object.assign(data, await renewToken.call(helper, data));
}

const tokenOf = async (data: ICredentialDataDecryptedObject) =>
	(await authenticateRequest(data, request)).headers?.Authorization;

it('the token of a request is the newest one of this process, whatever is stored', async () => {
	await renew({ ...settings });
	for (const accessToken of ['', 'stored long ago']) {
		const data = { ...settings, accessToken };
		expect(await tokenOf(data)).toBe('Bearer t1');
		// A renewal after a 401 must know which token was refused.
		expect(data.accessToken).toBe('t1');
	}
});

it('a token that the service refused is renewed, even if only n8n had stored it', async () => {
	const data = { ...settings, accessToken: 'stored' };
	const token = watchToken(readCredential(data));
	expect(await tokenOf(data)).toBe('Bearer stored');
	// n8n 1.x returns the 401 to the node, and renews only for what it takes for another one.
	token.refuse();
	await expect(tokenOf(data)).rejects.toThrow('The access token must be renewed');
	await renew(data);
	expect(await tokenOf(data)).toBe('Bearer t1');
});

it.each([{ baseUrl: 'https://grc.example.com/x' }, { clientSecret: 'new' }, { scope: 'read' }])(
	'the stored token is not used after a change of settings (%j)',
	async (changes) => {
		const tokenIssuedFor = credentialKey(readCredential(settings));
		const stored = { ...settings, accessToken: 'stored', tokenIssuedFor };
		expect(await tokenOf({ ...stored })).toBe('Bearer stored');
		const changed = { ...stored, ...changes };
		await expect(tokenOf(changed)).rejects.toMatchObject({
			message: 'The access token must be renewed',
			description: 'Run the workflow again. n8n renews the token automatically.',
			// What n8n takes for an answer of 401, so that it renews the token and tries again.
			response: { status: 401 },
		});
		await renew(changed);
		expect(await tokenOf(changed)).toBe('Bearer t1');
	},
);

describe('after an error of a request, whatever the error was', () => {
	/** What n8n does: the same data for both hooks. */
	const afterError = async (data: ICredentialDataDecryptedObject, target = request) => {
		await authenticateRequest(data, target).catch(() => undefined);
		return await renewToken.call(helper, data);
	};

	it.each([0, 200, 403, 503])(
		'the token stays where the service answers %i to a question about it',
		async (status) => {
			verdict = status;
			expect(await afterError(await renew({ ...settings }))).toEqual({});
			expect(issued).toBe(1);
		},
	);

	it('the token is asked about with a read that any token may send', async () => {
		verdict = 200;
		await afterError(await renew({ ...settings, apiVersion: 'v2' }));
		expect(questions).toEqual([
			{
				method: 'GET',
				url: 'https://grc.example.com/tprm-api/manage/webhooks/events',
				headers: {
					Accept: 'application/json',
					'X-API-Version': 'v2',
					Authorization: 'Bearer t1',
				},
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				timeout: 30_000,
				abortSignal: expect.any(AbortSignal),
				disableFollowRedirect: true,
				maxRedirects: 0,
				followRedirect: false,
				followAllRedirects: false,
			},
		]);
	});

	it('the token is renewed where the service refuses it, and is asked about once', async () => {
		const data = await renew({ ...settings, clientSecret: 'asked once' });
		verdict = 401;
		const token = data.accessToken;
		const results = await Promise.all(
			Array.from({ length: 50 }, async () => await afterError({ ...data })),
		);
		expect(new Set(results.map(({ accessToken }) => accessToken)).size).toBe(1);
		expect(results[0]?.accessToken).not.toBe(token);
		expect(issued).toBe(2);
		expect(questions.length).toBeLessThanOrEqual(1);
	});

	it('nothing is asked where nothing was sent', async () => {
		const data = await renew({ ...settings });
		const elsewhere = { url: 'https://evil.example.com' };
		expect(await afterError(data, elsewhere)).toEqual({});
		expect(questions).toEqual([]);
		// It counts for that request only.
		expect(await renewToken.call(helper, data)).toMatchObject({ accessToken: 't2' });
	});
});

describe('the authenticated request', () => {
	it('has the checked address as its only one, and no Host of its own', async () => {
		const data = await renew({ ...settings });
		const odd = {
			url: 'https://grc.example.com\\v1',
			uri: 'https://evil.example.com',
			baseURL: 'https://grc.example.com/base',
			headers: { HOST: 'a', 'Host ': 'b', ' authorization': 'c', 'X-Own': 'd' },
			qs: { a: 'b' },
		};
		expect(await authenticateRequest(data, odd)).toEqual({
			url: 'https://grc.example.com/v1',
			headers: { 'X-Own': 'd', Authorization: 'Bearer t1' },
			qs: { a: 'b' },
			disableFollowRedirect: true,
			maxRedirects: 0,
			followRedirect: false,
			followAllRedirects: false,
		});
	});
});
