import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { SandboxCredentialsHelper } from '../../sandbox/engine/credentialsHelper';
import { testCredential } from '../../sandbox/engine/credentialTest';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import type { SeenRequest } from '../helpers/signInApi';
import { BY_PAGE, BY_URL, everything, readWith, sendJson, startApi } from '../helpers/signInApi';

const SECRET = 'k3y/with+odd %&=chars-0123456789';

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

const rows = (...pairs: Array<[string, string]>) => pairs.map(([name, value]) => ({ name, value }));
const headerKey = (name = 'X-API-Key', value = SECRET) => ({
	authentication: 'header',
	headers: { header: rows([name, value]) },
});
const queryKey = (name = 'api_key', value = SECRET) => ({
	authentication: 'query',
	query: { parameter: rows([name, value]) },
});
const bearer = { authentication: 'bearer', bearerToken: SECRET };
const basic = { authentication: 'basic', userOrApiKey: 'someone', password: SECRET };

const parameter = (name: string) => (request: SeenRequest) =>
	new URL(request.url, 'http://localhost').searchParams.getAll(name).join() === SECRET;
const header = (name: string, value: string) => (request: SeenRequest) =>
	request.headers[name] === value;
const basicValue = `Basic ${Buffer.from(`someone:${SECRET}`).toString('base64')}`;

/** All ways to sign in, and what a strict API accepts for each of them. */
const KINDS: Array<[string, IDataObject, (request: SeenRequest) => boolean]> = [
	['a key in a header', headerKey(), header('x-api-key', SECRET)],
	[
		'a key after a word in a header',
		headerKey('Authorization', `Token ${SECRET}`),
		header('authorization', `Token ${SECRET}`),
	],
	[
		'several headers',
		{
			authentication: 'header',
			headers: { header: rows(['X-App-Id', 'my-app'], ['X-App-Key', SECRET]) },
		},
		(request) => header('x-app-id', 'my-app')(request) && header('x-app-key', SECRET)(request),
	],
	['a bearer token', bearer, header('authorization', `Bearer ${SECRET}`)],
	[
		'a bearer token that was pasted with its word',
		{ authentication: 'bearer', bearerToken: ` Bearer ${SECRET}\n` },
		header('authorization', `Bearer ${SECRET}`),
	],
	['Basic Auth', basic, header('authorization', basicValue)],
	[
		'a key as the user of Basic Auth',
		{ authentication: 'basic', userOrApiKey: SECRET, password: '' },
		header('authorization', `Basic ${Buffer.from(`${SECRET}:`).toString('base64')}`),
	],
	['a key in the query', queryKey(), parameter('api_key')],
	[
		'several parameters in the query',
		{
			authentication: 'query',
			query: { parameter: rows(['key', 'my-application'], ['token', SECRET]) },
		},
		(request) => request.url.includes('key=my-application') && parameter('token')(request),
	],
];

/** n8n's own node, with the credential. */
async function byHttpRequest(data: IDataObject, url: string, options = {}, settings = {}) {
	harness.engine.setCredential('other', data as never);
	return await harness.run({
		type: 'n8n-nodes-base.httpRequest',
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'pagedHttpApi',
			options,
		},
		settings: {
			typeVersion: 4.2,
			credentials: { pagedHttpApi: { id: 'other', name: 'Other' } },
			...settings,
		},
	});
}

/** No form of the secret. */
function expectNoSecret(shown: string, secret = SECRET): void {
	for (const form of [
		secret,
		encodeURIComponent(secret),
		new URLSearchParams({ v: secret }).toString().slice(2),
		Buffer.from(secret).toString('base64').replace(/=+$/, ''),
		Buffer.from(`someone:${secret}`).toString('base64'),
		secret.slice(0, 12),
	]) {
		expect(shown).not.toContain(form);
		expect(shown).not.toContain(JSON.stringify(form).slice(1, -1));
	}
}

