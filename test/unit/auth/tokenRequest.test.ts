import type { IHttpRequestOptions } from 'n8n-workflow';

import { readCredential } from '../../../nodes/shared/auth/credential';
import { requestToken } from '../../../nodes/shared/auth/tokenRequest';

/** The time of the fake clock, in milliseconds since 1970. */
const NOW = Date.parse('2026-11-20T12:00:00Z');

const baseUrl = 'https://grc.example.com';
const tokenUrl = `${baseUrl}/tprm-api/oauth/token`;
const settings = { baseUrl, clientId: 'client', clientSecret: 'top/secret value' };
/** The secret as it is, form-encoded, and in the header of the request. */
const secrets = ['top/secret value', 'top%2Fsecret+value', 'Y2xpZW50OnRvcCUyRnNlY3JldCt2YWx1ZQ=='];

interface Recorded {
	statusCode: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** Requests a token from a service that returns the answers in turn, the last one repeatedly. */
async function request(answers: Array<Recorded | Error>, changes: object = {}) {
	const requests: IHttpRequestOptions[] = [];
	const waits: number[] = [];
	const http = {
		httpRequest: async (options: IHttpRequestOptions) => {
			requests.push(options);
			const answer = answers[Math.min(requests.length, answers.length) - 1];
			if (answer instanceof Error) throw answer;
			return answer;
		},
	};
	const sent = requestToken(http, readCredential({ ...settings, ...changes }), {
		now: () => NOW,
		random: () => 0,
		sleep: async (ms) => void waits.push(ms),
	});
	const [outcome] = await Promise.allSettled([sent]);
	return { outcome, requests, waits };
}

/** Message and description of a failed request. */
async function errorOf(answers: Array<Recorded | Error>, changes: object = {}) {
	const { outcome } = await request(answers, changes);
	if (outcome.status === 'fulfilled') throw new Error('A token was returned');
	const { message, description } = outcome.reason as { message: string; description: string };
	for (const secret of secrets) expect(`${message}\n${description}`).not.toContain(secret);
	return { message, description };
}

const issued = (body: object): Recorded => ({
	statusCode: 200,
	body: { access_token: 'at', token_type: 'Bearer', ...body },
});
const lost = (code: string) => Object.assign(new Error('getaddrinfo failed'), { code });

describe('the request', () => {
	it('has the client in its header and the grant in its body', async () => {
		const { requests } = await request([issued({})]);
		expect(requests).toEqual([
			{
				method: 'POST',
				url: tokenUrl,
				headers: {
					Authorization: `Basic ${secrets[2]}`,
					'Content-Type': 'application/x-www-form-urlencoded',
					Accept: 'application/json',
				},
				body: 'grant_type=client_credentials',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 30_000,
				abortSignal: expect.any(AbortSignal),
			},
		]);
	});

	it.each([
		['clientId', 'Client ID'],
		['clientSecret', 'Client Secret'],
	])('is not sent without %s', async (name, field) => {
		const { outcome, requests } = await request([issued({})], { [name]: ' ' });
		expect(outcome).toMatchObject({
			reason: {
				message: `${field} is empty`,
				description: `Enter the ${field} in the credential. An administrator of the service issues it.`,
			},
		});
		expect(requests).toEqual([]);
	});

	it('names the scope and goes to the token URL, where these are set', async () => {
		const url = 'https://login.example.com/token';
		const { requests } = await request([issued({})], { scope: 'a b&c', tokenUrl: url });
		expect(requests).toMatchObject([{ url, body: 'grant_type=client_credentials&scope=a+b%26c' }]);
	});

	it('skips the check of certificates only where the credential says so', async () => {
		const { requests } = await request([issued({})], { ignoreSSLIssues: true });
		expect(requests).toMatchObject([{ skipSslCertificateValidation: true }]);
	});

	it('is repeated after 429, 503 and a lost connection', async () => {
		const { outcome, waits } = await request([
			{ statusCode: 503, headers: { 'Retry-After': '7' } },
			lost('ECONNRESET'),
			{ statusCode: 429 },
			{ statusCode: 500 },
			{ ...issued({}), statusCode: 299 },
		]);
		expect(waits).toEqual([7000, 14_000, 28_000, 11_000]);
		expect(outcome).toMatchObject({ value: { value: 'at' } });
	});
});

describe('the lifetime of the token', () => {
	it.each<[unknown, number]>([
		[600, 570],
		['600', 570],
		[299, 269.1],
		[10, 9],
		[0, Infinity],
		[-5, Infinity],
		[undefined, Infinity],
		['soon', Infinity],
	])('expires_in %j: it is used for %j seconds', async (lifetime, expected) => {
		const { outcome } = await request([issued({ expires_in: lifetime })]);
		expect(outcome).toEqual({
			status: 'fulfilled',
			value: { value: 'at', usableUntil: NOW + expected * 1000 },
		});
	});
});

describe('a service that does not answer', () => {
	it.each([
		['ENOTFOUND', 'could not be found: the host name is unknown'],
		['EPIPE', 'could not be reached (getaddrinfo failed)'],
	])('%s', async (code, text) => {
		expect(await errorOf([lost(code)])).toEqual({
			message: "Can't reach grc.example.com. Check Base URL and your network.",
			description: `No access token: ${tokenUrl} ${text}.`,
		});
	});

	it('is asked once only where its address is wrong, and once more where it may be starting', async () => {
		expect((await request([lost('ENOTFOUND')])).requests).toHaveLength(1);
		// A person may be waiting. A run that nobody waits for tries again with its request.
		expect((await request([lost('ECONNREFUSED')])).requests).toHaveLength(2);
		expect((await request([lost('ECONNRESET')])).requests).toHaveLength(5);
	});
});

describe('a service that answers without a token', () => {
	it.each<[unknown, string]>([
		['OK', 'without a token'],
		[undefined, 'without a token'],
		[{ access_token: 7 }, 'without a token'],
		[{ access_token: '' }, 'without a token'],
	])('%j', async (body, what) => {
		expect(await errorOf([{ statusCode: 200, body }])).toEqual({
			message: 'The service issued no token. Check Base URL and Token URL.',
			description: `${tokenUrl} returned status 200 ${what}. The address must be the token endpoint of the service.`,
		});
	});
});

describe('a service that refuses', () => {
	const redirects = 'Enter the final URL as Base URL or Token URL. ';
	const client = 'The service rejected the client ID or secret. Check both.';
	const busy = 'The service cannot issue tokens at the moment. Try again later.';
	const notFound = `Check Base URL. There is no token endpoint at ${tokenUrl}`;
	const other =
		'The service rejected the request for a token. Check Client ID, Client Secret, and OAuth Scopes.';
	const page = '<html></html>';

	it.each<[number, unknown, string, string?]>([
		[199, {}, other],
		[307, page, redirects],
		[399, {}, redirects],
		[400, {}, other],
		[400, page, notFound],
		[400, { error: 'invalid_client' }, client, ' (invalid_client)'],
		[
			400,
			{ error: 'invalid_scope', error_description: 'No such' },
			'The service rejected the scopes. ',
			' (No such)',
		],
		[400, { error: { message: 'Ours' }, error_description: 'Theirs' }, other, ' (Ours)'],
		[400, { error: 7, error_description: 7 }, other, ' ("error": 7)'],
		[400, 'Ours', other, ' (Ours)'],
		[400, { fault: { faultstring: 'Ours' } }, other, ' (Ours)'],
		[401, page, notFound],
		[401, {}, client],
		[403, {}, other],
		[404, {}, notFound],
		[405, page, notFound],
		[429, {}, busy],
		[501, page, busy],
	])('with %i and body %j says what to do', async (statusCode, body, advice, said = '') => {
		const { message, description } = await errorOf([{ statusCode, body }]);
		expect(message.startsWith(advice)).toBe(true);
		expect(description.split('\n')[0]).toBe(
			`No access token: ${tokenUrl} returned status ${statusCode}${said}.`,
		);
	});

	it('quotes the codes for support', async () => {
		const error = { client_code: 'auth.invalid_client', request_id: 'req_1' };
		const headers = { 'X-Request-Id': 'req_2' };
		const descriptionOf = async (answer: Recorded) => (await errorOf([answer])).description;
		expect(await descriptionOf({ statusCode: 401, headers, body: { error } })).toMatch(
			/\nclient_code: auth.invalid_client, request_id: req_1$/,
		);
		expect(await descriptionOf({ statusCode: 503, headers })).toMatch(
			/\nrequest_id: req_2, attempts: 5$/,
		);
	});

	it('never repeats the secret, in whatever form the service does', async () => {
		const echo = secrets.join(' and ');
		const error = { message: echo, client_code: echo, request_id: echo };
		const hidden = '*** and *** and ***';
		expect((await errorOf([{ statusCode: 400, body: { error } }])).description).toBe(
			`No access token: ${tokenUrl} returned status 400 (${hidden}).\nclient_code: ${hidden}, request_id: ${hidden}`,
		);
	});
});

describe('a client secret that form encoding changes', () => {
	const basic = ({ headers }: IHttpRequestOptions) =>
		Buffer.from(String(headers?.Authorization).slice('Basic '.length), 'base64').toString();
	const refused = (statusCode: number, body: object = {}): Recorded => ({ statusCode, body });
	const ENCODED = 'client:top%2Fsecret+value';
	const PLAIN = 'client:top/secret value';

	it.each([
		['401', refused(401)],
		['400 invalid_client', refused(400, { error: 'invalid_client' })],
	])('is sent as it is after %s, and from then on', async (_status, refusal) => {
		const changes = { clientSecret: 'top/secret value', scope: String(refusal.statusCode) };
		const first = await request([refusal, issued({})], changes);
		expect(first.requests.map(basic)).toEqual([ENCODED, PLAIN]);
		expect(first.outcome).toMatchObject({ value: { value: 'at' } });
		const later = await request([issued({})], changes);
		expect(later.requests.map(basic)).toEqual([PLAIN]);
		// A server that decodes after all is asked the other way again.
		const changed = await request([refusal, issued({})], changes);
		expect(changed.requests.map(basic)).toEqual([PLAIN, ENCODED]);
	});

	it.each([
		['another refusal', refused(400, { error: 'invalid_scope' }), {}],
		['403', refused(403), {}],
		[
			'a secret that looks the same both ways',
			refused(401),
			{ clientSecret: 'top-secret.value_1' },
		],
	])('is not sent twice after %s', async (_what, refusal, changes) => {
		const { requests } = await request([refusal], { scope: 'once', ...changes });
		expect(requests).toHaveLength(1);
	});

	it('is reported as wrong when both ways are refused', async () => {
		const { requests, outcome } = await request([refused(401)], { scope: 'both' });
		expect(requests.map(basic)).toEqual([ENCODED, PLAIN]);
		expect(outcome).toMatchObject({
			reason: {
				message: 'The service rejected the client ID or secret. Check both.',
				failure: { cause: 'credential-invalid' },
			},
		});
	});
});

it.each([
	[{ statusCode: 400, body: { error: 'invalid_dpop_proof' } }],
	[
		{
			statusCode: 400,
			body: { error: 'invalid_request', error_description: 'DPoP proof required' },
		},
	],
	[{ statusCode: 401, headers: { 'www-authenticate': 'DPoP algs="ES256"' }, body: {} }],
])('a service that requires DPoP is named: %j', async (answer) => {
	const { message } = await errorOf([answer]);
	expect(message).toBe('The service requires DPoP. Turn on Use DPoP in the credential.');
});

it.each<[object, Record<string, string>, RegExp]>([
	// A service that only supports DPoP sends its nonce with every response.
	[{ error: 'invalid_client' }, { 'dpop-nonce': 'n1' }, /Check both/],
	[{ error: 'invalid_client', error_description: 'No client dpop-1' }, {}, /Check both/],
	[{ error: 'invalid_grant' }, {}, /^The service may require DPoP\. Turn on Use DPoP/],
])('what to check where DPoP may not be the reason: %j %j', async (body, headers, expected) => {
	expect((await errorOf([{ statusCode: 400, headers, body }])).message).toMatch(expected);
	const withDpop = await errorOf([{ statusCode: 400, headers, body }], { useDpop: true });
	expect(withDpop.message).toMatch(/Check (both|Client ID)/);
});
