import type { IncomingHttpHeaders, RequestListener } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';

const harness = harnessForAll();
const listeners = new Listeners();
afterEach(() => listeners.close());

/** The headers that have reached the list. */
let arrived: IncomingHttpHeaders[];
beforeEach(() => (arrived = []));

const list: RequestListener = ({ headers }, response) => {
	arrived.push(headers);
	response.setHeader('Content-Type', 'application/json');
	response.end('[{"id":1}]');
};

/** @returns the address of an API that redirects all requests but those to `/list` of its own */
const redirects = async (to: (own: string) => string, status = 302, secure = false) => {
	const answer: RequestListener = (request, response) => {
		if (request.url === '/list') return void list(request, response);
		response.writeHead(status, { Location: to(own) }).end('Moved');
	};
	const own = await (secure ? listeners.https(answer) : listeners.http(answer));
	return own;
};
const elsewhere = async () => `${await listeners.http(list)}/list`;

/** Reads one page without a credential. */
async function read(
	api: string,
	headers: Record<string, string> = {},
	options: IDataObject = {},
	dataset: object = {},
) {
	const header = Object.entries(headers).map(([name, value]) => ({ name, value }));
	return await harness.run({
		type: 'pagedHttp',
		parameters: {
			authentication: 'none',
			source: 'dataset',
			dataset: JSON.stringify({ url: `${api}/items`, method: 'GET', property: '', ...dataset }),
			returnAll: true,
			options: { headers: { header }, ...options },
		},
	});
}

/** Lets Node.js accept certificates that no one has signed, as a system does that knows them. */
async function trusting<T>(work: () => Promise<T>): Promise<T> {
	const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env;
	process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
	try {
		return await work();
	} finally {
		if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
		else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
	}
}

const OWN = { 'X-Tenant': 'acme-internal' };

describe('a redirect without a credential', () => {
	it.each([301, 302, 303, 307, 308])(
		'is followed to another host where no header is of the user (%i)',
		async (status) => {
			const target = await elsewhere();
			const headers = {
				Accept: 'application/vnd.api+json',
				'Accept-Language': 'de',
				'User-Agent': 'acme',
			};
			const result = await read(await redirects(() => target, status), headers);
			expect(result.json(NODE)).toEqual([{ id: 1 }]);
			expect(arrived).toMatchObject([
				{ accept: 'application/vnd.api+json', 'accept-language': 'de', 'user-agent': 'acme' },
			]);
		},
	);

	it.each([
		...['X-Tenant', 'X-CSRF-Token', 'Idempotency-Key', 'X-Vault', 'X-Forwarded-User'],
		...['X-Accept', 'Accepted', 'If-None-Match', 'Referer', 'X-Content-Type', 'Range'],
	])('takes %s to no other host', async (name) => {
		const target = await elsewhere();
		const result = await read(await redirects(() => target), { Accept: '*/*', [name]: 'x' });
		expect(arrived).toEqual([]);
		expect(describeError(result.error)).toContain(
			`The API redirects to ${target}, and the headers under Options > Headers are sent to no other host`,
		);
	});

	it('names the host that a target leads to, not the user name in front of it', async () => {
		const { host } = new URL(await elsewhere());
		const disguised = `http://user:passw0rd@${host}/login`;
		const result = await read(await redirects(() => disguised), { 'X-Tenant': 'x' });
		expect(describeError(result.error)).toContain(`The API redirects to http://${host}/login`);
		expect(describeError(result.error)).not.toContain('passw0rd');
	});

	it('takes them to no other host after one on the same host', async () => {
		const target = await elsewhere();
		let count = 0;
		const api = await redirects((own) => (++count === 1 ? `${own}/moved` : target));
		const result = await read(api, OWN);
		expect(count).toBe(2);
		expect(arrived).toEqual([]);
		expect(describeError(result.error)).toContain(new URL(target).origin);
	});

	it('takes them to a path of the same host, also from a relative address', async () => {
		const api = await redirects(() => '/list');
		const result = await read(api, OWN);
		expect(result.json(NODE)).toEqual([{ id: 1 }]);
		expect(arrived).toMatchObject([{ 'x-tenant': 'acme-internal' }]);
	});

	it('takes them from http to https of the same host', async () => {
		const secure = `${await listeners.https(list)}/list`;
		const api = await redirects(() => secure);
		const result = await trusting(async () => await read(api, OWN));
		expect(result.json(NODE)).toEqual([{ id: 1 }]);
		expect(arrived).toMatchObject([{ 'x-tenant': 'acme-internal' }]);
	});

	it('takes them from https neither to http nor to another port', async () => {
		for (const target of [await elsewhere(), `${await listeners.https(list)}/list`]) {
			const api = await redirects(() => target, 302, true);
			const result = await trusting(async () => await read(api, OWN));
			expect(describeError(result.error)).toContain('are sent to no other host');
		}
		expect(arrived).toEqual([]);
	});

	it('takes them to Allowed Hosts, as a next URL does', async () => {
		const target = await elsewhere();
		const options = { allowedHosts: new URL(target).origin };
		const result = await read(await redirects(() => target), OWN, options);
		expect(result.json(NODE)).toEqual([{ id: 1 }]);
		expect(arrived).toMatchObject([{ 'x-tenant': 'acme-internal' }]);
	});

	it('does not take a cursor in a header to another host', async () => {
		const target = await elsewhere();
		let count = 0;
		const api = await listeners.http((_, response) => {
			if (++count > 1) return void response.writeHead(302, { Location: target }).end();
			response.setHeader('Content-Type', 'application/json');
			response.end('{"data":[{"id":1}],"next":"cursor-of-the-api"}');
		});
		const pagingScheme = {
			type: 'nextToken',
			tokenType: 'token',
			request: { tokenParameter: 'header:X-Cursor' },
			response: { nextToken: 'next' },
			pageUntil: 'noNextToken',
		};
		const result = await read(api, {}, {}, { property: 'data', pagingScheme });
		expect(count).toBe(2);
		expect(arrived).toEqual([]);
		expect(describeError(result.error)).toContain('are sent to no other host');
	});

	it('sends no user name that an address has', async () => {
		const target = (await elsewhere()).replace('://', '://someone:secret@');
		const result = await read(await redirects(() => target));
		expect(result.json(NODE)).toEqual([{ id: 1 }]);
		expect(arrived[0]?.authorization).toBeUndefined();
	});

	it.each([OWN, {}])('ends when it leads in a circle (%j)', async (headers) => {
		let count = 0;
		const api = await redirects((own) => `${own}/items?n=${++count}`);
		const result = await read(api, headers);
		expect(result.error).toMatchObject({
			message: 'The API redirected more than 20 times',
			description: expect.stringContaining('Check the URL'),
		});
		expect(count).toBe(21);
	});

	it.each(['', 'http://', 'mailto:someone@example.com', 'file:///etc/passwd'])(
		'is an error when it leads nowhere (%j)',
		async (location) => {
			const result = await read(await redirects(() => location));
			expect(describeError(result.error)).toContain(
				'Check the URL. The API returned status 302, but no URL to continue with.',
			);
		},
	);
});
