import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { askForToken, Client, message, refusal } from './client';

let service: Service;
let client: Client;

beforeAll(async () => {
	service = await startService();
});
beforeEach(async () => {
	client = await Client.connect(service);
});
afterAll(async () => await service.close());

const form = { grant_type: 'client_credentials' };

describe('Access token', () => {
	const unencoded = () => {
		const { id, secret } = service.client;
		return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
	};
	it.each([
		['a wrong secret', () => ({ client: { id: 'n8n:demo', secret: 'no' } }), 401, 'invalid_client'],
		['an unknown client', () => ({ client: { id: 'x', secret: 'no' } }), 401, 'invalid_client'],
		[
			'credentials that were not form-encoded',
			() => ({ authorization: unencoded() }),
			401,
			'invalid_client',
		],
		['no Basic credentials', () => ({ authorization: 'Bearer x' }), 401, 'invalid_client'],
		['another grant', () => ({ form: { grant_type: 'password' } }), 400, 'unsupported_grant_type'],
		['no grant', () => ({ form: {} }), 400, 'unsupported_grant_type'],
		[
			'a scope it may not have',
			() => ({ form: { ...form, scope: 'tprm:admin' } }),
			400,
			'invalid_scope',
		],
	])('is refused for %s', async (_what, request, status, code) => {
		expect(refusal(await askForToken(service, request()))).toBe(`${status} auth.${code}`);
	});

	it('is asked for with a form, not with JSON', async () => {
		const answer = await client.send('POST', '/tprm-api/oauth/token', { json: form });
		expect(refusal(answer)).toBe('415 request.unsupported_media_type');
	});

	it('is accepted until it expires', async () => {
		service.clock.advance(599_000);
		expect((await client.send('GET', '/v1/scopes')).status).toBe(200);
		service.clock.advance(1_000);
		const answer = await client.send('GET', '/v1/scopes');
		expect(refusal(answer)).toBe('401 auth.invalid_token');
		expect(message(answer)).toContain('expired');
		expect(answer.headers.get('www-authenticate')).toBe('Bearer');
	});

	it.each([
		['GET', '/v1/scopes', {}],
		['GET', '/v1/controls', { Authorization: 'Basic abc' }],
		['POST', '/tprm-api/vendors/search', { Authorization: 'Bearer unknown' }],
		['DELETE', '/tprm-api/vendors/x', { Authorization: '' }],
		['GET', '/tprm-api/downloads/document/x', { Authorization: 'bearer' }],
		['GET', '/no/such/path', { Authorization: 'Bearer unknown' }],
	])('is needed for %s %s', async (method, path, headers) => {
		client.token = '';
		const answer = await client.send(method, path, { headers });
		expect(refusal(answer)).toBe('401 auth.invalid_token');
	});
});

describe('X-API-Version', () => {
	const path = '/tprm-api/manage/webhooks/events';

	it.each(['v2', '1', ''])('cannot be "%s"', async (version) => {
		const answer = await client.send('GET', path, { headers: { 'X-API-Version': version } });
		expect(refusal(answer)).toBe('400 request.api_version_unsupported');
		expect(message(answer)).toContain('v1');
	});
});