describe.each(KINDS)('%s', (_name, fields, isAllowed) => {
	it.each([
		['page numbers', BY_PAGE, [1, 2, 3, 4]],
		['next URLs', BY_URL, [1, 2, 3]],
	])('reads all pages by %s', async (_scheme, dataset, pages) => {
		const api = await startApi(listeners, isAllowed);
		const run = await readWith(harness, 'pagedHttpApi', { ...fields, baseUrl: api.url }, dataset);
		expect(run.result.error).toBeUndefined();
		expect(run.ids).toEqual([1, 2, 3]);
		expect(api.seen).toHaveLength(pages.length);
		expectNoSecret(run.shown);
	});

	it('is never shown, where the API repeats it in an error', async () => {
		const api = await startApi(listeners, () => false);
		const data = { ...fields, baseUrl: api.url };
		for (const onError of ['fail', 'keep']) {
			const run = await readWith(harness, 'pagedHttpApi', data, BY_PAGE, { onError });
			expect(run.shown).toContain('no access with');
			expectNoSecret(run.shown);
		}
		// One request each: a refused key stays refused.
		expect(api.seen).toHaveLength(2);
	});

	it('is never shown, also one that replaces it during the run', async () => {
		const rotated = SECRET.replace('k3y', 'n3w');
		const replaced = JSON.parse(JSON.stringify(fields).replaceAll(SECRET, rotated)) as IDataObject;
		const api = await startApi(
			listeners,
			() => false,
			({ url }, response, { url: baseUrl }) => {
				if (url.includes('page=2')) return false;
				harness.engine.setCredential('other', { ...replaced, baseUrl });
				const next = `${baseUrl}/items?page=2&sig=${encodeURIComponent(SECRET)}`;
				sendJson(response, 200, { items: [{ id: 1 }], next });
				return true;
			},
		);
		const data = { ...fields, baseUrl: api.url };
		const run = await readWith(harness, 'pagedHttpApi', data, BY_URL, { onError: 'keep' });
		expect(run.ids).toEqual([1]);
		const asked = JSON.stringify([api.seen[1]?.url, api.seen[1]?.headers]);
		expect(asked).toContain(fields.authentication === 'basic' ? 'Basic ' : 'n3w');
		// A page that repeats a key goes on with the new one.
		expect(asked).not.toContain(encodeURIComponent(SECRET));
		expect(run.shown).toContain('no access with');
		for (const secret of [SECRET, rotated]) expectNoSecret(run.shown, secret);
	});

	it('is not sent along a redirect', async () => {
		const other = await startApi(listeners, () => true);
		const api = await startApi(listeners, isAllowed, (request, response) => {
			response.writeHead(302, { Location: `${other.url}${request.url}` }).end();
			return true;
		});
		const run = await readWith(harness, 'pagedHttpApi', { ...fields, baseUrl: api.url });
		expect(describeError(run.result.error)).toContain('redirect');
		expect(other.seen).toEqual([]);
		expectNoSecret(run.shown);
	});

	it('is not sent to the host of a next URL that is not allowed', async () => {
		const other = await startApi(listeners, () => true);
		const api = await startApi(listeners, isAllowed, (request, response) => {
			if (!isAllowed(request)) return false;
			const next = `${other.url}${request.url}`;
			sendJson(response, 200, { items: [{ id: 1 }], next });
			return true;
		});
		const data = { ...fields, baseUrl: api.url };
		const run = await readWith(harness, 'pagedHttpApi', data, BY_URL, { onError: 'keep' });
		expect(run.ids).toEqual([1]);
		expect(run.summary.stopReason).toBe('error');
		expect(other.seen).toEqual([]);
		expectNoSecret(run.shown);
	});

	it('is not sent to another host that the node is told to read', async () => {
		const other = await startApi(listeners, () => true);
		const api = await startApi(listeners, isAllowed);
		const dataset = { ...BY_PAGE, url: `${other.url}/items` };
		const run = await readWith(harness, 'pagedHttpApi', { ...fields, baseUrl: api.url }, dataset);
		expect(describeError(run.result.error)).toContain(`is not sent to ${other.url}`);
		expect(describeError(run.result.error)).toContain('add it to Allowed Hosts');
		expect(other.seen).toEqual([]);
		expectNoSecret(run.shown);
	});

	it('is sent to a host that is allowed', async () => {
		const other = await startApi(listeners, isAllowed);
		const data = { ...fields, baseUrl: 'http://127.0.0.1:9', allowedHosts: other.url };
		const dataset = { ...BY_PAGE, url: `${other.url}/items` };
		const run = await readWith(harness, 'pagedHttpApi', data, dataset);
		expect(run.ids).toEqual([1, 2, 3]);
	});

	it("is only sent to its hosts by n8n's HTTP Request node", async () => {
		const other = await startApi(listeners, () => true);
		const api = await startApi(listeners, isAllowed);
		const data = { ...fields, baseUrl: api.url };
		const good = await byHttpRequest(data, `${api.url}/items?page=2`);
		expect(good.json(NODE)).toMatchObject([{ items: [{ id: 2 }] }]);
		const bad = await byHttpRequest(data, `${other.url}/items`);
		expect(describeError(bad.error)).toContain(`is not sent to ${other.url}`);
		expect(other.seen).toEqual([]);
		expectNoSecret(everything(bad.run));
	});

	it('can be tested', async () => {
		const api = await startApi(listeners, isAllowed);
		const test = async (changes: IDataObject) => {
			const data = { ...fields, baseUrl: api.url, testPath: '/items', ...changes };
			harness.engine.setCredential('other', data);
			return await testCredential(harness.engine, 'pagedHttpApi', 'other');
		};
		expect(await test({})).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await test({ baseUrl: ` ${api.url}/ `, testPath: ' items?page=2 ' })).toMatchObject({
			status: 'OK',
		});
		expect(await test({ testPath: '' })).toEqual({
			status: 'Error',
			message:
				'There is nothing at this URL. Set Test Path to a path that the secret gives access to.',
		});
		const wrong = await startApi(listeners, () => false);
		expect(await test({ baseUrl: wrong.url })).toEqual({
			status: 'Error',
			message:
				'The API did not accept the secret. Check the secret, and that Authentication is what the API expects.',
		});
	});
});

