import type { RequestListener } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased } from '../helpers/pagedHttp';

const TOKEN_PATH = '/tprm-api/oauth/token';
const TOKEN = 'theirs/0123456789+abc';
const SECRET = 'client secret/with+odd %&=chars';
const SIGNING = 'whsec_0123456789abcdef';
const FORGED = 'line one\nERROR forged line\u2028another\u202eesrever';

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

/** Everything that a service could repeat, in one text. */
function echoOf(authorization = ''): string {
	return [
		authorization,
		TOKEN,
		encodeURIComponent(TOKEN),
		Buffer.from(TOKEN).toString('base64'),
		SECRET,
		encodeURIComponent(SECRET),
		new URLSearchParams({ v: SECRET }).toString().slice(2),
		Buffer.from(SECRET).toString('base64'),
		Buffer.from(`n8n:${SECRET}`).toString('base64'),
		SIGNING,
		FORGED,
	].join(' ; ');
}

/** No form of a secret, and nothing that forges a line. */
function expectClean(shown: string): void {
	expect(shown).toContain('***');
	for (const part of echoOf().split(' ; ').slice(0, -1)) {
		if (part !== '') expect(shown).not.toContain(part);
	}
	expect(shown).not.toContain(TOKEN.slice(0, 10));
	expect(shown).not.toContain('\nERROR forged');
	expect(shown).not.toMatch(/[\u2028\u2029\u202e]/);
}

/** A service that answers every call but the token request by repeating what it was sent. */
async function mirror(answer: (echo: string) => { status: number; body: string }): Promise<string> {
	const listener: RequestListener = (request, response) => {
		if (request.url === TOKEN_PATH) {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ access_token: TOKEN, expires_in: 60 }));
			return;
		}
		const echo = echoOf(request.headers.authorization);
		const { status, body } = answer(echo);
		response.setHeader('X-Request-Id', `id ${encodeURIComponent(TOKEN)} ${TOKEN}`);
		response.setHeader('Content-Type', 'application/json');
		if (status >= 300 && status < 400) response.setHeader('Location', `/${TOKEN}`);
		response.writeHead(status).end(body);
	};
	return await listeners.http(listener);
}

const envelope = (echo: string) =>
	JSON.stringify({
		error: { message: echo, client_code: echo, request_id: echo, docs_url: echo },
	});

const getScopes: NodeUnderTest = {
	type: 'scope',
	parameters: { resource: 'scope', operation: 'getMany' },
};
const download: NodeUnderTest = {
	type: 'tprmVendor',
	parameters: { resource: 'document', operation: 'download', documentId: 'doc_1' },
};
const paged = (onError: string, options = {}): NodeUnderTest => ({
	type: 'pagedHttp',
	parameters: {
		authentication: 'grcOAuth2Api',
		source: 'dataset',
		dataset: JSON.stringify(pageBased('/v1/list')),
		returnAll: true,
		options: { onError, ...options },
	},
});

/** Everything that n8n stores and shows of a run, errors with all their members. */
function everything(run: unknown): string {
	return JSON.stringify(run, (key, value: unknown) => {
		if (key === 'workflow' || key === 'workflowData') return undefined;
		if (!(value instanceof Error)) return value;
		const { message, stack, cause } = value;
		return { ...value, message, stack, cause } as IDataObject;
	});
}

/** What is to be read in JSON, with its line breaks as they would be shown. */
const readable = (json: string) => json.replaceAll('\\n', '\n').replaceAll('\\"', '"');

describe('what a service repeats of the request is in no message, item or summary', () => {
	const refusal = (echo: string) => ({ status: 400, body: envelope(echo) });
	const redirect = () => ({ status: 302, body: '' });
	const text = (echo: string) => ({ status: 200, body: `oops ${echo.slice(0, 40)}` });
	const notAList = (echo: string) => ({ status: 200, body: JSON.stringify({ items: echo }) });

	it.each<[string, NodeUnderTest, Parameters<typeof mirror>[0]]>([
		['a service node', getScopes, refusal],
		['a service node that is redirected', getScopes, redirect],
		['a download', download, refusal],
		['Paged HTTP', paged('fail'), refusal],
		['Paged HTTP that keeps its pages', paged('keep'), refusal],
		['Paged HTTP that is redirected', paged('keep'), redirect],
		['Paged HTTP that gets text', paged('keep'), text],
		['Paged HTTP that gets no list', paged('keep'), notAList],
	])('%s', async (_name, node, answer) => {
		const baseUrl = await mirror(answer);
		const fields = {
			baseUrl,
			clientId: 'n8n',
			clientSecret: SECRET,
			webhookSigningSecret: SIGNING,
		};
		harness.setCredential(fields);
		for (const settings of [{}, { onError: 'continueRegularOutput' as const }]) {
			const result = await harness.run({ ...node, settings });
			expectClean(readable(everything(result.run)));
		}
	});

	it('Paged HTTP, also of a client secret that replaces another during the run', async () => {
		const rotated = SECRET.replace('client', 'second');
		const fields = { clientId: 'n8n', clientSecret: SECRET, webhookSigningSecret: SIGNING };
		let asked = 0;
		let baseUrl = '';
		baseUrl = await mirror((echo) => {
			if (asked++ > 0) return refusal(`${rotated} ; ${encodeURIComponent(rotated)} ; ${echo}`);
			harness.setCredential({ ...fields, baseUrl, clientSecret: rotated });
			return { status: 200, body: JSON.stringify({ items: [{ id: 1 }] }) };
		});
		harness.setCredential({ ...fields, baseUrl });
		const result = await harness.run(paged('keep', { prefetch: 1 }));
		const shown = readable(everything(result.run));
		expect(asked).toBe(2);
		expectClean(shown);
		expect(shown).not.toContain('second');
	});

	it('the token request', async () => {
		const baseUrl = await listeners.http((request, response) => {
			response.writeHead(400, { 'Content-Type': 'application/json' });
			response.end(envelope(echoOf(request.headers.authorization)));
		});
		harness.setCredential({ baseUrl, clientId: 'n8n', clientSecret: SECRET });
		const { error } = await harness.run(getScopes);
		const { message, description } = error as { message: string; description?: string };
		const shown = `${message}\n${description ?? ''}`;
		expect(shown).toContain('returned status 400');
		for (const part of [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString('base64')])
			expect(shown).not.toContain(part);
		expect(shown).not.toMatch(/Basic [^*]|\nERROR forged|[\u2028\u202e]/);
	});
});
