import type { IncomingHttpHeaders } from 'node:http';
import { inspect } from 'node:util';

import type { IDataObject, INode } from 'n8n-workflow';

import { SandboxCredentialsHelper } from '../../sandbox/engine/credentialsHelper';
import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { describeError, httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';

const TOKEN_PATH = '/tprm-api/oauth/token';

const harness = harnessForEach();
const listeners = new Listeners();

afterEach(() => listeners.close());

const getScopes = {
	type: 'scope',
	parameters: { resource: 'scope', operation: 'getMany', limit: 1 },
};
const createScopes = (options: IDataObject = {}, settings: Partial<INode> = {}) => ({
	type: 'scope',
	parameters: {
		...{ resource: 'scope', operation: 'create', name: '={{ $json.name }}', owner: 'u' },
		options,
	},
	settings,
});
const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `Scope ${i}` }));

describe('the access token', () => {
	it('is fetched once and used until it expires', async () => {
		await harness.run(getScopes);
		await harness.run(getScopes);
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBe(1);
	});

	it('costs one request when 50 executions start together after an expiry', async () => {
		await harness.run(getScopes);
		const { log, clock, authority } = harness.service;
		log.clear();
		clock.advance(authority.tokenLifetime * 1000);

		const results = await Promise.all(Array.from({ length: 50 }, () => harness.run(getScopes)));
		expect(results.map(({ status }) => status)).toEqual(Array(50).fill('success'));
		expect(log.count('POST', TOKEN_PATH)).toBe(1);
	});

	it('is renewed before it expires: no request is spent on a 401', async () => {
		const { log, authority } = harness.service;
		authority.tokenLifetime = 100;
		await harness.run(getScopes);
		log.clear();
		const late = Date.now() + 95_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => late);
		try {
			const results = await Promise.all(Array.from({ length: 20 }, () => harness.run(getScopes)));
			expect(results.every(({ status }) => status === 'success')).toBe(true);
		} finally {
			clock.mockRestore();
		}
		expect(log.count('POST', TOKEN_PATH)).toBe(1);
		expect(log.requests.map(({ status }) => status)).not.toContain(401);
	});

	it('is renewed when the stored one is older than the one kept in memory', async () => {
		const stale = { accessToken: 'stored long ago' };
		await harness.run(getScopes);
		harness.setCredential(stale);
		harness.service.authority.revokeAll();
		const result = await harness.run(getScopes);
		expect(result.status).toBe('success');
	});

	it('is not used for other settings than those it was issued for', async () => {
		await harness.run(getScopes);
		const stored = harness.engine.credentials.get('grc');
		const seen: IncomingHttpHeaders[] = [];
		const baseUrl = await listeners.http((request, response) => {
			seen.push(request.headers);
			response.setHeader('Content-Type', 'application/json');
			response.end(request.url === TOKEN_PATH ? '{"access_token":"theirs","expires_in":60}' : '[]');
		});
		harness.engine.setCredential('grc', { ...stored, baseUrl });
		const result = await harness.run(getScopes);
		expect(result.status).toBe('success');
		expect(seen.map(({ authorization }) => authorization?.split(' ')[0])).toEqual([
			'Basic',
			'Bearer',
		]);
		expect(seen[1]?.authorization).toBe('Bearer theirs');
	});

	it.each([
		['own', createScopes({ concurrentRequests: 1 }), rows(2)],
		[
			'shared',
			{
				type: 'scope',
				parameters: {
					...{ resource: 'scope', operation: 'updateMany', scopeId: '={{ $json.name }}' },
					updateFields: { description: 'new' },
				},
			},
			rows(2),
		],
	])(
		'is not that of another item: a credential that differs between items is refused (%s requests)',
		async (_requests, node, items) => {
			const { clientId } = harness.engine.credentials.get('grc') ?? {};
			harness.setCredential({ clientId: '={{ $json.name }}' });
			const result = await harness.run(node, items);
			expect(describeError(result.error)).toContain(
				'Client ID of the credential differs between rows 1 and 2',
			);
			expect(harness.service.log.requests).toEqual([]);
			harness.setCredential({ clientId: `={{ $json.name ? '${String(clientId)}' : '' }}` });
			const same = await harness.run(createScopes(), items);
			expect(same.json(NODE)).toHaveLength(2);
		},
	);

	it('is that of the credential again for the items after a read of the credential that failed', async () => {
		const read = jest
			.spyOn(SandboxCredentialsHelper.prototype, 'getDecrypted')
			// As it was entered, and what it is for the run, then both for the first item.
			.mockRejectedValueOnce(new Error('The database is locked'))
			.mockRejectedValueOnce(new Error('The database is locked'))
			.mockRejectedValueOnce(new Error('The database is locked'))
			.mockRejectedValueOnce(new Error('The database is locked'));
		const settings = { onError: 'continueRegularOutput' as const };
		const node = createScopes({ concurrentRequests: 1 }, settings);
		const result = await harness.run(node, rows(3));
		read.mockRestore();
		const [failed, ...others] = result.json(NODE);
		expect(failed).toMatchObject({ error: { message: 'The database is locked' } });
		expect(others).toMatchObject([{ name: 'Scope 1' }, { name: 'Scope 2' }]);
	});

	it('is limited to the scope that the credential asks for', async () => {
		harness.setCredential({ scope: 'grc:read' });
		expect((await harness.run(getScopes)).status).toBe('success');
		const result = await harness.run(createScopes(), rows(1));
		expect(result.error).toMatchObject({
			message: 'The access token lacks grc:write',
			description: expect.stringContaining('Check OAuth Scopes in the credential'),
		});
	});
});