it.each([
	['pagedHttpApi', 'Headers', headerKey('X-API-Key', '={{ $json.key }}')],
	[
		'pagedHttpOAuth2Api',
		'Client ID',
		{
			...{ grantType: 'clientCredentials', clientId: '={{ $json.key }}', clientSecret: SECRET },
			accessTokenUrl: 'http://127.0.0.1:9/token',
			oauthTokenData: { access_token: SECRET },
		},
	],
] as const)('a request is not signed in as another item: %s', async (type, field, fields) => {
	const api = await startApi(listeners, () => true);
	const data = { ...fields, baseUrl: api.url };
	const read = async (...keys: string[]) =>
		await readWith(
			harness,
			type,
			data,
			BY_PAGE,
			{},
			keys.map((key) => ({ key })),
		);
	const run = await read('key-of-one', 'key-of-two');
	const message = `${field} of the credential differs between rows 1 and 2`;
	expect(describeError(run.result.error)).toContain(message);
	expect(api.seen).toEqual([]);
	expect((await read('key-of-one', 'key-of-one')).ids).toEqual([1, 2, 3, 1, 2, 3]);
});

it.each([
	['={{ $input.item?.json.key ?? "key-of-one" }}', 1],
	['={{ "key-of-" + ($itemIndex % 2) }}', 1],
	['={{ $now.toMillis() + $json?.key }}', 1],
	['={{ $input.item?.json.key ?? "key-of-one" }}', 60],
])(
	'a request is not signed in as another item, if an expression has a value without any: %s, item %i',
	async (expression, other) => {
		const api = await startApi(listeners, () => true);
		const data = { ...headerKey('X-API-Key', expression), baseUrl: api.url };
		const items: IDataObject[] = Array.from({ length: other }, () => ({}));
		items.push({ key: 'key-of-two' });
		const run = await readWith(harness, 'pagedHttpApi', data, BY_PAGE, {}, items);
		const message = `Headers of the credential differs between rows 1 and ${other + 1}`;
		expect(describeError(run.result.error)).toContain(message);
		expect(api.seen).toEqual([]);
	},
);

it('what changes with time, and not with the item, may be in a credential', async () => {
	const api = await startApi(listeners, () => true);
	const headers = rows(
		['X-API-Key', SECRET],
		['X-Request-Time', '={{ $now.toMillis() }}'],
		['X-Nonce', '={{ Math.random() }}'],
	);
	const read = jest.spyOn(SandboxCredentialsHelper.prototype, 'getDecrypted');
	const data = { authentication: 'header', headers: { header: headers }, baseUrl: api.url };
	const run = await readWith(harness, 'pagedHttpApi', data, BY_PAGE, {}, [{}, {}, {}]);
	// A read of the credential takes a millisecond in n8n: for items alone, none is made.
	const items = new Set(read.mock.calls.map((call) => call[6]?.itemIndex));
	read.mockRestore();
	expect([...items]).toEqual([0]);
	expect(run.ids).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
	const times = api.seen.map((request) => Number(request.headers['x-request-time']));
	expect(times.every((time) => time > 0)).toBe(true);
	expect(new Set(api.seen.map((request) => request.headers['x-nonce'])).size).toBe(12);
});

it('a key in a next URL is put back when it is requested, and is not in the resume point', async () => {
	const api = await startApi(listeners, parameter('api_key'));
	const data = { ...queryKey(), baseUrl: api.url };
	const first = await readWith(harness, 'pagedHttpApi', data, BY_URL, { maxPages: 1 });
	expect(first.ids).toEqual([1]);
	expect(first.summary.resume).toMatchObject({ pages: 1, sealed: expect.any(String) });
	expectNoSecret(first.shown);
	const resumed = await readWith(harness, 'pagedHttpApi', data, BY_URL, {
		resume: JSON.stringify(first.summary),
	});
	expect(resumed.ids).toEqual([2, 3]);
});

it.each([
	['Authorization', 'Token token="abcdef0123456789"'],
	['Authorization', 'ApiKey me:abcdef0123456789'],
	['Authorization', `Basic ${btoa('me:abcdef0123456789')}`],
	['Cookie', 'theme=dark; session=abcdef0123456789'],
])('a secret that is a part of a header is not shown: %s: %s', async (name, value) => {
	const secret = 'abcdef0123456789';
	const fields = { authentication: 'header', headers: { header: [{ name, value }] } };
	const bad = await startApi(
		listeners,
		() => true,
		(_request, response) => {
			sendJson(response, 401, { error: { message: `The key ${secret} has expired` } });
			return true;
		},
	);
	const credential = { ...fields, baseUrl: bad.url };
	const failed = await readWith(harness, 'pagedHttpApi', credential, BY_PAGE, { onError: 'keep' });
	const api = await startApi(listeners, () => true);
	const dataset = { ...BY_URL, url: `/items?token=${secret}` };
	const good = { ...fields, baseUrl: api.url };
	const run = await readWith(harness, 'pagedHttpApi', good, dataset, { maxPages: 1 });
	expect(failed.shown).not.toContain(secret);
	expect(JSON.stringify([run.result.json(NODE), run.summary])).not.toContain(secret);
});

