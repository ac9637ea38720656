import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { type Api, type Said, serveApi } from '../helpers/jsonApi';
import { Listeners } from '../helpers/listen';
import { pagedHttp, runPaged } from '../helpers/pagedHttp';
import { BY_PAGE, readWith } from '../helpers/signInApi';

/** What an API means by refusing a request, in whatever form it says so, and what the user is told. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

const serve = async (api: Api) => (await serveApi(listeners, api)).origin;

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
		({ searchParams }) =>
			searchParams.get('token') === null
				? { body: { items: rows(0, 2), next: 't' } }
				: { status, body };

	const POSITIONS: Array<[status: number, body: unknown]> = [
		[400, { message: 'cursor expired' }],
		[400, { message: 'Invalid pagination token' }],
		[400, { __type: 'ExpiredNextToken', message: 'The provided starting token has timed out' }],
		[400, { error: { code: 'resource_missing', param: 'token', message: 'No such row: 17' } }],
		[400, [{ errorCode: 'INVALID_QUERY_LOCATOR', message: 'Something went wrong' }]],
		[400, 'The paging state is of another query'],
		[403, { message: 'The next token does not belong to this user' }],
		[404, { error: { code: 'scroll_not_found' } }],
		[409, { message: 'The snapshot has changed, restart' }],
		[410, { error: 'Gone' }],
		[422, { errors: [{ field: 'token', message: 'is malformed' }] }],
		[422, { message: 'Parameter "token" is not valid' }],
		[500, { message: 'cursor expired' }],
		[500, { errorCode: 'InvalidBookmark', message: 'Internal error' }],
		[200, { ok: false, error: 'invalid_cursor' }],
		[200, { errcode: 7, errmsg: 'snapshot no longer available' }],
	];

	it.each(POSITIONS)('%i %j: the advice is to start over, and how', async (status, body) => {
		const baseUrl = await serve(refusing(status, body));
		const first = await runPaged(harness, pagedHttp(TOKENS, { maxPages: 1 }, { baseUrl }));
		const resume = JSON.stringify(first.summary.resume);
		const options = { resume, maxWait: 0 };
		const { result } = await runPaged(harness, pagedHttp(TOKENS, options, { baseUrl }));
		const said = describeError(result.error);
		expect(said).toContain('To start over, clear Resume under Options.');
		expect(said).not.toContain('continue from the resume point');
	});

	it.each(POSITIONS)('%i %j during the run: likewise', async (status, body) => {
		const { result } = await read(refusing(status, body), TOKENS, { maxWait: 0 });
		expect(describeError(result.error)).toContain('Run the node again to start over.');
	});

	it.each<[status: number, body: unknown]>([
		[400, { message: 'Too many filters' }],
		[409, { message: 'Conflict' }],
		[500, { message: 'Lost the connection while the cursor was read' }],
		[200, { ok: false, error: 'The server is busy' }],
	])('%i %j is not about the position', async (status, body) => {
		const { result } = await read(refusing(status, body), TOKENS, { maxWait: 0 });
		expect(describeError(result.error)).not.toContain('start over');
	});

	it('what goes for every request is not about the point to resume from', async () => {
		for (const [status, message] of [
			[403, 'Missing scope vendors.read'],
			[500, 'Internal error'],
		] as const) {
			const baseUrl = await serve(refusing(status, { message }));
			const first = await runPaged(harness, pagedHttp(TOKENS, { maxPages: 1 }, { baseUrl }));
			const options = { resume: JSON.stringify(first.summary.resume), maxWait: 0 };
			const { result } = await runPaged(harness, pagedHttp(TOKENS, options, { baseUrl }));
			expect(describeError(result.error)).not.toContain('start over');
		}
	});
});

describe('End Statuses', () => {
	const pages =
		(status: number): Api =>
		({ searchParams }) => {
			const page = Number(searchParams.get('page'));
			return page < 3
				? { body: { items: rows(page * 9, page * 9 + 9) } }
				: { status, body: { message: 'nope' } };
		};

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

describe('a token that the API refuses with another status than 401', () => {
	/** An API with a token endpoint that issues t-1, t-2 and so on; the first token is refused. */
	const start = async (status: number, body: unknown, accepts: (token: string) => boolean) => {
		const issued: string[] = [];
		const lists: string[] = [];
		const url: string = await listeners.http((request, response) => {
			const isToken = request.url?.startsWith('/token') || request.url?.endsWith('/oauth/token');
			const send = (code: number, said: unknown) => {
				const isText = typeof said === 'string';
				response.writeHead(code, { 'Content-Type': isText ? 'text/plain' : 'application/json' });
				response.end(isText ? said : JSON.stringify(said));
			};
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
		[400, { errcode: 40001, errmsg: 'access_token expired' }],
		[400, { Error: { Code: 'ExpiredToken', Message: 'The security token is no longer good' } }],
		[400, [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }]],
		[403, { fault: { faultstring: 'Access Token expired', detail: { errorcode: 'oauth' } } }],
		[403, { code: 401, message: 'Sign in again' }],
		[403, 'Token expired'],
		[419, { message: 'Page expired' }],
		[422, { errors: ['The signature of the token is invalid'] }],
		[440, 'Login Timeout'],
		[498, {}],
		[500, { message: 'jwt expired' }],
		[200, { errcode: 40001, errmsg: 'access_token expired', items: [] }],
		[200, { code: 401, message: 'Token expired', items: [] }],
		[400, { errmsg: 'subcode 40014', sub_msg: 'invalid access_token' }],
		[403, { Detail: 'AuthenticationUnsuccessful' }],
		[200, { fault: { error: [{ message: 'errorCode=003200; statusCode=401', code: '401' }] } }],
		[200, { error: 'invalid_token' }],
		[200, { ok: false, error: 'token_expired' }],
		[200, { error: { code: 498, message: 'Access denied' } }],
		[200, { status: 'error', message: 'Your session has timed out' }],
		[200, { meta: { code: 401, error_message: 'Login expired' } }],
		[200, { data: null, errors: [{ message: 'No', extensions: { code: 'UNAUTHENTICATED' } }] }],
	];

	const credentialFor = (url: string): IDataObject => ({
		...{ grantType: 'clientCredentials', accessTokenUrl: `${url}/token`, clientId: 'n8n' },
		...{ clientSecret: 'secret-of-this-test', authentication: 'header', baseUrl: url },
	});

	it.each([
		...REFUSALS,
		[200, { message: 'The access token is no longer valid', items: [] }] satisfies [
			number,
			unknown,
		],
	])('%i %j is renewed once by Paged HTTP', async (status, body) => {
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
		expect(api.lists).toHaveLength(2);
	});

	it.each<[status: number, body: unknown]>([
		[403, { message: 'Missing scope vendors.read' }],
		[400, { message: 'Invalid page token' }],
		[403, { message: 'CSRF token expired' }],
		[419, { message: 'CSRF token mismatch' }],
		[403, { message: 'Authorization failed: you may not read archives' }],
		[400, { message: 'Unexpected token < in JSON: the filter is invalid' }],
		[404, { message: 'Token not found' }],
		[200, { error: 'Invalid page token' }],
		[200, { ok: false, error: 'Scope not allowed' }],
	])('%i %j is about something else', async (status, body) => {
		const api = await start(status, body, () => false);
		const run = await readWith(harness, 'pagedHttpOAuth2Api', credentialFor(api.url), BY_PAGE);
		expect(run.result.error).toBeDefined();
		expect(api.issued).toHaveLength(1);
	});
});

