import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { graphql, pageBased, pagedHttp } from '../helpers/pagedHttp';

const harness = harnessForAll();

const listeners = new Listeners();
afterAll(() => listeners.close());

/** Runs a node whose request is refused with a body, and returns its error item. */
async function refusedWith(
	json: unknown,
	{ status = 400, type = 'scope', resource = 'scope', contentType = 'application/json' } = {},
): Promise<IDataObject> {
	harness.service.faults.clear();
	harness.service.faults.add({
		fault: { kind: 'status', status, body: { json, contentType } },
		path: /^\/(v1\/scopes|tprm-api\/vendors\/search)$/,
	});
	const result = await harness.run({
		type,
		parameters: { resource, operation: 'getMany' },
		settings: { onError: 'continueRegularOutput' },
	});
	return result.json(NODE)[0]?.error as IDataObject;
}

describe('what the service says reaches the user', () => {
	it.each([
		['message', { message: 'The list is closed' }],
		['detail', { detail: 'The list is closed' }],
		['title', { type: 'about:blank', title: 'The list is closed', status: 400 }],
		['error_description', { error: 'closed', error_description: 'The list is closed' }],
	])('%s', async (_, body) => {
		expect(await refusedWith(body)).toMatchObject({ message: 'The list is closed' });
		const vendor = { type: 'tprmVendor', resource: 'vendor' };
		expect(await refusedWith(body, vendor)).toMatchObject({ message: 'The list is closed' });
	});

	it.each([
		['/v1', {}],
		['/tprm-api', { type: 'tprmVendor', resource: 'vendor' }],
	])('a problem with its own content type, from %s', async (_, node) => {
		const problem = {
			type: 'https://example.com/problems/closed',
			title: 'Closed',
			status: 403,
			detail: 'The list is closed until Monday',
		};
		for (const contentType of [
			'application/problem+json',
			'application/problem+json; charset=utf-8',
		]) {
			const error = await refusedWith(problem, { ...node, status: 403, contentType });
			expect(error).toMatchObject({
				message: 'Closed: The list is closed until Monday',
				httpStatus: 403,
			});
			expect(harness.service.log.requests.at(-1)?.status).toBe(403);
		}
	});

	it('on one line, without secrets, and not longer than can be read', async () => {
		const { secret } = harness.service.client;
		const error = await refusedWith({ errors: [`${secret}\nforged`, 'x'.repeat(5_000)] });
		expect(error.message).toMatch(/^\*\*\* forged; x+…$/);
		expect(String(error.message).length).toBeLessThanOrEqual(1_000);
	});

	it('with advice for a 404 that has no code', async () => {
		const error = await refusedWith({ message: 'No such scope' }, { status: 404 });
		expect(error.message).toBe('No such scope');
		expect(error.description).toContain('Check the IDs in this item');
		expect(error.description).toContain('Check Base URL in the credential');
	});
});