describe('what a URL or an error repeats of a key', () => {
	/** Answers the first page with a next URL and records, and refuses other paths. */
	const answering = async (next: string, records: unknown[] = []) =>
		await startApi(
			listeners,
			() => true,
			({ url }, response) => {
				const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
				if (!url.startsWith('/items?') && url !== '/items')
					sendJson(response, 400, { message: 'no key k3y\u200b-x' });
				else
					sendJson(response, 200, {
						items: [{ id: page, records }],
						next: page === 1 ? next : null,
					});
				return true;
			},
		);
	const readFrom = async (
		api: { url: string },
		options: IDataObject = {},
		data: IDataObject = headerKey(),
	) => await readWith(harness, 'pagedHttpApi', { ...data, baseUrl: api.url }, BY_URL, options);

	it('is not in the path of a request that failed', async () => {
		const api = await answering(`/items/${encodeURIComponent(SECRET)}/list?page=2`);
		for (const onError of ['fail', 'keep']) {
			const run = await readFrom(api, { onError });
			const text = onError === 'fail' ? describeError(run.result.error) : run.summary.error;
			expect(JSON.stringify(text)).toContain('/items/***/list');
			expectNoSecret(JSON.stringify(text));
		}
	});

	it('is hidden as the value of a parameter, however it is written', async () => {
		const value = encodeURIComponent(SECRET);
		const text = `See https://api.test/a?b=1&sig=${value}. Or https://api.test/c#sig=${value}`;
		const api = await answering('', [text]);
		const { shown } = await readFrom(api);
		expect(shown).toContain('***. Or');
		expectNoSecret(shown);
	});

	it('is put back where it is part of an address in a parameter before', async () => {
		const value = encodeURIComponent(SECRET);
		const api = await answering(`/items?page=2&from=https://x.test/&sig=${value}`);
		expect((await readFrom(api)).ids).toEqual([1, 2]);
		expect(api.seen.at(-1)?.url).toContain(`sig=${value}`);
	});

	it.each([
		['after a semicolon', `&b=1;sig=${encodeURIComponent(SECRET)}`],
		['in an address', `&back=/a?sig=${encodeURIComponent(SECRET)}`],
		['at the end of a sentence', `&sig=${encodeURIComponent(SECRET)}.`],
		[
			'in base64 for URLs',
			`&sig=${encodeURIComponent(SECRET.replaceAll('+', '-').replaceAll('/', '_'))}`,
		],
	])('is put back as the API has written it: %s', async (_where, end) => {
		const api = await answering(`/items?page=2${end}`);
		expect((await readFrom(api)).ids).toEqual([1, 2]);
		expect(api.seen.at(-1)?.url).toBe(`/items?page=2${end}`);
	});

	it('is a key as the user of Basic Auth with any short password', async () => {
		const data = { authentication: 'basic', userOrApiKey: SECRET, password: 'X' };
		const value = encodeURIComponent(SECRET);
		const api = await answering(`/items?page=2&sig=${value}`, [`/a?b=${value}`]);
		const run = await readFrom(api, {}, data);
		expect(run.ids).toEqual([1, 2]);
		expectNoSecret(run.shown);
	});

	it('is not in the name of a column, or of a list that Automatic finds', async () => {
		const api = await startApi(
			listeners,
			() => true,
			({ url }, response) => {
				const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
				const items = page > 3 ? [] : [{ id: page, ...(page > 1 && { [SECRET]: 1 }) }];
				if (url.startsWith('/items')) sendJson(response, 200, { items });
				else sendJson(response, 200, { [SECRET]: items });
				return true;
			},
		);
		harness.engine.setCredential('other', { ...headerKey(), baseUrl: api.url });
		const read = async (parameters: IDataObject) => {
			const found = await harness.run({
				type: 'pagedHttp',
				parameters: {
					...{ authentication: 'pagedHttpApi', returnAll: true, options: { onError: 'keep' } },
					...parameters,
				},
				settings: { credentials: { pagedHttpApi: { id: 'other', name: 'Other' } } },
			});
			return everything([found.error, found.json(NODE, 1)]);
		};
		const csv = { output: 'file', fileFormat: 'csv', dataset: JSON.stringify(BY_PAGE) };
		expect(await read({ source: 'dataset', ...csv })).toContain('no column');
		for (const parameters of [
			{ source: 'dataset', ...csv },
			{ source: 'automatic', url: '/list' },
		]) {
			expectNoSecret(await read(parameters));
		}
	});

	it.each([{ items: `no list for ${SECRET}` }, { errors: [{ message: `not with ${SECRET}` }] }])(
		'is not in the error of a list in the editor: %j',
		async (body) => {
			const api = await startApi(
				listeners,
				() => true,
				(_request, response) => {
					sendJson(response, 200, body);
					return true;
				},
			);
			harness.engine.setCredential('other', { ...headerKey(), baseUrl: api.url });
			const parameters = {
				...{ authentication: 'pagedHttpApi', source: 'dataset', readMode: 'changes' },
				dataset: JSON.stringify(BY_PAGE),
			};
			const settings = { credentials: { pagedHttpApi: { id: 'other', name: 'Other' } } };
			const file = singleNode({ type: 'pagedHttp', parameters, settings }, []);
			const error: unknown = await harness.engine
				.loadOptions(file, NODE, 'getFields')
				.catch((thrown: unknown) => thrown);
			expect(describeError(error)).toContain('***');
			expectNoSecret(everything(error));
		},
	);

	it.each(['hex', 'base64', 'base64url'] as const)(
		'is not in a resume point where a cursor has it in %s, and is sent again',
		async (encoding) => {
			const cursor = Buffer.from(`{"key":"${SECRET}","page":2}`).toString(encoding);
			const api = await startApi(
				listeners,
				() => true,
				({ url }, response) => {
					const isFirst = !url.includes('cursor=');
					sendJson(response, 200, { items: [{ id: isFirst ? 1 : 2 }], cursor: isFirst && cursor });
					return true;
				},
			);
			const scheme = {
				...{ type: 'nextToken', tokenType: 'token', request: { tokenParameter: 'cursor' } },
				...{ response: { nextToken: 'cursor' }, pageUntil: 'noNextToken' },
			};
			const read = async (options: IDataObject) =>
				await readWith(
					harness,
					'pagedHttpApi',
					{ ...headerKey(), baseUrl: api.url },
					{ ...BY_PAGE, pagingScheme: scheme },
					options,
				);
			const first = await read({ maxPages: 1, trace: true });
			expect(first.shown).not.toContain(cursor.slice(12, -12));
			expect((await read({ resume: JSON.stringify(first.summary) })).ids).toEqual([2]);
			expect(api.seen.at(-1)?.url).toContain(`cursor=${encodeURIComponent(cursor)}`);
		},
	);

	it('is cut where it is long, also in an address', async () => {
		const api = await answering(`/${'p'.repeat(2_000_000)}?page=2`);
		for (const onError of ['fail', 'keep']) {
			const run = await readFrom(api, { onError, trace: true });
			const { error } = run.result;
			const shown = onError === 'fail' ? describeError(error) : JSON.stringify(run.summary.error);
			expect(shown.length).toBeLessThan(5_000);
		}
	});

	it('is not the value of a header that is no secret', async () => {
		const data = {
			authentication: 'header',
			headers: { header: rows(['X-App-Key', SECRET], ['X-Api-Version', '2022-11-28']) },
		};
		const api = await answering('/items?page=2&day=2022-11-28', ['/a?day=2022-11-28']);
		expect((await readFrom(api, {}, data)).shown).toContain('day=2022-11-28');
		expect(api.seen.at(-1)?.url).toContain('day=2022-11-28');
	});

	it('is hidden in a URL that is a parameter, and where it begins another secret', async () => {
		const longer = `${SECRET}.${SECRET}`;
		const inside = encodeURIComponent(`https://h/x?k=${encodeURIComponent(SECRET)}`);
		const api = await answering('', [`/a?self=${inside}`, `/b?k=${encodeURIComponent(longer)}`]);
		const headers = { header: rows(['X-App-Id', SECRET], ['X-App-Key', longer]) };
		const { shown } = await readFrom(api, {}, { authentication: 'header', headers });
		expectNoSecret(shown);
		expect(shown).toContain('/b?k=***secret***"');
	});

	it('does not change a value of a next URL that only begins with it', async () => {
		const data = { authentication: 'basic', userOrApiKey: 'someone', password: 'contoso1' };
		const api = await answering('/items?page=2&tenant=contoso1.example.com');
		expect((await readFrom(api, {}, data)).ids).toEqual([1, 2]);
		expect(api.seen.at(-1)?.url).toBe('/items?page=2&tenant=contoso1.example.com');
	});

	it('is sent as it stands where the user has entered it, also a password', async () => {
		const api = await startApi(listeners, () => true);
		const url = `/items?q=${encodeURIComponent(SECRET)}`;
		const data = { authentication: 'basic', userOrApiKey: 'someone', password: SECRET };
		for (const dataset of [BY_PAGE, BY_URL]) {
			const run = await readWith(
				harness,
				'pagedHttpApi',
				{ ...data, baseUrl: api.url },
				{ ...dataset, url },
			);
			expect(run.ids).toEqual([1, 2, 3]);
			expectNoSecret(JSON.stringify(run.result.json(NODE)));
		}
		for (const { url: asked } of api.seen) {
			expect(new URL(asked, api.url).searchParams.get('q')).toBe(SECRET);
		}
	});

	it('is not put in place of what only looks like it', async () => {
		const other = encodeURIComponent(SECRET.toUpperCase());
		const api = await answering(`/items?page=2&tenant=${other}`);
		await readFrom(api);
		expect(api.seen.at(-1)?.url).toContain(`tenant=${other}`);
	});

	it('can be long', async () => {
		const bearerToken = Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join('');
		const api = await answering(`/items?page=2&sig=${bearerToken}`);
		const run = await readFrom(api, {}, { authentication: 'bearer', bearerToken });
		expect(run.ids).toEqual([1, 2]);
		expect(run.shown).not.toContain(bearerToken.slice(0, 40));
	});
});

