import type { IncomingMessage } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp, runPaged } from '../helpers/pagedHttp';
import { BY_PAGE, readWith } from '../helpers/signInApi';

/** What an API means by refusing a request, in whatever form it says so, and what the user is told. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

interface Said {
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
}

type Api = (
	get: (name: string) => string | null,
	count: number,
	headers: IncomingMessage['headers'],
) => Said;

async function serve(api: Api): Promise<string> {
	let count = 0;
	return await listeners.http(({ url = '', headers }, response) => {
		const { searchParams } = new URL(url, 'http://localhost');
		const said = api((name) => searchParams.get(name), ++count, headers);
		response.writeHead(said.status ?? 200, {
			'Content-Type': 'application/json',
			...said.headers,
		});
		response.end(JSON.stringify(said.body));
	});
}

const rows = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({ id: from + index }));

const TOKENS = {
	url: '/rows',
	method: 'GET',
	property: 'items',
	pagingScheme: {
		type: 'nextToken',
		request: { tokenParameter: 'token' },
		response: { nextToken: 'next' },
		pageUntil: 'noNextToken',
	},
};

const read = async (api: Api, dataset: unknown, options: IDataObject = {}) =>
	await runPaged(harness, pagedHttp(dataset, options, { baseUrl: await serve(api) }));

describe('a position that the API no longer accepts', () => {
	const refusing =
		(status: number, body: unknown): Api =>
		(get) =>
			get('token') === null ? { body: { items: rows(0, 2), next: 't' } } : { status, body };

	it.each<[status: number, body: unknown]>([
		[400, { message: 'cursor expired' }],
		[410, { error: 'Gone' }],
		[404, { error: { code: 'scroll_not_found' } }],
		[422, { message: 'Parameter token is not valid' }],
		[200, { ok: false, error: 'invalid_cursor' }],
	])('%i %j: the advice is to start over, and how', async (status, body) => {
		const baseUrl = await serve(refusing(status, body));
		const first = await runPaged(harness, pagedHttp(TOKENS, { maxPages: 1 }, { baseUrl }));
		const resume = JSON.stringify(first.summary.resume);
		const { result } = await runPaged(harness, pagedHttp(TOKENS, { resume }, { baseUrl }));
		const said = describeError(result.error);
		expect(said).toContain('To start over, clear Resume under Options.');
		expect(said).not.toContain('continue from the resume point');
	});

	it('is said of a position that expires during the run, too', async () => {
		const { result } = await read(refusing(410, { error: 'Gone' }), TOKENS);
		expect(describeError(result.error)).toContain('start over');
		const busy = await read(refusing(400, { message: 'Too many filters' }), TOKENS);
		expect(describeError(busy.result.error)).toContain('continue from the resume point');
	});
});

describe('End Statuses', () => {
	const pages =
		(status: number): Api =>
		(get) =>
			Number(get('page')) < 3
				? { body: { items: rows(Number(get('page')) * 9, Number(get('page')) * 9 + 9) } }
				: { status, body: { message: 'nope' } };

	it.each<[entered: unknown, status: number]>([
		['422', 422],
		['404, 500', 500],
		['={{ [422] }}', 422],
		['={{ 410 }}', 410],
	])('%j ends the list with %i', async (endStatuses, status) => {
		const parameters = {
			...{ source: 'fields', url: await serve(pages(status)), schemeType: 'pageBased' },
			...{ property: 'items', returnAll: true },
			options: { pagingDetails: { settings: { endStatuses } } },
		};
		const result = await withFakeClock(
			async () => await harness.run({ type: 'pagedHttp', parameters }),
		);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toHaveLength(18);
		expect(result.json(NODE, 1)).toMatchObject([{ stopReason: 'noDataLeft', warnings: [] }]);
	});

	it.each(['abc', '200', '429'])('%s is refused before anything is sent', async (endStatuses) => {
		const parameters = {
			...{ source: 'fields', url: 'http://127.0.0.1:9/rows', schemeType: 'pageBased' },
			...{ property: 'items', returnAll: true },
			options: { pagingDetails: { settings: { endStatuses } } },
		};
		const result = await harness.run({ type: 'pagedHttp', parameters });
		expect(result.error?.message).toContain('End Statuses');
		expect(result.error?.message).toContain(endStatuses);
	});
});

describe('a limit', () => {
	const later = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds);
	const once =
		(said: () => Said): Api =>
		(_get, count) =>
			count === 1 ? said() : { body: { items: count === 2 ? rows(0, 3) : [] } };

	it.each<[what: string, said: () => Said]>([
		[
			'403 in words, with a reset',
			() => ({
				...{ status: 403, body: { message: 'API rate limit exceeded' } },
				headers: { 'X-RateLimit-Reset': later(30) },
			}),
		],
		['429 with a reset', () => ({ status: 429, body: {}, headers: { 'RateLimit-Reset': '30' } })],
		[
			'429 with a time as Retry-After',
			() => ({ status: 429, body: {}, headers: { 'Retry-After': later(30) } }),
		],
	])('%s is waited for', async (_what, said) => {
		const { items, took } = await withFakeClock(async () => {
			const started = Date.now();
			const { items } = await read(once(said), pageBased('/rows'));
			return { items, took: Date.now() - started };
		});
		expect(items).toHaveLength(3);
		expect(took).toBeGreaterThanOrEqual(29_000);
		expect(took).toBeLessThan(60_000);
	});

	it.each<[what: string, said: () => Said]>([
		[
			'403',
			() => ({
				...{ status: 403, body: { message: 'API rate limit exceeded' } },
				headers: { 'X-RateLimit-Reset': later(3_600) },
			}),
		],
		['429', () => ({ status: 429, body: {}, headers: { 'Retry-After': later(3_600) } })],
	])('of an hour is an error that says so: %s', async (_what, said) => {
		const { result } = await read(said, pageBased('/rows'));
		const text = describeError(result.error);
		expect(text).toMatch(/The service asked for a wait of 3(?:600|599) s/);
		expect(text).not.toContain('credential');
	});

	it('without a time is about the limit, not about the credential', async () => {
		const { result } = await withFakeClock(
			async () =>
				await read(
					() => ({ status: 403, body: { error: { code: 'rate_limit_exceeded' } } }),
					pageBased('/rows'),
				),
		);
		expect(describeError(result.error)).toContain('reached its rate limit');
	});
});

describe('a token that the API refuses with another status than 401', () => {
	/** An API with a token endpoint that issues t-1, t-2 and so on; the first token is refused. */
	const start = async (status: number, body: unknown, accepts: (token: string) => boolean) => {
		const issued: string[] = [];
		const lists: string[] = [];
		const url: string = await listeners.http((request, response) => {
			const isToken = request.url?.startsWith('/token') || request.url?.endsWith('/oauth/token');
			const send = (code: number, said: unknown) =>
				response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
			if (isToken) {
				issued.push(`t-${issued.length + 1}-of-this-test`);
				return void send(200, {
					...{ access_token: issued.at(-1), expires_in: 600, token_type: 'Bearer' },
				});
			}
			const token = String(request.headers.authorization).slice('Bearer '.length);
			lists.push(token);
			if (!accepts(token)) return void send(status, body);
			const page = Number(new URL(request.url ?? '', url).searchParams.get('page') ?? 1);
			send(200, { items: page === 1 ? [{ id: 1, name: 'EMEA', pathNames: ['EMEA'] }] : [] });
		});
		return { url, issued, lists };
	};

	const REFUSALS: Array<[status: number, body: unknown]> = [
		[403, { message: 'Token expired' }],
		[400, { error: 'invalid_token' }],
		[403, { error: { code: 'TokenExpired' } }],
		[403, { message: 'The access token has been revoked' }],
	];

	const credentialFor = (url: string): IDataObject => ({
		...{ grantType: 'clientCredentials', accessTokenUrl: `${url}/token`, clientId: 'n8n' },
		...{ clientSecret: 'secret-of-this-test', authentication: 'header', baseUrl: url },
	});

	it.each(REFUSALS)('%i %j is renewed once by Paged HTTP', async (status, body) => {
		const api = await start(status, body, (token) => !token.startsWith('t-1'));
		const run = await readWith(harness, 'pagedHttpOAuth2Api', credentialFor(api.url), BY_PAGE);
		expect(run.result.error).toBeUndefined();
		expect(run.ids).toEqual([1]);
		expect(api.issued).toHaveLength(2);
		expect(api.lists).toHaveLength(3);
	});

	it.each(REFUSALS)('%i %j is renewed once by the nodes of the service', async (status, body) => {
		let isExpired = false;
		const api = await start(status, body, (token) => !isExpired || !token.startsWith('t-1'));
		harness.setCredential({ baseUrl: api.url });
		const parameters = { resource: 'scope', operation: 'getMany', returnAll: true };
		for (const expired of [false, true]) {
			isExpired = expired;
			const result = await harness.run({ type: 'scope', parameters });
			expect(result.error).toBeUndefined();
			expect(result.json(NODE)).toHaveLength(1);
		}
		expect(api.issued).toHaveLength(2);
		expect(api.lists).toHaveLength(3);
	});

	it.each(REFUSALS)('%i %j that stays is about the token', async (status, body) => {
		const api = await start(status, body, () => false);
		const run = await readWith(harness, 'pagedHttpOAuth2Api', credentialFor(api.url), BY_PAGE);
		expect(describeError(run.result.error)).toContain('even after it was renewed');
		expect(api.issued).toHaveLength(2);
	});

	it.each<[status: number, body: unknown]>([
		[403, { message: 'Missing scope vendors.read' }],
		[400, { message: 'Invalid page token' }],
		[403, { message: 'CSRF token expired' }],
	])('%i %j is about something else', async (status, body) => {
		const api = await start(status, body, () => false);
		const run = await readWith(harness, 'pagedHttpOAuth2Api', credentialFor(api.url), BY_PAGE);
		expect(run.result.error).toBeDefined();
		expect(api.issued).toHaveLength(1);
	});
});

describe('a proof that the service refuses', () => {
	it.each<[said: string, advice: string]>([
		['iat is too old', 'Check the clock of the n8n server'],
		['The proof has expired', 'Check the clock of the n8n server'],
		['htu does not match', 'Check Base URL in the credential'],
	])('"%s"', async (said, advice) => {
		const url = await listeners.http((request, response) => {
			const isToken = request.url?.endsWith('/oauth/token');
			response.writeHead(isToken ? 200 : 401, {
				'Content-Type': 'application/json',
				...(!isToken && {
					'WWW-Authenticate': `DPoP error="invalid_dpop_proof", error_description="${said}"`,
				}),
			});
			response.end(
				JSON.stringify(isToken ? { access_token: 'bound-token', token_type: 'DPoP' } : {}),
			);
		});
		harness.setCredential({ baseUrl: url, useDpop: true });
		const parameters = { resource: 'scope', operation: 'getMany', returnAll: true };
		const result = await harness.run({ type: 'scope', parameters });
		expect(describeError(result.error)).toContain(advice);
	});
});