describe('of a text of any length, not more than can be read reaches the execution', () => {
	const LONG = 'x'.repeat(200_000);
	const envelope = {
		error: { client_code: LONG, message: LONG, request_id: LONG, docs_url: `/${LONG}` },
	};
	const scopes = { type: 'scope', parameters: { resource: 'scope', operation: 'getMany' } };
	const read = (source: string) => {
		const parameters = { authentication: 'none', source, property: 'items' };
		return { type: 'pagedHttp', parameters: { ...parameters, returnAll: true } };
	};
	const bulk = {
		type: 'scope',
		parameters: {
			resource: 'scope',
			operation: 'updateMany',
			scopeId: { __rl: true, mode: 'id', value: 's-1' },
			updateFields: { owner: 'u' },
		},
	};
	const oauth2 = {
		type: 'pagedHttp',
		parameters: { ...read('fields').parameters, authentication: 'pagedHttpOAuth2Api' },
		settings: { credentials: { pagedHttpOAuth2Api: { id: 'oauth2', name: 'OAuth2' } } },
	};
	const dataset = pageBased('/');
	const cases: Array<[what: string, node: NodeUnderTest, status: number, body: unknown]> = [
		['an envelope', scopes, 400, envelope],
		[
			'an envelope',
			{ ...scopes, type: 'tprmVendor', parameters: { resource: 'vendor', operation: 'getMany' } },
			400,
			envelope,
		],
		['a token endpoint', scopes, 401, envelope],
		['a token endpoint', oauth2, 401, { error: LONG, error_description: LONG }],
		['parts of a bulk request', bulk, 207, { errors: [{ id: 's-1', message: LONG }] }],
		['an envelope', read('fields'), 400, envelope],
		['an envelope', read('automatic'), 400, envelope],
		['a message', pagedHttp(dataset, { onError: 'keep' }), 403, { message: LONG }],
		['a list of errors', pagedHttp(dataset), 200, { errors: [LONG, { message: LONG }] }],
		[
			'an error beside records',
			pagedHttp(dataset, { maxPages: 1 }),
			200,
			{ error: LONG, items: [1] },
		],
		['errors of GraphQL', pagedHttp(graphql('/')), 200, { errors: [{ message: LONG }, LONG] }],
		['names of arrays', read('fields'), 200, { [LONG]: [] }],
		['names of arrays', read('automatic'), 200, { [LONG]: [{ id: 1 }], [`${LONG}y`]: [{ id: 1 }] }],
		['names of totals', read('automatic'), 200, { items: [{ id: 1 }], [`total${LONG}`]: 100 }],
	];

	const LINK = '<a href="https://evil.example">Sign in</a>';

	it.each([
		['a hint', read('fields'), 200, { [LINK]: [] }],
		['the description of an error', scopes, 400, { error: { request_id: LINK } }],
	])('and none of it is a link where n8n shows HTML: in %s', async (_where, node, status, body) => {
		const url = await listeners.http(({ url: path }, response) => {
			const isToken = path === '/tprm-api/oauth/token';
			response.setHeader('Content-Type', 'application/json').writeHead(isToken ? 200 : status);
			response.end(JSON.stringify(isToken ? { access_token: 'token', expires_in: 600 } : body));
		});
		harness.setCredential({ baseUrl: url });
		const result = await harness.run({ ...node, parameters: { ...node.parameters, url } });
		const description = result.error && 'description' in result.error && result.error.description;
		const shown = [description, ...result.hints(NODE).map(({ message }) => message)].join();
		expect(shown).toContain('&lt;a href="https://evil.example">Sign in');
		expect(shown).not.toContain('<a');
	});

	it.each(cases)('%s', async (what, { settings, ...node }, status, body) => {
		const isToken = what === 'a token endpoint';
		const baseUrl = await listeners.http(({ url }, response) => {
			const isAnswer = isToken || url !== '/tprm-api/oauth/token';
			response.setHeader('Content-Type', 'application/json').writeHead(isAnswer ? status : 200);
			response.end(JSON.stringify(isAnswer ? body : { access_token: 'token', expires_in: 600 }));
		});
		harness.setCredential({ baseUrl });
		harness.engine.setCredential('oauth2', {
			...{ baseUrl, grantType: 'clientCredentials', accessTokenUrl: `${baseUrl}/token` },
			...{ clientId: 'id', clientSecret: 'secret', authentication: 'header' },
		});
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { run } = await harness.run({
				...node,
				parameters: { ...node.parameters, baseUrl, url: `${baseUrl}/items` },
				settings: { ...settings, onError },
			});
			const shown = inspect(run.data, { depth: Infinity, maxStringLength: Infinity });
			expect(shown).toContain('xxx');
			expect(
				Math.max(...[...shown.matchAll(/x+/g)].map(([text]) => text.length)),
			).toBeLessThanOrEqual(1_000);
			expect(shown.length).toBeLessThan(50_000);
		}
	});
});