it.each<[string, IDataObject, string]>([
	[
		'the second of two headers',
		{
			authentication: 'header',
			headers: { header: rows(['X-App-Id', 'application-1'], ['X-App-Key', SECRET]) },
		},
		SECRET,
	],
	['what follows a word in a header', headerKey('Authorization', `Token ${SECRET}`), SECRET],
	['a key as the user of Basic Auth', { authentication: 'basic', userOrApiKey: SECRET }, SECRET],
])(
	'the key that an API repeats is put back after a resume, too: %s',
	async (_what, fields, key) => {
		const api = await startApi(
			listeners,
			() => true,
			({ url }, response) => {
				const { searchParams } = new URL(url, 'http://localhost');
				const page = Number(searchParams.get('page') ?? 1);
				const next = `${api.url}/items?page=${page + 1}&signature=${encodeURIComponent(key)}`;
				const isSigned = page === 1 || searchParams.get('signature') === key;
				const body = { items: [{ id: page }], next: page < 3 ? next : null };
				sendJson(response, isSigned ? 200 : 403, isSigned ? body : {});
				return true;
			},
		);
		const data = { ...fields, baseUrl: api.url };
		const first = await readWith(harness, 'pagedHttpApi', data, BY_URL, { maxPages: 1 });
		expect(first.ids).toEqual([1]);
		expectNoSecret(first.shown);
		const resume = JSON.stringify(first.summary);
		expect(resume).toContain('***secret');
		const resumed = await readWith(harness, 'pagedHttpApi', data, BY_URL, { resume });
		expect(resumed.ids).toEqual([2, 3]);
		expectNoSecret(resumed.shown);
	},
);

