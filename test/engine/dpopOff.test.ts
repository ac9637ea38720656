import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Harness } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { httpPost, httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';

/** What was sent before there was DPoP; `RECORD=1` writes it anew. */
const BEFORE = path.resolve(__dirname, '../helpers/requestsWithoutDpop.json');
const TOKEN_PATH = '/tprm-api/oauth/token';
/** What n8n's HTTP library, and not the package, decides. */
const OTHERS = new Set(['host', 'user-agent', 'connection', 'accept-encoding']);

interface Sent {
	method: string;
	url: string;
	headers: string[];
	body: string;
}

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
async function record(): Promise<Sent[]> {
	const sent: Sent[] = [];
	const url = await listeners.http((request, response) => {
		const headers = Array.from({ length: request.rawHeaders.length / 2 }, (_, i) =>
			request.rawHeaders.slice(2 * i, 2 * i + 2),
		);
		const own = headers.filter(([name = '']) => !OTHERS.has(name.toLowerCase()));
		const entry = { method: String(request.method), url: String(request.url), body: '' };
		sent.push({ ...entry, headers: own.map((pair) => pair.join(': ')) });
		const index = sent.length - 1;
		request.on('data', (part) => {
			const last = sent[index];
			if (last) last.body += String(part);
		});
		request.on('end', () => {
			response.setHeader('Content-Type', 'application/json');
			response.end(request.url === TOKEN_PATH ? '{"access_token":"at","expires_in":60}' : '[]');
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

it('without DPoP, every request is what it was before', async () => {
	const sent = await record();
	if (process.env.RECORD) writeFileSync(BEFORE, `${JSON.stringify(sent, null, '\t')}\n`);
	expect(sent).toEqual(JSON.parse(readFileSync(BEFORE, 'utf8')));
	expect(sent.length).toBeGreaterThan(15);
});
