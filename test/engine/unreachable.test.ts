import { createServer } from 'node:http';

import type { WorkflowExecuteMode } from 'n8n-workflow';

import { testCredential } from '../../sandbox/engine/credentialTest';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';

const harness = harnessForEach();
const listeners = new Listeners();
afterEach(() => listeners.close());

/** No server listens here. */
const REFUSES = 'http://127.0.0.1:1';
/** No name server knows it (RFC 6761, 6.4). */
const UNKNOWN = 'http://grc.invalid';

/** What a person waits for at most, in milliseconds. */
const SOON = 3_000;

const scopes = { type: 'scope', parameters: { resource: 'scope', operation: 'getMany' } };
const paged = (url: string, authentication = 'none') => ({
	type: 'pagedHttp',
	parameters: { authentication, url, source: 'automatic' },
});

/** @returns what was returned, and for how many milliseconds somebody waited for it */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; waited: number }> {
	return await withFakeClock(async () => {
		const start = Date.now();
		const result = await work();
		return { result, waited: Date.now() - start };
	});
}

/** Issues tokens for a service that cannot be reached. */
async function tokenServer(): Promise<string> {
	return await listeners.http((_request, response) => {
		response.setHeader('Content-Type', 'application/json');
		response.end('{"access_token":"t","token_type":"Bearer","expires_in":600}');
	});
}

describe.each([
	['that refuses connections', REFUSES, 'refused the connection'],
	['that no name server knows', UNKNOWN, 'could not be found: the host name is unknown'],
])('a service %s', (_what, baseUrl, why) => {
	it('fails the test of the credential soon', async () => {
		harness.setCredential({ baseUrl });
		const { result, waited } = await timed(
			async () => await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID),
		);
		const { host } = new URL(baseUrl);
		expect(result.message).toBe(`Can't reach ${host}. Check Base URL and your network.`);
		expect(waited).toBeLessThan(SOON);
	});

	it('fails the list of a field soon', async () => {
		harness.setCredential({ baseUrl });
		const { waited } = await timed(
			async () => await harness.listSearch('scope', 'searchScopes').catch((error: Error) => error),
		);
		expect(waited).toBeLessThan(SOON);
	});

	it('fails a run in the editor soon, without advice about slow services', async () => {
		const tokenUrl = `${await tokenServer()}/token`;
		for (const credential of [{ baseUrl }, { baseUrl, tokenUrl }]) {
			harness.setCredential({ accessToken: '', ...credential });
			const { result, waited } = await timed(async () => await harness.run(scopes));
			expect(describeError(result.error)).toContain(why);
			expect(describeError(result.error)).not.toContain('Timeout');
			expect(waited).toBeLessThan(SOON);
		}
	});

	it('fails Paged HTTP in the editor soon, without advice about slow APIs', async () => {
		for (const authentication of ['none', 'grcOAuth2Api']) {
			harness.setCredential({ accessToken: '', baseUrl });
			const { result, waited } = await timed(
				async () => await harness.run(paged(`${baseUrl}/v1/scopes`, authentication)),
			);
			expect(describeError(result.error)).toContain(why);
			expect(describeError(result.error)).not.toContain('Timeout');
			expect(waited).toBeLessThan(SOON);
		}
	});
});

describe.each<WorkflowExecuteMode>(['trigger', 'webhook', 'retry', 'integrated'])(
	'a run of mode %s',
	(mode) => {
		it.each([
			['a token', scopes, {}],
			['records', scopes, { tokenUrl: true }],
			['a page', paged(`${REFUSES}/v1/scopes`), {}],
			['a token for a page', paged(`${REFUSES}/v1/scopes`, 'grcOAuth2Api'), {}],
		])('waits for a service to come back that it wants %s of', async (_what, node, own) => {
			const tokenUrl = 'tokenUrl' in own ? { tokenUrl: `${await tokenServer()}/token` } : {};
			harness.setCredential({ accessToken: '', baseUrl: REFUSES, ...tokenUrl });
			const { result, waited } = await timed(async () => await harness.run(node, [{}], { mode }));
			expect(describeError(result.error)).toContain('refused the connection');
			expect(waited).toBeGreaterThan(14_000);
			expect(waited).toBeLessThan(40_000);
		});
	},
);

it.each([2, 20])('%i items of a run in the editor fail soon, too', async (count) => {
	harness.setCredential({ tokenUrl: `${await tokenServer()}/token`, baseUrl: REFUSES });
	const items = Array.from({ length: count }, (_, index) => ({ index }));
	for (const node of [scopes, paged(`${REFUSES}/{{ $json.index }}`)]) {
		const { result, waited } = await timed(async () => await harness.run(node, items));
		expect(describeError(result.error)).toContain('refused the connection');
		expect(waited).toBeLessThan(SOON);
	}
});

it('a record is created once the service accepts connections: it has got no request before', async () => {
	const create = {
		type: 'scope',
		parameters: { resource: 'scope', operation: 'create', name: 'New', owner: 'u' },
	};
	harness.setCredential({ tokenUrl: `${await tokenServer()}/token`, baseUrl: REFUSES });
	const { result } = await timed(async () => await harness.run(create, [{}], { mode: 'trigger' }));
	expect(describeError(result.error)).toContain('attempts: 5');
	expect(describeError(result.error)).not.toContain('may have been processed');
});

it('a run that started while the service was down reads it once it is up', async () => {
	const token = JSON.stringify({ access_token: 't', token_type: 'Bearer', expires_in: 600 });
	const server = createServer(({ url }, response) => {
		response.setHeader('Content-Type', 'application/json');
		response.end(url?.endsWith('/token') ? token : '[{"id":"s-1","name":"EMEA"}]');
	});
	const listen = async (port: number) =>
		await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
	await listen(0);
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	await new Promise((resolve) => server.close(resolve));
	harness.setCredential({ accessToken: '', baseUrl: `http://127.0.0.1:${port}` });
	try {
		const { result } = await timed(async () => {
			setTimeout(() => void listen(port), 4_000);
			return await harness.run(scopes, [{}], { mode: 'trigger' });
		});
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([{ name: 'EMEA' }]);
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
