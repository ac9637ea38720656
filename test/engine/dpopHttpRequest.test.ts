import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { PAGES_BY_NUMBER } from '../../sandbox/engine/httpRequestPages';
import { NODE } from '../../sandbox/engine/singleNode';
import { describeError, httpPost, httpRequest } from '../helpers/httpRequest';

const TOKEN_PATH = '/tprm-api/oauth/token';
const PROBE_PATH = '/tprm-api/manage/webhooks/events';

let harness: Harness;
afterEach(async () => await harness.stop());

async function start(nonces: 'off' | 'stable' | 'singleUse', clockSkewMs = 0) {
	harness = await Harness.start({ dpop: { nonces }, clockSkewMs });
	harness.setCredential({ useDpop: true });
}
const scopesUrl = () => `${harness.service.url}/v1/scopes`;
const post = () => httpPost(scopesUrl(), { name: 'From HTTP Request', owner: 'u' });
const sent = () =>
	harness.service.log.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);

/** HTTP Request with pages by number, until a page is empty. */
const paged = (neverError = false) =>
	httpRequest(
		`${harness.service.url}/tprm-api/sample/pages?records=2500`,
		{
			...(neverError && { response: { response: { neverError } } }),
			...PAGES_BY_NUMBER,
		},
		{
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'X-API-Version', value: 'v1' }] },
		},
	);

describe.each(['off', 'stable'] as const)("n8n's HTTP Request node with nonces %s", (nonces) => {
	beforeEach(async () => await start(nonces));

	it('reads, writes, and reads again after the nonce has changed', async () => {
		expect((await harness.run(httpRequest(scopesUrl()))).json(NODE)).toHaveLength(300);
		expect((await harness.run(post())).error).toBeUndefined();
		harness.service.proofs.replaceNonce();
		expect((await harness.run(httpRequest(scopesUrl()))).json(NODE)).toHaveLength(301);
		expect(harness.service.log.find('POST', '/v1/scopes').map(({ status }) => status)).toEqual([
			201,
		]);
	});

	it('sends a write again, once, where only its nonce was refused', async () => {
		await harness.run(httpRequest(scopesUrl()));
		harness.service.proofs.replaceNonce();
		harness.service.log.clear();
		expect((await harness.run(post())).error).toBeUndefined();
		const writes = harness.service.log.find('POST', '/v1/scopes').map(({ status }) => status);
		expect(writes).toEqual(nonces === 'off' ? [201] : [401, 201]);
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBe(0);
	});

	it.each([400, 409, 500])('sends a write once where the answer is %i', async (status) => {
		await harness.run(httpRequest(scopesUrl()));
		const { log, faults } = harness.service;
		log.clear();
		faults.add({ fault: { kind: 'status', status }, method: 'POST', path: '/v1/scopes', times: 9 });
		expect((await harness.run(post())).status).toBe('error');
		expect(sent()).toEqual([`POST /v1/scopes ${status}`, `GET ${PROBE_PATH} 200`]);
	});

	it('renews a revoked token, and only that', async () => {
		await harness.run(httpRequest(scopesUrl()));
		const { log, authority } = harness.service;
		log.clear();
		authority.revokeAll();
		expect((await harness.run(post())).error).toBeUndefined();
		const writes = log.find('POST', '/v1/scopes').map(({ status }) => status);
		expect(writes).toEqual([401, 201]);
		const tokens = log.find('POST', TOKEN_PATH).filter(({ status }) => status === 200);
		expect(tokens).toHaveLength(1);
	});

	it.each([false, true])('reads all pages (Never Error: %s)', async (neverError) => {
		const result = await harness.run(paged(neverError));
		expect(result.error).toBeUndefined();
		const items = result.json(NODE).flatMap((page) => page.items as IDataObject[]);
		expect(new Set(items.map(({ id }) => id)).size).toBe(2500);
		expect(harness.service.log.find('GET', /pages/).every(({ status }) => status === 200)).toBe(
			true,
		);
	});

	it('50 requests whose nonce was replaced all succeed without a new token', async () => {
		await harness.run(httpRequest(scopesUrl()));
		harness.service.proofs.replaceNonce();
		harness.service.log.clear();
		const results = await Promise.all(
			Array.from({ length: 50 }, async () => await harness.run(httpRequest(scopesUrl()))),
		);
		expect(results.map(({ status }) => status)).toEqual(Array(50).fill('success'));
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBe(0);
	});
});

it('pages are read although the process has never heard of a nonce, and a token is stored', async () => {
	await start('stable');
	await harness.run(httpRequest(scopesUrl()));
	harness.service.proofs.replaceNonce();
	// What n8n stored is all that is left after a restart, and the answers were long ago.
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
	harness.service.log.clear();
	const result = await harness.run(paged());
	clock.mockRestore();
	expect(result.error).toBeUndefined();
	expect(sent().slice(0, 3)).toEqual([
		`GET ${PROBE_PATH} 401`,
		`GET ${PROBE_PATH} 200`,
		`GET ${PROBE_PATH} 200`,
	]);
	expect(harness.service.log.find('GET', /pages/).every(({ status }) => status === 200)).toBe(true);
});

it('with nonces for one request only, a refused write is not sent twice', async () => {
	await start('singleUse');
	await harness.run(httpRequest(scopesUrl()));
	const { log, faults } = harness.service;
	log.clear();
	// The nonce is used up although the answer is an error.
	faults.add({ fault: { kind: 'reset', when: 'after' }, method: 'POST', path: '/v1/scopes' });
	expect((await harness.run(post())).status).toBe('error');
	expect(log.count('POST', '/v1/scopes')).toBe(1);
});

it.each([-5, 5])('a clock %i minutes off is corrected', async (minutes) => {
	await start('off', minutes * 60_000);
	expect((await harness.run(httpRequest(scopesUrl()))).json(NODE)).toHaveLength(300);
});

it('a DPoP header of the request itself is replaced', async () => {
	await start('off');
	const node = httpRequest(
		scopesUrl(),
		{},
		{
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'dPoP', value: 'not a proof' }] },
		},
	);
	expect(describeError((await harness.run(node)).error ?? {})).not.toContain('proof');
	expect(harness.service.log.requests.at(-1)?.status).toBe(200);
});

describe.each([
	['stable', false],
	['stable', true],
	['singleUse', false],
	['singleUse', true],
] as const)('a refused nonce is never an item (nonces %s, known before: %s)', (nonces, isWarm) => {
	it.each([false, true])('of HTTP Request with pages (Never Error: %s)', async (neverError) => {
		await start(nonces);
		if (isWarm) await harness.run(httpRequest(scopesUrl()));
		const result = await harness.run(paged(neverError));
		const pages = result.json(NODE);
		expect(JSON.stringify(pages)).not.toContain('use_dpop_nonce');
		if (result.error) expect(describeError(result.error)).toContain('Paged HTTP');
		else expect(pages.flatMap(({ items }) => items as IDataObject[])).toHaveLength(2500);
	});
});