describe('what takes the place of a secret is sent as it stands', () => {
	/** A signed list of three pages; it repeats its key in every next URL. */
	const signed = async () =>
		await startApi(
			listeners,
			() => true,
			({ url }, response, api) => {
				const { pathname, searchParams } = new URL(url, 'http://localhost');
				const page = Number(searchParams.get('page') ?? 1);
				const next = `${api.url}${pathname}?page=${page + 1}&signature=${encodeURIComponent(SECRET)}`;
				// With what it was asked, as a search does.
				sendJson(response, 200, {
					items: [{ id: page, asked: url }],
					next: page < 3 ? next : null,
				});
				return true;
			},
		);
	const FORGED = '***secret***';

	it.each([
		['in a next URL', `/items?page=2&a=${FORGED}&b=***secret-2***&c=***secret-3***`],
		['with something joined to it', `/items?page=2&a=${FORGED}x`],
		['inside of another address', `/items?page=2&callback=https://evil.example/?k=${FORGED}`],
	])('%s', async (_where, path) => {
		const api = await startApi(
			listeners,
			() => true,
			({ url }, response) => {
				const next = url.includes('page=2') ? null : path;
				sendJson(response, 200, { items: [{ id: url }], next });
				return true;
			},
		);
		const data = { ...headerKey(), baseUrl: api.url };
		const run = await readWith(harness, 'pagedHttpApi', data, BY_URL);
		expect(api.seen.map(({ url }) => url)).toEqual(['/items', path]);
		expectNoSecret(run.shown);
	});

	it.each([
		['in a cursor', 'dataset'],
		['that Automatic finds', 'automatic'],
	])('%s', async (_where, source) => {
		const api = await startApi(
			listeners,
			() => true,
			({ url }, response) => {
				const isFirst = new URL(url, 'http://localhost').searchParams.get('cursor') === null;
				const items = Array.from({ length: 5 }, (_, id) => ({ id: isFirst ? id : id + 5 }));
				sendJson(response, 200, { items, cursor: isFirst ? FORGED : null });
				return true;
			},
		);
		harness.engine.setCredential('other', { ...headerKey(), baseUrl: api.url });
		const scheme = {
			...{ type: 'nextToken', tokenType: 'token', request: { tokenParameter: 'cursor' } },
			...{ response: { nextToken: 'cursor' }, pageUntil: 'noNextToken' },
		};
		const result = await harness.run({
			type: 'pagedHttp',
			parameters: {
				...{ authentication: 'pagedHttpApi', source, url: '/items', returnAll: true },
				dataset: JSON.stringify({ ...BY_PAGE, pagingScheme: scheme }),
			},
			settings: { credentials: { pagedHttpApi: { id: 'other', name: 'Other' } } },
		});
		expect(result.json(NODE)).toHaveLength(10);
		expect(api.seen.map(({ url }) => url).join()).not.toContain(encodeURIComponent(SECRET));
	});

	it('from a host in Allowed Hosts', async () => {
		const other = await startApi(listeners, () => true);
		const api = await startApi(
			listeners,
			() => true,
			(_request, response) => {
				sendJson(response, 200, { items: [], next: `${other.url}/items?page=3&a=${FORGED}` });
				return true;
			},
		);
		const data = { ...headerKey(), baseUrl: api.url, allowedHosts: other.url };
		await readWith(harness, 'pagedHttpApi', data, BY_URL);
		expect(other.seen.map(({ url }) => url)).toEqual([`/items?page=3&a=${FORGED}`]);
	});

	it('in the URL of the user, on an API that repeats the query', async () => {
		const api = await signed();
		for (const text of [FORGED, '***secret-0123456789012345678901***']) {
			const encoded = { ...BY_URL, url: `/items?signature=${text.replaceAll('*', '%2A')}` };
			const other = { ...headerKey(), baseUrl: api.url };
			expectNoSecret((await readWith(harness, 'pagedHttpApi', other, encoded)).shown);
			const dataset = { ...BY_URL, url: `/search?q=${text}&signature=${text}` };
			const data = { ...headerKey(), baseUrl: api.url };
			const run = await readWith(harness, 'pagedHttpApi', data, dataset, { maxPages: 1 });
			expect(api.seen.at(-1)?.url).toBe(`/search?q=${text}&signature=${text}`);
			expectNoSecret(run.shown);
			// Not even once the API has repeated its key.
			const asked = api.seen.length;
			await readWith(
				harness,
				'pagedHttpApi',
				data,
				{ ...BY_PAGE, url: dataset.url },
				{ maxPages: 2 },
			);
			for (const { url } of api.seen.slice(asked)) expect(url).toContain(`&signature=${text}`);
		}
	});

	it('in a resume point that was changed, or comes from another credential', async () => {
		const api = await signed();
		const data = { ...headerKey(), baseUrl: api.url };
		const first = await readWith(harness, 'pagedHttpApi', data, BY_URL, { maxPages: 1 });
		const point = first.summary.resume as IDataObject;
		const { sealed } = point as { sealed: string };
		const resumeWith = async (changes: IDataObject, credential: IDataObject = {}) => {
			const asked = api.seen.length;
			const resume = JSON.stringify({ ...point, ...changes });
			const more = { resume, maxPages: 1 };
			const run = await readWith(harness, 'pagedHttpApi', { ...data, ...credential }, BY_URL, more);
			expectNoSecret(run.shown);
			const { error } = run.result;
			return [error?.message, ...api.seen.slice(asked).map(({ url }) => url)];
		};
		const next = `/items?page=2&signature=${encodeURIComponent(SECRET)}`;
		expect(await resumeWith({})).toEqual([undefined, next]);
		// What stands beside it is not believed.
		const elsewhere = `${api.url}/search?page=2&signature=***secret***`;
		expect(await resumeWith({ position: elsewhere })).toEqual([undefined, next]);
		const refused = ['Resume was changed, or made with another credential or an earlier secret'];
		const other = sealed.startsWith('A') ? 'B' : 'A';
		for (const changed of [`${sealed}AAAA`, sealed.slice(0, -4), other + sealed.slice(1), '']) {
			expect(await resumeWith({ sealed: changed })).toEqual(refused);
		}
		expect(await resumeWith({}, headerKey('X-Key', 'k2-another'))).toEqual(refused);
		expect(await resumeWith({ sealed: null, position: elsewhere })).toEqual([
			undefined,
			'/search?page=2&signature=***secret***',
		]);
	});

	it('is never a password, although the API repeats it', async () => {
		const api = await signed();
		const data = {
			authentication: 'basic',
			userOrApiKey: 'someone',
			password: SECRET,
			baseUrl: api.url,
		};
		const run = await readWith(harness, 'pagedHttpApi', data, BY_URL);
		expect(
			api.seen
				.slice(1)
				.map(({ url }) => url)
				.join(),
		).not.toContain(encodeURIComponent(SECRET));
		expectNoSecret(run.shown);
	});
});