describe('what an API says of a refusal is shown, whatever its status', () => {
	const said = 'Ask the owner of the archive';
	const challenge = `Bearer error="insufficient", error_description="${said}"`;

	it.each<[what: string, refusal: Omit<Said, 'status'>]>([
		['errmsg', { body: { errcode: 7, errmsg: said } }],
		['Message', { body: { Message: said } }],
		['faultstring', { body: { fault: { faultstring: said, detail: { errorcode: 'e7' } } } }],
		['Fault', { body: { Fault: { Error: [{ Message: said, code: '7' }] } } }],
		['a list', { body: [{ errorCode: 'E7', message: said }] }],
		['odata.error', { body: { 'odata.error': { code: '7', message: { value: said } } } }],
		['o:errorDetails', { body: { title: 'Bad', 'o:errorDetails': [{ detail: said }] } }],
		['errorMessages', { body: { errorMessages: [said], errors: {} } }],
		['meta', { body: { meta: { code: 7, error_message: said } } }],
		['response', { body: { response: { error: { text: 7, message: said } } } }],
		['text', { body: said }],
		['a header', { body: '', headers: { 'WWW-Authenticate': challenge } }],
	])('%s', async (_what, refusal) => {
		for (const status of [400, 401, 403, 404, 422, 500]) {
			const { result } = await read(() => ({ status, ...refusal }), TOKENS, { maxWait: 0 });
			expect(result.error?.message).toContain(`status ${status}`);
			expect(result.error?.message).toContain(said);
		}
	});
});

describe('a proof that the service refuses', () => {
	it.each<[said: string, advice: string]>([
		['iat in the future', 'Check the clock of the n8n server'],
		['Proof is not fresh', 'Check the clock of the n8n server'],
		['htm mismatch', 'Check Base URL in the credential'],
		['ath mismatch', 'Run it again'],
		['nonce missing', 'Run it again'],
		['The nonce has expired', 'Run it again'],
		['jti already used', 'Run it again'],
		['jti was used before in this period of time', 'Run it again'],
		['The signature cannot be verified', 'Run it again'],
		['jkt does not match the token', 'Run it again'],
		['bad proof', 'Run it again'],
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
		const shown = describeError(result.error);
		expect(shown).toContain(advice);
		expect(shown).toContain(said);
		if (!advice.includes('clock')) expect(shown).not.toContain('clock');
	});
});

describe('a first page that is not ready', () => {
	const read = async (source: string, said: Omit<Said, 'status'>) => {
		const url = await serve(() => ({ status: 202, ...said }));
		const parameters = {
			...{ authentication: 'none', source, url, property: 'items', returnAll: true },
			...{ schemeType: 'pageBased', options: { maxPages: 1 } },
		};
		return await runPaged(harness, { type: 'pagedHttp', parameters });
	};

	it.each<[what: string, said: Omit<Said, 'status'>]>([
		['a state', { body: { status: 'pending' } }],
		['nothing', { body: '' }],
		['an empty object', { body: {} }],
		['an empty list', { body: { items: [] } }],
		['an array', { body: [] }],
		['text', { body: 'queued' }],
		['an address', { body: { id: 7 }, headers: { Location: '/jobs/7' } }],
		['lists of other things', { body: { state: 'queued', _links: [], warnings: [] } }],
	])('%s: the form and Automatic say so', async (_what, said) => {
		for (const source of ['fields', 'automatic']) {
			const { result } = await read(source, said);
			const shown = describeError(result.error);
			expect(shown).toContain('Run the node again later');
			expect(shown).toContain('not ready');
			expect(shown).not.toContain('HTTP Request node');
		}
	});

	it('with records, it is read, and said to be incomplete', async () => {
		for (const source of ['fields', 'automatic']) {
			const { items, summary } = await read(source, { body: { items: rows(0, 2) } });
			expect(items).toEqual([0, 1]);
			expect(JSON.stringify(summary.incomplete)).toContain('still working on the request');
		}
	});
});
