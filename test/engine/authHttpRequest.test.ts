import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { describeError, httpPost, httpRequest } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';

const TOKEN_PATH = '/tprm-api/oauth/token';
const PROBE_PATH = '/tprm-api/manage/webhooks/events';

const harness = harnessForEach();
const listeners = new Listeners();

afterEach(() => listeners.close());

const newScope = { name: 'From HTTP Request', owner: 'u' };
const postScope = () => httpPost(`${harness.service.url}/v1/scopes`, newScope);

describe("n8n's HTTP Request node sends a write", () => {
	it.each([400, 404, 409, 422, 500])('once where the answer is %i', async (status) => {
		await harness.run(httpRequest(`${harness.service.url}/v1/scopes`));
		const { log, faults } = harness.service;
		log.clear();
		faults.add({ fault: { kind: 'status', status }, path: '/v1/scopes', times: 9 });
		const result = await harness.run(postScope());
		expect(result.status).toBe('error');
		expect(log.find('POST', '/v1/scopes').map((sent) => sent.status)).toEqual([status]);
		expect(log.count('POST', TOKEN_PATH)).toBe(0);
		expect(log.count('GET', PROBE_PATH)).toBe(1);
	});

	it('once where the connection breaks after it was processed', async () => {
		harness.service.faults.add({ fault: { kind: 'reset', when: 'after' }, path: '/v1/scopes' });
		await harness.run(postScope());
		expect(harness.service.log.count('POST', '/v1/scopes')).toBe(1);
	});

	it('once where the service is busy and the token cannot be checked', async () => {
		const { log, faults } = harness.service;
		faults.add({ fault: { kind: 'status', status: 503 }, path: /./, skip: 1, times: 9 });
		await harness.run(postScope());
		expect(log.count('POST', '/v1/scopes')).toBe(1);
		expect(log.count('POST', TOKEN_PATH)).toBe(1);
	});

	it('once where it must not be sent at all: not even the token is checked', async () => {
		const seen: string[] = [];
		const url = await listeners.http((request, response) => {
			seen.push(String(request.url));
			response.end('{}');
		});
		await harness.run(httpRequest(`${harness.service.url}/v1/scopes`));
		harness.service.log.clear();
		const result = await harness.run(httpPost(`${url}/steal`, newScope));
		expect(describeError(result.error)).toContain(`is not sent to ${url}`);
		expect(seen).toEqual([]);
		expect(harness.service.log.requests).toEqual([]);
	});

	it('again with a new token where the service has revoked the old one', async () => {
		await harness.run(httpRequest(`${harness.service.url}/v1/scopes`));
		const { log, authority } = harness.service;
		log.clear();
		authority.revokeAll();
		const result = await harness.run(postScope());
		expect(result.json(NODE)).toMatchObject([newScope]);
		expect(log.requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
			'POST /v1/scopes 401',
			`GET ${PROBE_PATH} 401`,
			`POST ${TOKEN_PATH} 200`,
			'POST /v1/scopes 201',
		]);
	});
});

it('50 HTTP Request nodes that start together after an expiry cost one token and one question', async () => {
	const read = () => httpRequest(`${harness.service.url}/v1/controls`);
	await harness.run(read());
	const { log, clock, authority } = harness.service;
	log.clear();
	clock.advance(authority.tokenLifetime * 1000);
	const results = await Promise.all(Array.from({ length: 50 }, () => harness.run(read())));
	expect(results.map(({ status }) => status)).toEqual(Array(50).fill('success'));
	expect(log.count('POST', TOKEN_PATH)).toBe(1);
	expect(log.count('GET', PROBE_PATH)).toBe(1);
});

it('50 writes that are refused together are sent 50 times, with one question at a time', async () => {
	await harness.run(httpRequest(`${harness.service.url}/v1/controls`));
	const { log, faults } = harness.service;
	log.clear();
	faults.add({ fault: { kind: 'status', status: 409 }, path: '/v1/scopes', times: 500 });
	await Promise.all(Array.from({ length: 50 }, () => harness.run(postScope())));
	expect(log.count('POST', '/v1/scopes')).toBe(50);
	expect(log.count('POST', TOKEN_PATH)).toBe(0);
});

it('our nodes renew a refused token without a question: a 401 is proof enough', async () => {
	const getScopes = {
		type: 'scope',
		parameters: { resource: 'scope', operation: 'getMany', limit: 1 },
	};
	await harness.run(getScopes);
	const { log, authority } = harness.service;
	log.clear();
	authority.revokeAll();
	expect((await harness.run(getScopes)).status).toBe('success');
	expect(log.count('GET', PROBE_PATH)).toBe(0);
	expect(log.count('POST', TOKEN_PATH)).toBe(1);
});

describe('a request of the HTTP Request node', () => {
	/** Answers with what it was sent. */
	const mirror = async () => {
		const seen: IDataObject[] = [];
		const url = await listeners.http((request, response) => {
			seen.push({ url: request.url, ...request.headers });
			response.setHeader('Content-Type', 'application/json');
			response.end(request.url === TOKEN_PATH ? '{"access_token":"theirs","expires_in":60}' : '[]');
		});
		return { url, seen };
	};

	it('through a proxy of its own is refused, with nothing sent', async () => {
		const { url, seen } = await mirror();
		const result = await harness.run(
			httpRequest(`${harness.service.url}/v1/scopes`, { proxy: url }),
		);
		expect(describeError(result.error)).toContain('its own connection settings (proxy)');
		expect(describeError(result.error)).toContain('Remove them from this node');
		expect(seen).toEqual([]);
	});

	it('without the check of certificates is refused, with nothing sent', async () => {
		const result = await harness.run(
			httpRequest(`${harness.service.url}/v1/scopes`, { allowUnauthorizedCerts: true }),
		);
		expect(describeError(result.error)).toContain('(Ignore SSL Issues)');
		expect(describeError(result.error)).toContain('in the credential');
	});

	it('keeps its query and headers, but no Host of its own', async () => {
		const { url, seen } = await mirror();
		harness.setCredential({ baseUrl: url });
		const result = await harness.run(
			httpRequest(
				`${url}/v1/x?a=1`,
				{ lowercaseHeaders: false },
				{
					sendQuery: true,
					queryParameters: { parameters: [{ name: 'b', value: 'c d' }] },
					sendHeaders: true,
					headerParameters: {
						parameters: [
							{ name: 'HOST', value: 'evil.example.com' },
							{ name: 'X-Own', value: 'yes' },
						],
					},
				},
			),
		);
		expect(result.status).toBe('success');
		expect(seen.at(-1)).toMatchObject({
			url: '/v1/x?a=1&b=c%20d',
			host: new URL(url).host,
			'x-own': 'yes',
			authorization: 'Bearer theirs',
		});
	});
});