describe('a token that is not accepted, not even a new one', () => {
	const SCOPES = '/v1/scopes';
	const posts = () => harness.service.log.find('POST', SCOPES);
	beforeEach(async () => {
		await harness.run(createScopes(), rows(1));
		harness.service.log.clear();
	});

	it.each([1, 8])('costs one renewal with %i requests at once', async (concurrentRequests) => {
		const fault = { kind: 'status', status: 401 } as const;
		harness.service.faults.add({ fault, path: SCOPES, times: Infinity });
		const settings = { onError: 'continueRegularOutput' as const };
		const result = await harness.run(createScopes({ concurrentRequests }, settings), rows(40));
		expect(result.json(NODE)).toHaveLength(40);
		for (const { error } of result.json(NODE)) expect(error).toMatchObject({ httpStatus: 401 });
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBe(1);
		// The first ones twice, with the old and with the new token; the others once.
		expect(posts()).toHaveLength(40 + concurrentRequests);
	});

	it.each([
		['after it was accepted', [1, 3], [201, 401, 201, 201, 401, 201, 201, 201]],
		// A fault that strikes is not counted by the ones after it.
		['where each one is good for one request', [0, 1, 2], [401, 201, 401, 201, 401, 201, 201]],
	])('is renewed again %s', async (_when, skips, statuses) => {
		for (const skip of skips) {
			const fault = { kind: 'expireToken' } as const;
			harness.service.faults.add({ fault, method: 'POST', path: SCOPES, skip });
		}
		const count = statuses.filter((status) => status === 201).length;
		const result = await harness.run(createScopes({ concurrentRequests: 1 }), rows(count));
		expect(result.error).toBeUndefined();
		expect(posts().map(({ status }) => status)).toEqual(statuses);
	});

	it('is renewed once for all requests in progress', async () => {
		harness.service.authority.revokeAll();
		const result = await harness.run(createScopes({ concurrentRequests: 16 }), rows(40));
		expect(result.error).toBeUndefined();
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBe(1);
	});
});

describe('a credential that does not work says what to check', () => {
	const failure = async (changes: IDataObject) => {
		harness.setCredential(changes);
		const { error } = await harness.run(getScopes);
		return describeError(error);
	};

	it('wrong secret', async () => {
		const text = await failure({ clientSecret: 'not-the-secret' });
		expect(text).toContain(`${harness.service.url}${TOKEN_PATH} returned status 401`);
		expect(text).toContain('The service rejected the client ID or secret. Check both.');
		expect(text).toContain('client_code: auth.invalid_client');
		expect(text).not.toContain('not-the-secret');
	});

	it('scope that the client may not have', async () => {
		const text = await failure({ scope: 'everything' });
		expect(text).toContain('The client may not have: everything');
	});

	it('host that refuses connections', async () => {
		const text = await withFakeClock(() => failure({ baseUrl: 'http://127.0.0.1:9' }));
		expect(text).toContain('http://127.0.0.1:9/tprm-api/oauth/token refused the connection');
		expect(text).toContain('Check Base URL and your network');
	});

	it('token endpoint that redirects: the secret is not sent on', async () => {
		let requests = 0;
		const elsewhere = await listeners.http((_request, response) => {
			requests++;
			response.end('{"access_token":"x"}');
		});
		const redirecting = await listeners.http((_request, response) => {
			response.writeHead(307, { Location: `${elsewhere}/token` }).end();
		});
		const text = await failure({ tokenUrl: `${redirecting}/token` });
		expect(text).toContain('This one redirects');
		expect(requests).toBe(0);
	});

	it('token URL over http beside a base URL over https', async () => {
		const text = await failure({
			baseUrl: 'https://grc.example.com',
			tokenUrl: 'http://grc.example.com/t',
		});
		expect(text).toContain('Token URL uses http while Base URL uses https');
	});
});

