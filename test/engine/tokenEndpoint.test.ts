import type { IncomingHttpHeaders } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { testCredential } from '../../sandbox/engine/credentialTest';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { harnessForEach } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';

const harness = harnessForEach();
const listeners = new Listeners();
afterEach(() => listeners.close());

const CLIENT = /client ID or secret/;
const scopes = { type: 'scope', parameters: { resource: 'scope', operation: 'getMany' } };

/** @returns what the window of the credential shows */
async function test(changes: IDataObject): Promise<string> {
	harness.setCredential({ accessToken: '', ...changes });
	return (await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID)).message;
}

describe('a Base URL with a path too much', () => {
	it.each(['/tprm-api', '/tprm-api/', '/v1', '/tprm-api/manage'])('%s', async (path) => {
		const { url } = harness.service;
		const message = await test({ baseUrl: url + path });
		const shown = path.endsWith('/') ? path.slice(0, -1) : path;
		expect(message).toBe(
			`Check Base URL. It ends in ${shown}, and is usually without a path. There is no token endpoint at ${url}${shown}/tprm-api/oauth/token (The access token is missing).`,
		);
		// What a node says is the same.
		const { error } = await harness.run(scopes);
		expect(describeError(error)).toContain(message);
		expect(describeError(error)).not.toMatch(CLIENT);
	});

	it('is fine where the service is there', async () => {
		const { url } = harness.service;
		const behind = await listeners.http(({ url: path = '', method = '', headers }, response) => {
			void fetch(url + path.replace('/grc', ''), {
				method,
				headers: forwarded(headers),
				...(method === 'POST' && { body: 'grant_type=client_credentials' }),
			}).then(async (answer) => {
				response.writeHead(answer.status, { 'Content-Type': 'application/json' });
				response.end(await answer.text());
			});
		});
		expect(await test({ baseUrl: `${behind}/grc` })).toBe('Connection successful!');
	});
});

function forwarded({ authorization = '', accept = '', ...headers }: IncomingHttpHeaders) {
	return {
		...{ authorization, accept },
		...(headers['content-type'] && { 'content-type': headers['content-type'] }),
		...(headers['x-api-version'] && { 'x-api-version': String(headers['x-api-version']) }),
	};
}

/** Answers of what is not the token endpoint. */
describe.each<[what: string, status: number, headers: Record<string, string>, body: string]>([
	['a path that is unknown', 404, {}, '{"message":"Not found"}'],
	['a path for other methods', 405, { Allow: 'GET' }, '{"error":"method_not_allowed"}'],
	['a page of an unknown path', 404, {}, '<!doctype html><title>404</title>'],
	['a login page', 200, {}, '<!doctype html><form>Client login</form>'],
	['a login page with 401', 401, {}, '<html><form>Sign in with your credentials</form></html>'],
	['a login page with 403', 403, {}, '<html>Forbidden</html>'],
	['an API that wants a token', 401, {}, '{"error":{"message":"The access token is missing"}}'],
	['an API without words', 401, { 'WWW-Authenticate': 'Bearer realm="api"' }, ''],
	['a gateway that does not know the path', 403, {}, '{"message":"Missing Authentication Token"}'],
	['an API behind a sign-in', 401, {}, '{"message":"You are not logged in"}'],
	[
		'an application server',
		401,
		{},
		'{"error":"unauthorized","message":"Full authentication is required to access this resource"}',
	],
])('%s', (_what, status, headers, body) => {
	it.each(['Base URL', 'Token URL'])('is blamed on %s, not on the client', async (field) => {
		const server = await listeners.http((_request, response) => {
			response.writeHead(status, headers).end(body);
		});
		const own = field === 'Token URL' ? { tokenUrl: `${server}/token` } : { baseUrl: server };
		const message = await test(own);
		expect(message).toMatch(
			new RegExp(`^Check ${field}\\. There is no token endpoint at ${server}/`),
		);
		expect(message).not.toMatch(CLIENT);
	});
});

/** Answers of token endpoints that do not accept the client. */
it.each<[status: number, headers: Record<string, string>, body: string]>([
	[401, {}, '{"error":"invalid_client"}'],
	[400, {}, '{"error":"invalid_client"}'],
	[401, {}, '{"error":"invalid_client","error_description":"No token for this client"}'],
	[401, {}, '{"error":"unauthorized","error_description":"Bad credentials"}'],
	[401, {}, '{"error":{"message":"The secret is wrong"}}'],
	[401, { 'WWW-Authenticate': 'Basic realm="oauth"' }, ''],
	[401, {}, '{}'],
])('%i %j %s is about the client', async (status, headers, body) => {
	const server = await listeners.http((_request, response) => {
		response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
	});
	expect(await test({ baseUrl: server })).toBe(
		`The service rejected the client ID or secret. Check both.`,
	);
});