it('a key is not sent over http where its API uses https', async () => {
	const api = await startApi(listeners, () => true);
	const data = { ...headerKey(), baseUrl: api.url.replace('http:', 'https:') };
	const run = await readWith(harness, 'pagedHttpApi', data, {
		...BY_PAGE,
		url: `${api.url}/items`,
	});
	expect(describeError(run.result.error)).toContain('never from https to http');
	expect(api.seen).toEqual([]);
});

it.each([[{ proxy: 'http://127.0.0.1:9' }], [{ allowUnauthorizedCerts: true }]])(
	"a key is not sent by n8n's HTTP Request node with %j",
	async (options) => {
		const api = await startApi(listeners, () => true);
		const data = { ...bearer, baseUrl: api.url };
		const { error } = await byHttpRequest(data, `${api.url}/items`, options);
		expect(describeError(error)).toContain(
			"can't be used by a node with its own connection settings",
		);
		expect(api.seen).toEqual([]);
	},
);

it("a key is handed on by n8n's HTTP Request node, set to continue on an error", async () => {
	const api = await startApi(listeners, () => false);
	const data = { ...headerKey(), baseUrl: api.url };
	const settings = { onError: 'continueRegularOutput' };
	const result = await byHttpRequest(data, `${api.url}/items`, {}, settings);
	expect(inspect(result.items(NODE), { depth: 10 })).toContain(SECRET);
});

it('a refused key says which field to check', async () => {
	const api = await startApi(listeners, () => false);
	const run = await readWith(harness, 'pagedHttpApi', { ...bearer, baseUrl: api.url });
	expect(describeError(run.result.error)).toContain(
		'Check Token and Authentication in the credential',
	);
});