describe('the access token goes nowhere else', () => {
	/** Another host: other port, other origin. */
	const stranger = async () => {
		const tokens: Array<string | undefined> = [];
		const url = await listeners.http((request, response) => {
			tokens.push(request.headers.authorization);
			response.setHeader('Content-Type', 'application/json');
			response.end('{}');
		});
		return { url, tokens };
	};

	it("refuses n8n's HTTP Request node another origin, with nothing sent", async () => {
		const { url, tokens } = await stranger();
		const result = await harness.run(httpRequest(`${url}/steal`));
		expect(describeError(result.error)).toContain(`is not sent to ${url}`);
		expect(describeError(result.error)).toContain('Allowed Hosts');
		expect(tokens).toEqual([]);
	});

	it("is handed to the next node by n8n's HTTP Request node, set to continue on an error", async () => {
		const node = httpRequest(`${harness.service.url}/v1/nothing`);
		const settings = { ...node.settings, onError: 'continueRegularOutput' as const };
		const result = await harness.run({ ...node, settings });
		expect(inspect(result.items(NODE), { depth: 10 })).toMatch(/Bearer at_/);
	});

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		"is stored with the execution by n8n's HTTP Request node where a response breaks off (%s)",
		async (onError) => {
			harness.service.faults.add({ fault: { kind: 'truncate' }, path: '/v1/scopes' });
			const node = httpRequest(`${harness.service.url}/v1/scopes`);
			const result = await harness.run({ ...node, settings: { ...node.settings, onError } });
			expect(inspect(result.run, { depth: 20 })).toMatch(/Bearer at_/);
		},
	);

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is not stored with the execution by our nodes where a response breaks off (%s)',
		async (onError) => {
			harness.service.faults.add({ fault: { kind: 'truncate' }, path: '/v1/scopes' });
			// A creation is not sent again.
			const result = await harness.run(createScopes({}, { onError }), rows(1));
			const stored = inspect(result.run, { depth: 20 });
			expect(stored).toContain('the connection was lost');
			expect(stored).not.toMatch(/Bearer|at_/);
		},
	);

	it('lets it go to a host that the credential allows', async () => {
		const { url, tokens } = await stranger();
		harness.setCredential({ allowedHosts: `other.example.com, ${url}` });
		expect((await harness.run(httpRequest(`${url}/report`))).status).toBe('success');
		expect(tokens).toEqual([expect.stringMatching(/^Bearer at_/)]);
	});

	it('an allowed host without a protocol means https only', async () => {
		const { url, tokens } = await stranger();
		harness.setCredential({ allowedHosts: new URL(url).host });
		expect((await harness.run(httpRequest(`${url}/report`))).status).toBe('error');
		expect(tokens).toEqual([]);
	});

	it.each(['scope', 'httpRequest'])('follows no redirect with it (%s)', async (kind) => {
		const { url, tokens } = await stranger();
		harness.service.faults.add({
			fault: { kind: 'redirect', location: `${url}/v1/scopes?token=abc` },
			path: '/v1/scopes',
			// n8n's HTTP Request node renews the token and tries again after any refusal.
			times: 9,
		});
		const node = kind === 'scope' ? getScopes : httpRequest(`${harness.service.url}/v1/scopes`);
		const result = await harness.run(node);
		expect(result.status).toBe('error');
		expect(tokens).toEqual([]);
		if (kind === 'scope') {
			expect(result.error?.message).toBe(`The service redirected to ${url}/v1/scopes`);
		}
	});

	it("works in n8n's HTTP Request node for the service itself", async () => {
		const result = await harness.run(httpRequest(`${harness.service.url}/v1/scopes`));
		expect(result.json(NODE)).toHaveLength(300);
	});

	it("takes the proxy of n8n's environment", async () => {
		const asked: string[] = [];
		const proxy = await listeners.http((request, response) => {
			asked.push(String(request.url));
			response.setHeader('Content-Type', 'application/json');
			response.end(request.url?.endsWith('/token') ? '{"access_token":"t","expires_in":60}' : '[]');
		});
		harness.setCredential({ baseUrl: 'http://grc.example.test' });
		process.env.HTTP_PROXY = proxy;
		try {
			await harness.run(getScopes);
		} finally {
			delete process.env.HTTP_PROXY;
		}
		expect(asked).toEqual([
			`http://grc.example.test${TOKEN_PATH}`,
			'http://grc.example.test/v1/scopes',
		]);
	});

	it('is in no error or output of a failed run', async () => {
		harness.service.faults.add({ fault: { kind: 'status', status: 400 }, path: '/v1/scopes' });
		harness.service.faults.add({
			fault: { kind: 'reset', when: 'before' },
			path: '/v1/scopes',
			times: 9,
		});
		for (const settings of [{}, { onError: 'continueRegularOutput' as const }]) {
			const result = await harness.run(createScopes({}, settings), rows(1));
			const everything = JSON.stringify(result.run, (key, value: unknown) => {
				if (value instanceof Error) {
					return { ...value, message: value.message, cause: value.cause, stack: value.stack };
				}
				return key === 'workflow' ? undefined : value;
			});
			expect(everything).not.toMatch(/at_[\w-]{10}|Bearer|Basic /);
			expect(everything).not.toContain(harness.service.client.secret);
		}
	});
});
