import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { PAGES_BY_NUMBER } from '../../sandbox/engine/httpRequestPages';
import { NODE } from '../../sandbox/engine/singleNode';
import { describeError, httpPost, httpRequest } from '../helpers/httpRequest';

const TOKEN_PATH = '/tprm-api/oauth/token';
const PROBE_PATH = '/tprm-api/manage/webhooks/events';

let harness: Harness;
afterEach(async () => await harness.stop());

async function start(nonces: 'off' | 'stable' | 'singleUse') {
	harness = await Harness.start({ dpop: { nonces } });
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
		const refused = harness.service.log.find('GET', /pages/).filter(({ status }) => status !== 200);
		expect(refused).toHaveLength(nonces === 'off' ? 0 : 1);
	});

	it('20 requests whose nonce was replaced all succeed without a new token', async () => {
		await harness.run(httpRequest(scopesUrl()));
		harness.service.proofs.replaceNonce();
		harness.service.log.clear();
		const results = await Promise.all(
			Array.from({ length: 20 }, async () => await harness.run(httpRequest(scopesUrl()))),
		);
		expect(results.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBe(0);
	});
});

it('pages are read with a nonce that was seen once', async () => {
	await start('stable');
	await harness.run(httpRequest(scopesUrl()));
	harness.service.log.clear();
	expect((await harness.run(paged())).error).toBeUndefined();
	const pages = harness.service.log.find('GET', /pages/);
	expect(pages.every(({ status }) => status === 200)).toBe(true);
	expect(pages.length).toBeGreaterThan(20);
});

it('where no nonce is accepted, the error names Paged HTTP, and Never Error makes no item of it', async () => {
	await start('stable');
	await harness.run(httpRequest(scopesUrl()));
	jest.spyOn(harness.service.proofs, 'offerNonce').mockImplementation((response) => {
		response.set('DPoP-Nonce', `never accepted ${Math.random()}`);
	});
	harness.service.proofs.replaceNonce();
	const result = await harness.run(paged(true));
	expect(describeError(result.error)).toContain('The service expects another DPoP nonce');
	expect(describeError(result.error)).toContain('Use Paged HTTP');
	expect(result.json(NODE)).toEqual([]);
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

/** Pages by number that end after two requests, whatever is answered. */
const twoPages = (completeWhen: object, neverError: boolean) => {
	const { options, ...parameters } = paged(neverError).parameters as { options: IDataObject };
	const { pagination } = PAGES_BY_NUMBER.pagination;
	const limited = { ...pagination, ...completeWhen, limitPagesFetched: true, maxRequests: 2 };
	return {
		...paged(),
		parameters: { ...parameters, options: { ...options, pagination: { pagination: limited } } },
	};
};

describe.each([
	['an expression', {}],
	['an empty response', { paginationCompleteWhen: 'responseIsEmpty' }],
	[
		'a status',
		{ paginationCompleteWhen: 'receiveSpecificStatusCodes', statusCodesWhenComplete: '401' },
	],
])(
	'a nonce that is replaced just before a page is never an item, with pages that end with %s',
	(_, completeWhen) => {
		it.each([
			['first', 0, false],
			['first', 0, true],
			['last', 1, false],
			['last', 1, true],
		])('the %s page (%i before it, Never Error: %s)', async (_which, before, neverError) => {
			await start('stable');
			// Twice: now this process knows that the nonce is for many requests.
			for (const _time of [1, 2]) await harness.run(httpRequest(scopesUrl()));
			await harness.run({ type: 'scope', parameters: { resource: 'scope', operation: 'getMany' } });
			const { proofs, log } = harness.service;
			log.clear();
			const offer = proofs.check.bind(proofs);
			let left = before;
			jest.spyOn(proofs, 'check').mockImplementation(async (request, token) => {
				if (request.path.endsWith('/pages') && left-- === 0) proofs.replaceNonce();
				return await offer(request, token);
			});
			const result = await harness.run(twoPages(completeWhen, neverError));
			expect(result.error).toBeUndefined();
			const items = result.json(NODE).flatMap((page) => page.items as IDataObject[]);
			expect(items).toHaveLength(200);
			expect(log.find('GET', /pages/).filter(({ status }) => status === 401)).toHaveLength(1);
		});
	},
);
