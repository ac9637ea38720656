import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { testCredential } from '../../sandbox/engine/credentialTest';
import { Harness } from '../../sandbox/engine/harness';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { NODE } from '../../sandbox/engine/singleNode';

/** What docs/nodes/paged-http.md says about an API that is not the service. */

let harness: Harness;
let api: Server;
const requests: string[] = [];

beforeAll(async () => {
	harness = await Harness.start();
	api = createServer((request, response) => {
		const { method, headers } = request;
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		requests.push(`${method} ${pathname}`);
		const answer = (status: number, body: unknown) => {
			response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
		};
		if (pathname === '/login/token') {
			const isClient = headers.authorization === `Basic ${btoa('other:secret')}`;
			return isClient
				? answer(200, { access_token: 'token-1', token_type: 'Bearer', expires_in: 600 })
				: answer(401, {});
		}
		if (pathname !== '/api/vendors') return answer(404, {});
		if (headers.authorization !== 'Bearer token-1') return answer(401, {});
		const page = Number(searchParams.get('page'));
		return answer(200, { items: page < 3 ? [{ id: page }] : [] });
	});
	await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
	const { port } = api.address() as AddressInfo;
	harness.setCredential({
		baseUrl: `http://127.0.0.1:${port}`,
		tokenUrl: `http://127.0.0.1:${port}/login/token`,
		clientId: 'other',
		clientSecret: 'secret',
	});
});
afterAll(async () => {
	await harness.stop();
	await new Promise((resolve) => api.close(resolve));
});

it('reads another API with a GRC OAuth2 API credential that has its own Token URL', async () => {
	const result = await harness.run({
		type: 'pagedHttp',
		parameters: {
			authentication: 'grcOAuth2Api',
			source: 'fields',
			url: '/api/vendors',
			schemeType: 'pageBased',
			property: 'items',
			returnAll: true,
		},
	});
	expect(result.error).toBeUndefined();
	expect(result.json(NODE)).toEqual([{ id: 1 }, { id: 2 }]);
	expect(requests.slice(0, 2)).toEqual(['POST /login/token', 'GET /api/vendors']);
});

it('the test of such a credential fails, since the API has no list of events', async () => {
	expect(await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID)).toMatchObject({
		status: 'Error',
	});
});
