import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';

const harness = harnessForAll();

const listeners = new Listeners();
afterAll(() => listeners.close());

const TOKEN = 'access-token-of-this-test';
/** What the service answers to every request but those for a token, with status 200. */
let body: unknown;
/** What was sent, without requests for a token. */
const sent: string[] = [];

let address: string;
beforeAll(async () => {
	address = await listeners.http(({ method, url }, response) => {
		const isToken = url === '/tprm-api/oauth/token';
		if (!isToken) sent.push(`${method} ${url}`);
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify(isToken ? { access_token: TOKEN, expires_in: 600 } : body));
	});
});

beforeEach(() => {
	sent.length = 0;
	harness.setCredential({ baseUrl: address });
});

const node = (type: string, resource: string, operation: string, more: IDataObject = {}) => ({
	type,
	parameters: { resource, operation, ...more },
});
const SCOPES = node('scope', 'scope', 'getMany', { returnAll: true });
const SYNC = node('scope', 'tree', 'sync', { path: 'EMEA / New', owner: 'u' });
const LOCATED = { __rl: true, mode: 'id', value: 'v-1' };

/** Every operation that reads a list of the service or its tree, to return or to look something up. */
const READERS: Record<string, NodeUnderTest> = {
	'Scope: Get Many': SCOPES,
	'Scope Tree: Get': node('scope', 'tree', 'get'),
	'Control: Get Many': node('control', 'control', 'getMany', { returnAll: true }),
	'Vendor: Get Many': node('tprmVendor', 'vendor', 'getMany', { returnAll: true }),
	'Vendor: Get': node('tprmVendor', 'vendor', 'get', { vendorId: LOCATED }),
	'Webhook Event: Get Many': node('tprmVendor', 'webhookEvent', 'getMany', { returnAll: true }),
	'Scope Tree: Sync': SYNC,
	'Vendor: Create or Update': node('tprmVendor', 'vendor', 'upsert', {
		...{ matchField: 'name', fieldsFrom: 'json', fieldsJson: '{ "name": "New" }' },
	}),
	'Assign by names': node('scopeAssignment', 'scopeAssignment', 'assign', {
		...{ mode: 'replace', scopeIds: 'EMEA', controlId: { ...LOCATED, mode: 'identifier' } },
	}),
};

const SAYS = 'The register is closed';

/** How services report an error with a status that says there was none. */
const BODIES: Array<[what: string, body: unknown, message: string]> = [
	['{"errors":[text]}', { errors: [SAYS] }, SAYS],
	['{"errors":[{"message"}]}', { errors: [{ message: SAYS }] }, SAYS],
	['{"error":text}', { error: SAYS }, SAYS],
	['{"error":{"message"}}', { error: { message: SAYS, client_code: 'a.b' } }, SAYS],
	['{"ok":false}', { ok: false, message: SAYS }, SAYS],
	['{"status":"error"} without words', { status: 'error' }, '"status" is "error"'],
	['an error beside an empty list', { data: [], error: SAYS }, SAYS],
	['an error beside nothing', { data: null, errors: [{ detail: SAYS }] }, SAYS],
	[
		'{"errcode"} in place of a list',
		{ errcode: 40001, errmsg: SAYS },
		`${SAYS} ("errcode": 40001)`,
	],
	['a problem', { title: 'Gone', status: 409, detail: SAYS }, `Gone: ${SAYS} ("status": 409)`],
	['{"fault"}', { fault: { faultstring: SAYS } }, SAYS],
];

