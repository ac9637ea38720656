import { Harness } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { httpPost, httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';

const TOKEN_PATH = '/tprm-api/oauth/token';
/** What n8n's HTTP library, and not the package, decides. */
const OTHERS = new Set(['host', 'user-agent', 'connection', 'accept-encoding']);

let harness: Harness;
const listeners = new Listeners();

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => {
	await harness.stop();
	listeners.close();
});

/** Runs one node after the other against a server that records what it is sent. */
async function record(): Promise<string[]> {
	const sent: string[] = [];
	const url = await listeners.http((request, response) => {
		const { method = '', url: target = '', rawHeaders } = request;
		const headers = rawHeaders.flatMap((name, place) =>
			place % 2 === 0 && !OTHERS.has(name.toLowerCase())
				? [`${name}: ${rawHeaders[place + 1]}`]
				: [],
		);
		let body = '';
		request.on('data', (part) => (body += String(part)));
		request.on('end', () => {
			sent.push([`${method} ${target}`, ...headers, ...(body === '' ? [] : [body])].join('\n  '));
			response.setHeader('Content-Type', 'application/json');
			response.end(target === TOKEN_PATH ? '{"access_token":"at","expires_in":60}' : '[]');
		});
	});
	harness.setCredential({ baseUrl: url, clientId: 'client', clientSecret: 's/c r' });
	const ours = (type: string, resource: string, operation: string, parameters = {}) => ({
		type,
		parameters: { resource, operation, ...parameters },
	});
	const byId = { __rl: true, mode: 'id', value: 'x1' };
	const vendor = { fieldsFrom: 'json', json: '{"name":"A"}', vendorId: byId };
	const nodes: NodeUnderTest[] = [
		ours('scope', 'scope', 'getMany', { returnAll: true }),
		ours('scope', 'scope', 'create', { name: 'A', owner: 'u' }),
		ours('scope', 'scope', 'archive', { scopeId: byId }),
		ours('scope', 'tree', 'get'),
		ours('control', 'control', 'getMany', { returnAll: true }),
		ours('scopeAssignment', 'scopeAssignment', 'assign', {
			mode: 'replace',
			controlId: { ...byId, value: '3c6d1f7a-8b2e-4f5a-9c0d-1e2f3a4b5c6d' },
			scopeIds: ['0b0e7d6c-3f1a-4c2e-9d5b-7a6f8e4c1d20'],
		}),
		ours('tprmVendor', 'vendor', 'create', vendor),
		ours('tprmVendor', 'vendor', 'update', vendor),
		ours('tprmVendor', 'vendor', 'replace', vendor),
		ours('tprmVendor', 'vendor', 'delete', vendor),
		ours('tprmVendor', 'vendor', 'getMany', { returnAll: true }),
		ours('tprmVendor', 'document', 'download', { documentId: 'd1' }),
		ours('tprmVendor', 'webhookEvent', 'getMany', { returnAll: true }),
		pagedHttp(
			pageBased('/tprm-api/sample/pages'),
			{},
			{ authentication: 'grcOAuth2Api', baseUrl: url },
		),
		httpRequest(`${url}/v1/scopes?a=b`),
		httpPost(`${url}/v1/scopes`, { name: 'A' }),
		httpRequest(
			`${url}/v1/x`,
			{ lowercaseHeaders: false },
			{
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'DPoP', value: 'of the user' }] },
			},
		),
	];
	for (const node of nodes) await harness.run(node, [{}], { executionId: 'the same' });
	return sent;
}

it('each operation sends what signs in, its values, and its headers, and nothing else', async () => {
	const sent = await record();
	expect(sent.length).toBeGreaterThan(15);
	expect(`${sent.join('\n')}\n`).toMatchSnapshot();
});
