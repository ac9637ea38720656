import type { RequestListener } from 'node:http';

import { testCredential } from '../../sandbox/engine/credentialTest';
import { Harness } from '../../sandbox/engine/harness';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { describeError, httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pageBased } from '../helpers/pagedHttp';

const TOKEN_PATH = '/tprm-api/oauth/token';

let harness: Harness;
let url: string;
let paths: string[];
const listeners = new Listeners();

/** A service on premises, whose certificate it made itself. */
const answer: RequestListener = (request, response) => {
	paths.push(String(request.url));
	const isFile = request.url?.includes('/downloads/') === true;
	response.setHeader('Content-Type', isFile ? 'text/plain' : 'application/json');
	if (isFile) response.setHeader('Content-Disposition', 'attachment; filename="report.txt"');
	if (request.url === TOKEN_PATH) response.end('{"access_token":"theirs","expires_in":60}');
	else response.end(isFile ? 'content' : '[{"id":"1"}]');
};

beforeEach(async () => {
	harness = await Harness.start();
	paths = [];
	url = await listeners.https(answer);
});
afterEach(async () => {
	await harness.stop();
	listeners.close();
});

const nodes = (): Array<[string, NodeUnderTest]> => [
	['a service node', { type: 'scope', parameters: { resource: 'scope', operation: 'getMany' } }],
	[
		'a download',
		{
			type: 'tprmVendor',
			parameters: { resource: 'document', operation: 'download', documentId: 'doc_1' },
		},
	],
	[
		'Paged HTTP',
		{
			type: 'pagedHttp',
			parameters: {
				authentication: 'grcOAuth2Api',
				source: 'dataset',
				dataset: JSON.stringify({ ...pageBased('/v1/list'), property: '' }),
				returnAll: true,
				options: { maxPages: 1 },
			},
		},
	],
	["n8n's HTTP Request", httpRequest(`${url}/v1/scopes`)],
];

it('refuses an untrusted certificate, with nothing sent', async () => {
	harness.setCredential({ baseUrl: url });
	for (const [, node] of nodes()) {
		const result = await harness.run(node);
		expect(describeError(result.error)).toMatch(/certificate/i);
	}
	expect((await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID)).status).toBe(
		'Error',
	);
	expect(paths).toEqual([]);
});

it('accepts it everywhere with Ignore SSL Issues', async () => {
	harness.setCredential({ baseUrl: url, ignoreSSLIssues: true });
	expect(await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID)).toMatchObject({
		status: 'OK',
	});
	for (const [name, node] of nodes()) {
		const result = await harness.run(node);
		expect([name, result.error?.message]).toEqual([name, undefined]);
		expect(result.items(NODE)).toHaveLength(1);
	}
	expect(paths.filter((path) => path === TOKEN_PATH).length).toBeGreaterThan(0);
	expect(new Set(paths).size).toBeGreaterThanOrEqual(5);
});

it('lets the HTTP Request node switch the check off only where the credential does', async () => {
	const insecure = () => httpRequest(`${url}/v1/scopes`, { allowUnauthorizedCerts: true });
	harness.setCredential({ baseUrl: url });
	expect(describeError((await harness.run(insecure())).error)).toContain('certificate');
	harness.setCredential({ baseUrl: url, ignoreSSLIssues: true });
	expect((await harness.run(insecure())).status).toBe('success');
});

it('uses no token that was fetched without checking the certificate where certificates are checked', async () => {
	const tokenUrl = url + TOKEN_PATH;
	const getScopes: NodeUnderTest = {
		type: 'scope',
		parameters: { resource: 'scope', operation: 'getMany' },
	};
	const tokensSent: unknown[] = [];
	const baseUrl = await listeners.http(({ headers }, response) => {
		tokensSent.push(headers.authorization);
		response.setHeader('Content-Type', 'application/json');
		response.end('[{"id":"1"}]');
	});
	harness.setCredential({ baseUrl, tokenUrl, ignoreSSLIssues: true });
	expect((await harness.run(getScopes)).status).toBe('success');
	expect(tokensSent).toEqual(['Bearer theirs']);

	// Another credential of the same client: it has not got a token yet.
	harness.setCredential({ baseUrl, tokenUrl });
	expect(describeError((await harness.run(getScopes)).error)).toMatch(/certificate/i);

	// The same credential, in which the switch was turned off: n8n keeps its token.
	harness.setCredential({ baseUrl, tokenUrl, ignoreSSLIssues: true });
	expect((await harness.run(getScopes)).status).toBe('success');
	const stored = harness.engine.credentials.get(CREDENTIAL_ID);
	expect(stored).toMatchObject({ accessToken: 'theirs' });
	harness.setCredential({ ...stored, ignoreSSLIssues: false });
	expect(describeError((await harness.run(getScopes)).error)).toMatch(/certificate/i);
	expect(tokensSent).toHaveLength(2);
});