describe.each(Object.keys(READERS))('%s', (name) => {
	const reader = READERS[name] ?? SCOPES;

	it.each(BODIES)('returns no record for %s', async (_what, answer, message) => {
		body = answer;
		const result = await harness.run(reader);
		expect(result.error?.message).toBe(message);
		expect(result.error).toMatchObject({
			description: expect.stringMatching(
				/^The response has status 200, but reports an error\..*\n/,
			),
		});
		expect(sent.filter((one) => !/^GET|search$|tree$/.test(one))).toEqual([]);
	});

	it('returns it as an error item, without the token', async () => {
		body = { error: { message: `Token ${TOKEN} expired`, request_id: `for ${TOKEN}` } };
		const result = await harness.run({
			...reader,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.json(NODE)).toMatchObject([
			{ error: { message: 'Token *** expired', httpStatus: 200, requestId: 'for ***' } },
		]);
		expect(inspect(result.run.data, { depth: Infinity })).not.toContain(TOKEN);
	});
});

describe('an empty list beside what may be an error', () => {
	it.each<[body: object, sign: string]>([
		[{ vendors: [], statusCode: 401, message: 'Unauthorized' }, '"statusCode": 401'],
		[{ vendors: [], status: 500 }, '"status": 500'],
		[{ vendors: [], errorCode: 17, errorMessage: 'no' }, '"errorCode": 17'],
		[{ vendors: [], Errors: ['denied'] }, 'denied'],
		[{ vendors: [], fault: { faultstring: 'denied' } }, 'denied'],
	])('creates nothing: %j', async (answer, sign) => {
		body = answer;
		const result = await harness.run(READERS['Vendor: Create or Update'] ?? SCOPES);
		expect(result.error?.message ?? '').toContain(sign);
		expect(sent.filter((one) => !/search$/.test(one))).toEqual([]);
	});

	it.each([
		{ vendors: [], errors: [], code: 200, errorCount: 0 },
		{ vendors: [], error: null },
	])('is none: %j', async (answer) => {
		body = answer;
		const result = await harness.run(READERS['Vendor: Get Many'] ?? SCOPES);
		expect([result.status, result.hints]).toEqual(['success', expect.anything()]);
		expect(inspect(result.hints)).not.toContain('may be an error');
	});
});

describe('a list in the editor', () => {
	it.each<[string, () => Promise<unknown>]>([
		['of scopes', async () => await harness.listSearch('scope', 'searchScopes')],
		['of owners', async () => await harness.listSearch('scope', 'searchOwners')],
		['of controls', async () => await harness.listSearch('scopeAssignment', 'searchControls')],
		['of several scopes', async () => await harness.loadOptions('scopeAssignment', 'getScopes')],
		['of vendors', async () => await harness.listSearch('tprmVendor', 'searchVendors')],
		['of the fields', async () => await harness.mapFields('tprmVendor', 'getVendorFields')],
	])('%s says what the service says', async (_what, open) => {
		for (const answer of [{ errors: [`${SAYS}: ${TOKEN}`] }, { error: `${SAYS}: ${TOKEN}` }]) {
			body = answer;
			await expect(open()).rejects.toThrow(`${SAYS}: ***`);
		}
	});
});

describe('records beside an error', () => {
	const scope = { id: 's-1', name: 'EMEA', pathNames: ['EMEA'] };

	it('are returned, with a hint that says what the service says', async () => {
		body = { scopes: [scope], errors: [{ message: `Token ${TOKEN} sees no other regions.` }] };
		const result = await harness.run(SCOPES);
		expect(result.json(NODE)).toMatchObject([scope]);
		expect(result.hints(NODE)).toMatchObject([
			{
				type: 'warning',
				message: expect.stringContaining(
					'The service returned 1 scope and reported an error: Token *** sees no other regions. ',
				),
			},
		]);
	});

	it('are returned for a tree, too', async () => {
		body = { scope, error: `${SAYS}: ${TOKEN}` };
		const result = await harness.run(node('scope', 'tree', 'get'));
		expect(result.json(NODE)).toMatchObject([{ id: 's-1' }]);
		expect(result.hints(NODE)).toMatchObject([
			{
				type: 'warning',
				message: expect.stringContaining(`returned a tree and reported an error: ${SAYS}: ***. `),
			},
		]);
	});

	it('are not enough to write', async () => {
		body = { scopes: [scope], error: SAYS };
		const result = await harness.run(SYNC);
		expect(result.error?.message).toBe(
			`The service returned 1 scope and reported an error: ${SAYS}`,
		);
		expect(sent).toEqual(['GET /v1/scopes']);
	});
});

it.each([
	['an empty list of errors', { scopes: [{ id: 'a' }], errors: [], error: null }],
	['words that mean none', { scopes: [{ id: 'a' }], error: 'none', success: true, status: 'ok' }],
	['records that were about an error', { scopes: [{ id: 'a', error: 'x', status: 'error' }] }],
	['a list under another name', { data: [{ id: 'a' }], errors: [], warnings: ['old version'] }],
])('%s is none', async (_what, answer) => {
	body = answer;
	const result = await harness.run(SCOPES);
	expect(result.error).toBeUndefined();
	expect(result.json(NODE)).toMatchObject([{ id: 'a' }]);
});