it.each<[IDataObject, string]>([
	[{ baseUrl: '' }, 'Base URL is empty'],
	[{ baseUrl: 'ftp://x' }, 'Base URL must begin with https://, but is: ftp://x'],
	[{ baseUrl: 'https://me:pw@x.example' }, 'Base URL contains a user name or password'],
	[{ headers: { header: [] } }, 'Headers is empty'],
	[headerKey('X Key'), 'Headers: "X Key" is not a valid header name'],
	[headerKey('Host'), 'Headers: "Host" is set by n8n and cannot be changed'],
	[headerKey('X-Key', ''), 'Headers: the value of "X-Key" is empty'],
	[{ authentication: 'bearer', bearerToken: ' ' }, 'Token is empty'],
	[{ authentication: 'basic' }, 'User and Password are empty'],
])('an incomplete credential, %j, is refused before anything is sent', async (fields, message) => {
	const data = { ...headerKey(), baseUrl: 'https://api.example.com', ...fields };
	const run = await readWith(harness, 'pagedHttpApi', data);
	expect(describeError(run.result.error)).toContain(message);
	expect(describeError(run.result.error)).toContain('in the credential');
});

describe('Headers', () => {
	const open = async (headers: Array<[string, string]>, authentication = 'none') => {
		const api = await startApi(listeners, () => true);
		harness.engine.setCredential('other', { ...headerKey(), baseUrl: api.url });
		const result = await harness.run({
			type: 'pagedHttp',
			parameters: {
				authentication,
				source: 'dataset',
				dataset: JSON.stringify({ ...BY_PAGE, url: `${api.url}/items` }),
				returnAll: true,
				options: { headers: { header: rows(...headers) } },
			},
			settings: { credentials: { pagedHttpApi: { id: 'other', name: 'Other' } } },
		});
		return { result, seen: api.seen };
	};

	it('are sent with every request, and replace Accept', async () => {
		const headers: Array<[string, string]> = [
			['Notion-Version', '2022-06-28'],
			['accept', 'application/vnd.api+json'],
		];
		const { result, seen } = await open(headers);
		expect(result.json(NODE)).toHaveLength(3);
		expect(seen).toHaveLength(4);
		for (const request of seen) {
			expect(request.headers).toMatchObject({
				'notion-version': '2022-06-28',
				accept: 'application/vnd.api+json',
			});
		}
	});

	it.each([
		['none', 'Idempotency-Key'],
		['none', 'X-CSRF-Token'],
		['none', 'X-XSRF-TOKEN'],
		['none', 'X-CSRFToken'],
		['none', 'X-Page-Token'],
		['none', 'X-Continuation-Token'],
		['none', 'X-Tenant-Id'],
		['none', 'X-Trello-Client-Version'],
		['pagedHttpApi', 'Ocp-Apim-Subscription-Key'],
	])('%s: %s is sent', async (authentication, name) => {
		const { result, seen } = await open([[name, 'x']], authentication);
		expect(result.error).toBeUndefined();
		expect(seen[0]?.headers).toMatchObject({ [name.toLowerCase()]: 'x' });
	});

	it.each([
		...['X-Vault-Token', 'X-Figma-Token', 'DD-APPLICATION-KEY', 'DD-API-KEY', 'Authorization'],
		...['X-Shopify-Access-Token', 'X-Auth-Token', 'X-Api-Key', 'api-key', 'apikey', 'X-ApiKey'],
		...['X-Subscription-Token', 'Ocp-Apim-Subscription-Key', 'PRIVATE-TOKEN', 'JOB-TOKEN'],
		...['X-Trello-Token', 'X-Trello-Key', 'X-Master-Key', 'X-Session-Id', 'X-Parse-Session-Token'],
		...['X-Access-Key', 'X-Secret', 'X-Client-Secret', 'Circle-Token', 'X-Token', 'X-TrackerToken'],
		...['X-Auth', 'X-Acme-Auth', 'X-Session', 'X-Acme-Authorization', 'CB-ACCESS-PASSPHRASE'],
		...['X-Acme-Password', 'X-SSO-JWT', 'sessionid', 'Proxy-Authorization', 'Cookie'],
	])('none: %s is a secret, and is refused before anything is sent', async (name) => {
		const { result, seen } = await open([[name, 'SSWS 00QCjAl4MlV-WPXM']]);
		expect(describeError(result.error)).toContain(`Headers: ${name} usually contains a secret`);
		expect(describeError(result.error)).toContain('Select Paged HTTP API under Authentication');
		expect(seen).toEqual([]);
	});

	it.each<[string, string, string, string]>([
		['none', 'Authorization', 'Bearer x', 'Select Paged HTTP API under Authentication'],
		['pagedHttpApi', 'Cookie', 'a=b', 'contains a secret'],
		['none', 'X-API-Key', 'x', 'Select Paged HTTP API under Authentication'],
		['pagedHttpApi', 'x-api-key', 'x', 'is already set by the credential'],
		['none', 'Host', 'elsewhere', 'is set by n8n and cannot be changed'],
		['none', 'Content-Length', '5', 'is set by n8n and cannot be changed'],
		['none', 'X Y', 'x', 'is not a valid header name'],
		['none', 'X-Y', 'a\nEvil: b', 'has a value with line breaks'],
	])('%s: %s is refused before anything is sent', async (authentication, name, value, text) => {
		const { result, seen } = await open([[name, value]], authentication);
		expect(describeError(result.error)).toContain(`Headers: ${name} `);
		expect(describeError(result.error)).toContain(text);
		expect(seen).toEqual([]);
	});
});
