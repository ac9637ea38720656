import type { ServerResponse } from 'node:http';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { PollingWorkflow } from '../../sandbox/engine/polling';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { describeError, httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { readsList } from '../helpers/polledList';
import type { SeenRequest, SignInApi } from '../helpers/signInApi';
import { BY_PAGE, BY_URL, readWith, sendJson, startApi } from '../helpers/signInApi';

const CLIENT_SECRET = 'client secret/with+odd %&=chars';

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

/** An API with its own token endpoint, which issues token-1, token-2 and so on. */
class TokenServer {
	api!: SignInApi;
	/** The tokens that were issued. */
	issued: string[] = [];
	/** The one that the API accepts; every other one is answered with 401. */
	valid = '';
	/** Requests to the list until the token expires. */
	lifetime = Infinity;
	tokenType: string | undefined = 'Bearer';
	refusesClient = false;
	/** Whether no token is ever accepted. */
	refusesTokens = false;
	refreshToken: string | undefined;
	/** Answers the first page, if it does. */
	first: ((response: ServerResponse) => void) | undefined;
	/** Sets how many requests the current token is good for. */
	lifetimeLeft: (requests: number) => void = () => {};

	static async start(): Promise<TokenServer> {
		const server = new TokenServer();
		let left = 0;
		server.lifetimeLeft = (requests) => (left = requests);
		server.api = await startApi(
			listeners,
			({ headers, url }) => {
				if (left-- <= 0) server.valid = '';
				const isSigned = !url.includes('token=') || url.includes(encodeURIComponent(server.valid));
				return (
					server.valid !== '' && isSigned && headers.authorization === `Bearer ${server.valid}`
				);
			},
			(request, response) => {
				if (request.url === '/items' && server.first) {
					server.first(response);
					return true;
				}
				if (!request.url.startsWith('/token')) return false;
				server.issue(request, response);
				left = server.lifetime;
				return true;
			},
		);
		return server;
	}

	private issue({ headers, body }: SeenRequest, response: ServerResponse): void {
		const [id, secret = ''] = atob(headers.authorization?.slice('Basic '.length) ?? '').split(':');
		const form = new URLSearchParams(body);
		const isGood =
			!this.refusesClient &&
			id === 'n8n' &&
			secret === CLIENT_SECRET &&
			(form.get('grant_type') === 'client_credentials' ||
				form.get('refresh_token') === this.refreshToken);
		if (!isGood) {
			return sendJson(response, 401, {
				error: 'invalid_client',
				error_description: `bad client ${CLIENT_SECRET} ${headers.authorization}`,
			});
		}
		const token = `token/${this.issued.length + 1}-0123456789+abcdef`;
		this.issued.push(token);
		this.valid = this.refusesTokens ? '' : token;
		sendJson(response, 200, {
			access_token: token,
			expires_in: 600,
			...(this.tokenType && { token_type: this.tokenType }),
		});
	}

	credential(more: IDataObject = {}): IDataObject {
		return {
			grantType: 'clientCredentials',
			accessTokenUrl: `${this.api.url}/token`,
			clientId: 'n8n',
			clientSecret: CLIENT_SECRET,
			authentication: 'header',
			baseUrl: this.api.url,
			...more,
		};
	}

	get tokenRequests(): URLSearchParams[] {
		return this.api.seen
			.filter(({ url }) => url.startsWith('/token'))
			.map(({ body }) => new URLSearchParams(body));
	}

	get lists(): SeenRequest[] {
		return this.api.seen.filter(({ url }) => !url.startsWith('/token'));
	}
}

function expectNoSecret(server: TokenServer, shown: string): void {
	const basic = server.api.seen.flatMap(({ headers }) =>
		headers.authorization?.startsWith('Basic ') ? [headers.authorization.slice(6)] : [],
	);
	for (const secret of [CLIENT_SECRET, ...server.issued, ...basic]) {
		expect(shown).not.toContain(secret);
		expect(shown).not.toContain(encodeURIComponent(secret));
		expect(shown).not.toContain(secret.slice(0, 14));
	}
}

const read = async (server: TokenServer, more: IDataObject = {}, dataset: object = BY_PAGE) =>
	await readWith(harness, 'pagedHttpOAuth2Api', server.credential(more), dataset);

describe('client credentials', () => {
	it.each([
		['page numbers', BY_PAGE],
		['next URLs', BY_URL],
	])('read all pages by %s with one token', async (_scheme, dataset) => {
		const server = await TokenServer.start();
		const run = await read(server, {}, dataset);
		expect(run.result.error).toBeUndefined();
		expect(run.ids).toEqual([1, 2, 3]);
		expect(server.tokenRequests).toHaveLength(1);
		expectNoSecret(server, run.shown);
	});

	it('request the scopes of the credential', async () => {
		const server = await TokenServer.start();
		await read(server, { requestedScope: 'items:read  offline' });
		expect(server.tokenRequests.map((form) => form.get('scope'))).toEqual(['items:read offline']);
	});

	it('a stored token is used, and n8n stores a new one', async () => {
		const server = await TokenServer.start();
		await read(server);
		const stored = harness.engine.credentials.get('other')?.oauthTokenData;
		expect(stored).toMatchObject({ access_token: server.issued[0] });
		await read(server, { oauthTokenData: stored });
		expect(server.tokenRequests).toHaveLength(1);
	});

	it('a token that expires during the run is renewed, and the page is read again', async () => {
		const server = await TokenServer.start();
		server.lifetime = 2;
		const run = await read(server);
		expect(run.ids).toEqual([1, 2, 3]);
		expect(server.tokenRequests.length).toBeGreaterThan(1);
		expectNoSecret(server, run.shown);
	});

	it('a token whose type is unknown is sent in the header, not in the URL', async () => {
		const server = await TokenServer.start();
		server.tokenType = 'custom';
		const run = await read(server);
		expect(run.ids).toEqual([1, 2, 3]);
		expect(server.lists.filter(({ url }) => url.includes('access_token'))).toEqual([]);
	});

	it('that are wrong give an error with what to check, and nothing is read', async () => {
		const server = await TokenServer.start();
		server.refusesClient = true;
		const run = await read(server);
		expect(describeError(run.result.error)).toContain('No access token: ');
		expect(describeError(run.result.error)).toContain(
			'check Access Token URL, Client ID, Client Secret, and Scope',
		);
		expect(server.lists).toEqual([]);
		expectNoSecret(server, run.shown);
	});

	it('a token endpoint that cannot be reached is not taken for the API', async () => {
		const server = await TokenServer.start();
		const run = await read(server, { accessTokenUrl: 'http://127.0.0.1:9/token' });
		expect(describeError(run.result.error)).toContain('No access token: ');
		expect(describeError(run.result.error)).toContain('check Access Token URL');
		expectNoSecret(server, run.shown);
	});

	it('a token that is not accepted after it was renewed ends the run, and costs no more tokens', async () => {
		const server = await TokenServer.start();
		server.refusesTokens = true;
		const run = await readWith(harness, 'pagedHttpOAuth2Api', server.credential(), BY_PAGE, {}, [
			{},
			{},
		]);
		expect(describeError(run.result.error)).toContain('even after it was renewed');
		expect(server.tokenRequests).toHaveLength(2);
		expectNoSecret(server, run.shown);
	});
});

describe('the token', () => {
	it('is not sent along a redirect, to another host, or to a next URL elsewhere', async () => {
		const server = await TokenServer.start();
		const other = await startApi(listeners, () => true);
		const next = await readWith(harness, 'pagedHttpOAuth2Api', server.credential(), {
			...BY_PAGE,
			url: `${other.url}/items`,
		});
		expect(describeError(next.result.error)).toContain(
			`The secret of this credential is not sent to ${other.url}`,
		);
		const api = await startApi(
			listeners,
			() => true,
			({ url }, response) => {
				if (url.includes('page')) response.writeHead(307, { Location: `${other.url}/items` }).end();
				else sendJson(response, 200, { items: [{ id: 1 }], next: `${other.url}/items` });
				return true;
			},
		);
		for (const dataset of [BY_PAGE, BY_URL]) {
			const run = await read(server, { baseUrl: api.url }, dataset);
			expect(run.result.error).toBeDefined();
			expectNoSecret(server, run.shown);
		}
		expect(api.seen).toHaveLength(2);
		expect(other.seen).toEqual([]);
	});

	it('is sent by HTTP Request to the hosts of the credential, and to no other', async () => {
		const server = await TokenServer.start();
		const run = async (allowedHosts: string) => {
			const domains = { allowedHttpRequestDomains: 'domains', allowedHosts };
			const data = server.credential({ baseUrl: 'https://api.example.com/v1', ...domains });
			harness.engine.setCredential('other', data as ICredentialDataDecryptedObject);
			const type = { nodeCredentialType: 'pagedHttpOAuth2Api' };
			const { settings, ...node } = httpRequest(`${server.api.url}/items`, {}, type);
			const credentials = { pagedHttpOAuth2Api: { id: 'other', name: 'Other' } };
			return await harness.run({ ...node, settings: { ...settings, credentials } });
		};
		const { hostname, host } = new URL(server.api.url);
		// n8n takes an asterisk as a wildcard; our nodes ignore such an entry.
		for (const entry of ['files.example.com', `*.${hostname.replace(/^\w+\./, '')}`, '*']) {
			const refused = await run(entry);
			expect(describeError(refused.error)).toContain('Domain not allowed');
		}
		expect(server.lists).toEqual([]);

		// n8n checks the host alone.
		for (const entry of [hostname, host, `${hostname}:9`, server.api.url]) {
			const allowed = await run(`files.example.com, ${entry}`);
			expect(allowed.error).toBeUndefined();
		}
		expect(server.lists).toHaveLength(4);
	});

	it('is put back into a next URL that repeats it, and is not in the resume point', async () => {
		const server = await TokenServer.start();
		const api = await startApi(
			listeners,
			() => true,
			({ url, headers }, response, { url: origin }) => {
				const token = encodeURIComponent(headers.authorization?.slice('Bearer '.length) ?? '');
				const page = Number(/page=(\d)/.exec(url)?.[1] ?? 1);
				if (page > 1 && !url.includes(`access_token=${token}`)) return false;
				const next = `${origin}/items?access_token=${token}&page=${page + 1}`;
				sendJson(response, 200, { items: [{ id: page }], next: page < 3 ? next : null });
				return true;
			},
		);
		const data = server.credential({ baseUrl: api.url });
		const first = await readWith(harness, 'pagedHttpOAuth2Api', data, BY_URL, { maxPages: 1 });
		expect(first.ids).toEqual([1]);
		expectNoSecret(server, first.shown);
		const resumed = await readWith(harness, 'pagedHttpOAuth2Api', data, BY_URL, {
			resume: JSON.stringify(first.summary),
		});
		expect(resumed.ids).toEqual([2, 3]);
	});
});

describe('authorization code', () => {
	it('refreshes a stored token that has expired', async () => {
		const server = await TokenServer.start();
		server.refreshToken = 'refresh-token-0123456789';
		const run = await read(server, {
			grantType: 'authorizationCode',
			oauthTokenData: {
				access_token: 'expired-token-0123456789',
				refresh_token: server.refreshToken,
				token_type: 'Bearer',
			},
		});
		expect(run.ids).toEqual([1, 2, 3]);
		expect(server.tokenRequests.map((form) => form.get('grant_type'))).toEqual(['refresh_token']);
		expectNoSecret(server, run.shown);
		expect(run.shown).not.toContain(server.refreshToken);
	});

	it('leaves an expired token alone that the user has entered in the URL', async () => {
		const server = await TokenServer.start();
		server.refreshToken = 'refresh-token-0123456789';
		const expired = 'expired-token-0123456789';
		const stored = { access_token: expired, refresh_token: server.refreshToken };
		const run = await read(
			server,
			{ grantType: 'authorizationCode', oauthTokenData: { ...stored, token_type: 'Bearer' } },
			{ ...BY_PAGE, url: `/items?session=${expired}` },
		);
		expect(run.ids).toEqual([1, 2, 3]);
		expect(server.lists.length).toBeGreaterThan(3);
		for (const { url } of server.lists) expect(url).toContain(`session=${expired}`);
	});

	it('that was never connected is an error that says so', async () => {
		const server = await TokenServer.start();
		const run = await read(server, { grantType: 'authorizationCode' });
		expect(describeError(run.result.error)).toContain('not connected');
		expect(describeError(run.result.error)).toContain('connect it');
		expect(server.api.seen).toEqual([]);
	});

	it('whose refresh token was revoked is an error that says so', async () => {
		const server = await TokenServer.start();
		const run = await read(server, {
			grantType: 'authorizationCode',
			oauthTokenData: {
				access_token: 'expired-token-0123456789',
				refresh_token: 'old',
				token_type: 'Bearer',
			},
		});
		expect(describeError(run.result.error)).toContain('connect it again');
		expectNoSecret(server, run.shown);
	});
});

it('a client secret is not sent over http where the API uses https', async () => {
	const server = await TokenServer.start();
	const run = await read(server, { baseUrl: 'https://127.0.0.1:9' });
	expect(describeError(run.result.error)).toContain('Access Token URL does not begin with https');
	expect(server.api.seen).toEqual([]);
});

it('n8n itself follows a redirect of Access Token URL with the client secret', async () => {
	const server = await TokenServer.start();
	const url = await listeners.http((_request, response) => {
		response.writeHead(307, { Location: `${server.api.url}/token` }).end();
	});
	await read(server, { accessTokenUrl: `${url}/token`, authentication: 'body' });
	expect(server.tokenRequests[0]?.get('client_secret')).toBe(CLIENT_SECRET);
});

describe('what an API asks for in a next URL', () => {
	const NEXT = '/items?page=2&a=***secret***&b=***secret-2***&c=***secret-3***&d=***secret-4***';

	/** Answers the first page with a next URL, and the others as the list does. */
	async function startWith(next: (server: TokenServer) => string): Promise<TokenServer> {
		const server = await TokenServer.start();
		const { seen } = server.api;
		server.first = (response) => {
			sendJson(response, 200, { items: [{ id: 1 }], next: next(server) });
		};
		expect(seen).toEqual([]);
		return server;
	}

	it('is not sent: placeholders that it makes up', async () => {
		const server = await startWith(() => NEXT);
		const run = await read(server, {}, BY_URL);
		expect(server.lists.map(({ url }) => url)).toContain(NEXT);
		expectNoSecret(server, run.shown + server.lists.map(({ url }) => url).join());
	});

	it('is sent again where it repeats the access token, also after the token was renewed', async () => {
		const server = await startWith(({ valid }) => `/items?page=2&sig=${encodeURIComponent(valid)}`);
		const first = await readWith(harness, 'pagedHttpOAuth2Api', server.credential(), BY_URL, {
			maxPages: 1,
		});
		const [old = ''] = server.issued;
		const resume = JSON.stringify(first.summary.resume);
		expectNoSecret(server, resume);
		// Another run has renewed it in the meantime.
		await read(server);
		const { oauthTokenData } = harness.engine.credentials.get('other') ?? {};
		const rest = await readWith(
			harness,
			'pagedHttpOAuth2Api',
			server.credential({ oauthTokenData }),
			BY_URL,
			{ resume },
		);
		expect(rest.ids).toEqual([2, 3]);
		const [, renewed = ''] = server.issued;
		const resumed = server.lists.find(({ url }) => url.includes('page=2&sig='))?.url;
		expect(renewed).not.toBe(old);
		expect(resumed).toBe(`/items?page=2&sig=${encodeURIComponent(renewed)}`);
	});

	it('is the renewed one where the access token expires before the next URL is requested', async () => {
		const server = await startWith(({ valid }) => {
			server.lifetimeLeft(0);
			return `/items?page=2&token=${encodeURIComponent(valid)}`;
		});
		const run = await read(server, {}, BY_URL);
		expect(run.ids).toEqual([1, 2, 3]);
		expectNoSecret(server, run.shown);
	});

	it.each(['clientSecret', 'refreshToken', 'idToken'])('is never sent: %s', async (name) => {
		const secrets: Record<string, string> = {
			clientSecret: CLIENT_SECRET,
			refreshToken: 'refresh-token-0123456789',
			idToken: 'id-token-0123456789',
		};
		const secret = encodeURIComponent(secrets[name] ?? '');
		const server = await startWith(() => `/items?page=2&sig=${secret}`);
		const oauthTokenData = {
			...{ access_token: 'stored-token-0123456789', token_type: 'Bearer' },
			...{ refresh_token: secrets.refreshToken, id_token: secrets.idToken },
		};
		server.valid = oauthTokenData.access_token;
		server.lifetimeLeft(Infinity);
		const run = await read(server, { oauthTokenData }, BY_URL);
		expect(
			server.lists
				.slice(1)
				.map(({ url }) => url)
				.join(),
		).not.toContain(secret);
		expect(server.lists[1]?.url).toMatch(/^\/items\?page=2&sig=\*\*\*/);
		expect(run.shown).not.toContain(`sig=${secret}`);
	});
});

describe("n8n's HTTP Request node", () => {
	const requestWith = async (server: TokenServer, more: IDataObject, url: string) => {
		// The form of the credential fills in what the user has not changed.
		const { properties } = harness.engine.packages.credentialType('pagedHttpOAuth2Api');
		const defaults = properties.map(({ name, default: value }) => [name, value]);
		const data = { ...Object.fromEntries(defaults), scope: '', ...server.credential(more) };
		harness.engine.setCredential('other', data);
		return await harness.run({
			type: 'n8n-nodes-base.httpRequest',
			parameters: {
				...{ url, authentication: 'predefinedCredentialType', options: {} },
				nodeCredentialType: 'pagedHttpOAuth2Api',
			},
			settings: {
				typeVersion: 4.2,
				credentials: { pagedHttpOAuth2Api: { id: 'other', name: 'Other' } },
			},
		});
	};

	it('is refused, and Paged HTTP reads with the same credential', async () => {
		const server = await TokenServer.start();
		const refused = await requestWith(server, {}, `${server.api.url}/items`);
		expect(describeError(refused.error)).toContain('prevent use within an HTTP Request');
		expect(server.lists).toEqual([]);

		const data = harness.engine.credentials.get('other') ?? {};
		const run = await readWith(harness, 'pagedHttpOAuth2Api', data);
		expect(run.ids).toEqual([1, 2, 3]);
	});

	it('is refused, and Paged HTTP Trigger reads, also after the token has expired', async () => {
		const server = await TokenServer.start();
		await requestWith(server, {}, `${server.api.url}/items`);
		const credentials = { pagedHttpOAuth2Api: { id: 'other', name: 'Other' } };
		const parameters = readsList({ url: '/items' }, { authentication: 'pagedHttpOAuth2Api' });
		const file = singleNode(
			{ type: 'pagedHttpTrigger', parameters, settings: { credentials } },
			[],
		);
		const trigger = new PollingWorkflow(harness.engine, { ...file, nodes: file.nodes.slice(1) });
		await trigger.activate();
		server.valid = 'another one';
		expect(await trigger.poll()).toEqual([]);
		expect(server.issued).toHaveLength(2);
	});
});

it.each(['two origins', 'two executions', 'two polls'] as const)(
	'a token that was replaced by that of %s is not shown',
	async (way) => {
		let issued = 0;
		const everyone = () => true;
		/** Answers when there are two to answer. */
		const inPairs = () => {
			const waiting: Array<() => void> = [];
			return (answer: () => void) => {
				if (waiting.push(answer) === 2) for (const each of waiting) each();
			};
		};
		const [forTokens, forPages] = [inPairs(), inPairs()];
		const tokens = await startApi(listeners, everyone, (_request, response) => {
			const access_token = `access-token-${++issued}-abcdefghijk`;
			// Both are asked for before either is stored.
			forTokens(() => sendJson(response, 200, { access_token, token_type: 'Bearer' }));
			return true;
		});
		const apis = await Promise.all(
			[1, 2].map(
				async () =>
					await startApi(listeners, everyone, ({ url, headers }, response, { url: base }) => {
						const page = Number(new URL(url, base).searchParams.get('page') ?? 1);
						const token = headers.authorization?.slice('Bearer '.length) ?? '';
						const next = page < 3 ? `${base}/items?page=${page + 1}&access_token=${token}` : null;
						const send = () => sendJson(response, 200, { items: [{ id: page, self: next }], next });
						// The other token is stored meanwhile.
						if (page === 1) forPages(send);
						else send();
						return true;
					}),
			),
		);
		const [first = '', second = ''] = apis.map(({ url }) => url);
		harness.engine.setCredential('other', {
			...{ grantType: 'clientCredentials', clientId: 'n8n', clientSecret: CLIENT_SECRET },
			...{ accessTokenUrl: `${tokens.url}/token`, authentication: 'header' },
			...{ baseUrl: first, allowedHosts: second },
		});
		const read = async (...urls: string[]) =>
			await harness.run(
				{
					type: 'pagedHttp',
					parameters: {
						authentication: 'pagedHttpOAuth2Api',
						source: 'dataset',
						dataset: '={{ $json.dataset }}',
						returnAll: true,
						options: { maxWait: 0, prefetch: 1 },
					},
					settings: { credentials: { pagedHttpOAuth2Api: { id: 'other', name: 'Other' } } },
				},
				urls.map((url) => ({ dataset: JSON.stringify({ ...BY_URL, url: `${url}/items` }) })),
			);
		const poll = async (name: string) => {
			const dataset = JSON.stringify({ ...BY_URL, url: `${first}/items` });
			const parameters = readsList(
				{ url: '' },
				{
					...{ authentication: 'pagedHttpOAuth2Api', source: 'dataset', dataset },
					options: { maxWait: 0, prefetch: 1, onFirstPoll: 'return' },
				},
			);
			const credentials = { pagedHttpOAuth2Api: { id: 'other', name: 'Other' } };
			const file = singleNode(
				{ type: 'pagedHttpTrigger', parameters, settings: { credentials } },
				[],
			);
			const nodes = file.nodes.slice(1);
			return await new PollingWorkflow(harness.engine, { ...file, name, nodes }).activate();
		};
		const reads = {
			'two origins': async () => (await read(first, second)).json(NODE),
			'two executions': async () =>
				(await Promise.all([read(first), read(first)])).flatMap((run) => run.json(NODE)),
			'two polls': async () => (await Promise.all([poll('one'), poll('two')])).flat(),
		};
		const records = await reads[way]();
		expect(issued).toBe(2);
		expect(records).toHaveLength(6);
		expect(JSON.stringify(records)).not.toContain('access-token-');
	},
);
