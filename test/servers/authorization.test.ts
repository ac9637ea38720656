import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { PAGES_BY_NUMBER } from '../../sandbox/engine/httpRequestPages';
import { NODE } from '../../sandbox/engine/singleNode';
import type { RealServer } from '../../sandbox/servers/start';
import { startServer } from '../../sandbox/servers/start';
import { describeError, httpRequest } from '../helpers/httpRequest';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';

const CLIENT = { clientId: 'n8n/grc+1', clientSecret: 'a/b+c=d~e%f%2Fg h' };
const IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

let harness: Harness;
let server: RealServer;
beforeAll(async () => {
	harness = await Harness.start();
});
afterEach(async () => await server.stop());
afterAll(async () => await harness.stop());

async function start(name: string, options: object = {}, credential: IDataObject = {}) {
	server = await startServer(name, { ...CLIENT, ...options });
	const { url } = server;
	const addresses = { baseUrl: `${url}/api`, tokenUrl: `${url}/token` };
	harness.setCredential({ ...addresses, ...CLIENT, ...credential });
}

/** Reads the list with Paged HTTP. */
async function read() {
	const node = pagedHttp(pageBased('/items'), { prefetch: 1 }, { authentication: 'grcOAuth2Api' });
	const result = await harness.run(node);
	return { ids: result.json(NODE).map(({ id }) => id), error: result.error };
}

const statuses = async (prefix: string) =>
	(await server.seen()).filter(({ path }) => path.startsWith(prefix)).map(({ status }) => status);
const refusedPages = async () =>
	(await statuses('/api/')).filter((status) => status === 401).length;

/** Each page takes a second of the server, and a token is good for two. */
const SHORT = { tokenSeconds: 2, secondsPerPage: 1 };

describe.each([
	['oidcProvider', 200],
	['oauth2Server', 401],
])('%s', (name, first) => {
	it('issues tokens to a client with special characters, one after the other while pages are read', async () => {
		await start(name, SHORT);
		expect(await read()).toEqual({ ids: IDS, error: undefined });
		// Which form the server takes is remembered.
		const [tried, ...issued] = await statuses('/token');
		expect([tried, ...new Set(issued)]).toEqual([first, 200]);
		expect(issued.length).toBeGreaterThan(1);
	});

	it.each([...'/+=~%'])('takes a secret with %s', async (character) => {
		const clientSecret = `secret${character}41secret`;
		await start(name, { clientSecret }, { clientSecret });
		expect(await read()).toEqual({ ids: IDS, error: undefined });
	});

	it('that refuses the client is asked once in each form, and the error says what to check', async () => {
		await start(name, {}, { clientSecret: 'another/secret' });
		const { ids, error } = await read();
		expect(ids).toEqual([]);
		expect(describeError(error)).toContain('Check both.');
		expect(describeError(error)).not.toContain('another');
		expect(await statuses('/token')).toHaveLength(2);
	});
});

describe('oidcProvider with DPoP', () => {
	const dpop = { requiredBy: 'tokenEndpoint', requiresNonce: true, requestsPerNonce: 3 };

	it('is read with nonces that are replaced, and tokens that expire, while pages are read', async () => {
		await start('oidcProvider', { dpop, ...SHORT }, { useDpop: true });
		expect(await read()).toEqual({ ids: IDS, error: undefined });
		expect(await refusedPages()).toBeGreaterThan(2);
	});

	it('is read by HTTP Request, without a refusal among its items', async () => {
		await start('oidcProvider', { dpop: { ...dpop, requestsPerNonce: 5 } }, { useDpop: true });
		const result = await harness.run(httpRequest(`${server.url}/api/items`, PAGES_BY_NUMBER));
		expect(result.error).toBeUndefined();
		const items = result.json(NODE).flatMap((page) => page.items as IDataObject[]);
		expect(items.map(({ id }) => id)).toEqual(IDS);
		expect(await refusedPages()).toBeGreaterThan(1);
	});

	it.each([
		['tokenEndpoint', 'The service may require DPoP. '],
		['resource', 'The service requires DPoP\n'],
	])('that its %s requires, while Use DPoP is off: the error says so', async (requiredBy, said) => {
		await start('oidcProvider', { dpop: { requiredBy } });
		const text = describeError((await read()).error);
		expect(text).toContain(`${said}Turn on Use DPoP in the credential`);
		harness.setCredential({ ...harness.engine.credentials.get('grc'), useDpop: true });
		expect(await read()).toEqual({ ids: IDS, error: undefined });
	});
});
