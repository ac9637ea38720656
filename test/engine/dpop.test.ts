import { generateKeyPairSync } from 'node:crypto';

import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose';
import type { IDataObject } from 'n8n-workflow';

import { testCredential } from '../../sandbox/engine/credentialTest';
import { Harness } from '../../sandbox/engine/harness';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { PAGES_BY_NUMBER } from '../../sandbox/engine/httpRequestPages';
import { NODE } from '../../sandbox/engine/singleNode';
import type { ServiceOptions } from '../../sandbox/service/service';
import { observe } from '../../scripts/schemas/observe';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { withFakeClock } from '../helpers/fakeClock';
import { describeError, httpPost, httpRequest } from '../helpers/httpRequest';
import { nextToken, pageBased, pagedHttp } from '../helpers/pagedHttp';

const TOKEN_PATH = '/tprm-api/oauth/token';
const PROBE_PATH = '/tprm-api/manage/webhooks/events';
const MODES = ['off', 'stable', 'singleUse'] as const;

/** 2,500 records in pages of 100, behind the credential. */
const SECURED = '/tprm-api/sample';
const DATASETS: Record<string, object> = {
	urls: nextToken(`${SECURED}/urls?records=2500&size=100`, 'url', 'links.next'),
	pages: pageBased(`${SECURED}/pages?records=2500`),
};

const harnesses: Harness[] = [];
afterEach(async () => {
	for (const harness of harnesses.splice(0)) await harness.stop();
});

/** A service that accepts nothing without a proof, and a credential that makes them. */
async function start(
	nonces: (typeof MODES)[number] = 'off',
	credential: IDataObject = {},
	options: ServiceOptions = {},
): Promise<Harness> {
	const harness = await Harness.start({ dpop: { nonces }, ...options });
	harnesses.push(harness);
	harness.setCredential({ useDpop: true, ...credential });
	return harness;
}

const newKey = () =>
	generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
const getScopes = {
	type: 'scope',
	parameters: { resource: 'scope', operation: 'getMany', limit: 1 },
};
const getScopesOf = async (harness: Harness) => await harness.run(getScopes);
const statuses = ({ service }: Harness) =>
	service.log.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
const stored = ({ engine }: Harness) => engine.credentials.get(CREDENTIAL_ID) ?? {};

it('every operation of every node works', async () => {
	// The strictest mode: each request needs a nonce of its own.
	const service = {
		dpop: { nonces: 'singleUse' as const },
		vendors: SOME_VENDORS,
	};
	const observations = await observe({ service, credential: { useDpop: true } });
	expect(observations.flatMap(({ problem }) => problem ?? [])).toEqual([]);
	expect(observations.length).toBeGreaterThan(15);
});

describe.each(MODES)('with nonces %s', (nonces) => {
	it('the list of events opens', async () => {
		const harness = await start(nonces);
		const events = await harness.loadOptions('tprmVendorTrigger', 'getEvents');
		expect(events.length).toBeGreaterThan(10);
		expect(harness.service.log.find('GET', /events$/).at(-1)?.status).toBe(200);
	});

	it.each(['urls', 'pages'])('Paged HTTP reads %s with 16 pages ahead', async (kind) => {
		const harness = await start(nonces);
		const node = pagedHttp(DATASETS[kind], kind === 'pages' ? { prefetch: 16 } : {}, {
			authentication: 'grcOAuth2Api',
			baseUrl: harness.service.url,
		});
		const result = await harness.run(node);
		expect(result.error).toBeUndefined();
		const ids = result.json(NODE).map(({ id }) => id);
		expect(ids).toHaveLength(2500);
		expect(new Set(ids).size).toBe(2500);
		expect(harness.service.log.count('POST', TOKEN_PATH)).toBeLessThanOrEqual(2);
	});

	it('20 executions that start together cost one token and no failure', async () => {
		const harness = await start(nonces);
		const results = await Promise.all(
			Array.from({ length: 20 }, async () => await getScopesOf(harness)),
		);
		expect(results.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		const tokens = harness.service.log.find('POST', TOKEN_PATH);
		expect(tokens.filter(({ status }) => status === 200)).toHaveLength(1);
	});
});

describe('the key', () => {
	it('is made once, and kept at every renewal', async () => {
		const harness = await start();
		await getScopesOf(harness);
		const { accessToken, dpopPrivateKey } = stored(harness);
		expect(JSON.parse(String(dpopPrivateKey))).toMatchObject({ kty: 'EC', crv: 'P-256' });
		harness.service.authority.revokeAll();
		expect((await getScopesOf(harness)).status).toBe('success');
		expect(stored(harness).accessToken).not.toBe(accessToken);
		expect(stored(harness).dpopPrivateKey).toBe(dpopPrivateKey);
	});

	it.each([
		['SEC1', 'sec1'],
		['PKCS #8', 'pkcs8'],
	] as const)('may be an own one in %s, which is stored nowhere else', async (_, type) => {
		const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		const pem = privateKey.export({ format: 'pem', type }).toString();
		const harness = await start('off', { privateKey: pem.replaceAll('\n', ' ') });
		expect((await getScopesOf(harness)).status).toBe('success');
		expect(stored(harness).dpopPrivateKey ?? '').toBe('');
		const thumbprint = await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }) as JWK);
		expect(harness.service.authority.thumbprints).toEqual([thumbprint]);
	});

	it('of another kind is refused with words, and nothing is sent', async () => {
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
		const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
		const harness = await start('off', { privateKey: pem });
		const text = describeError((await getScopesOf(harness)).error);
		expect(text).toContain('Private Key is not an EC private key for the curve P-256');
		expect(text).toContain('clear the field to use a generated key');
		expect(harness.service.log.requests).toEqual([]);
	});

	it.each([
		['belongs to another token', JSON.stringify(newKey())],
		['cannot be read', '{"kty":"EC"}'],
		['is gone', ''],
	])('that %s is no obstacle: the token is renewed', async (_, dpopPrivateKey) => {
		const harness = await start();
		const { client, authority } = harness.service;
		const { access_token: accessToken } = authority.issue(client, client.scopes, 'of another key');
		harness.setCredential({ useDpop: true, accessToken, dpopPrivateKey });
		expect((await getScopesOf(harness)).status).toBe('success');
		expect(stored(harness).accessToken).not.toBe(accessToken);
	});
});

describe('a service that is set up differently', () => {
	it('without DPoP: the message says what to switch', async () => {
		const harness = await Harness.start();
		harnesses.push(harness);
		harness.setCredential({ useDpop: true });
		const text = describeError((await getScopesOf(harness)).error);
		expect(text).toContain('issued a token that is not bound to a key');
		expect(text).toContain('Turn off Use DPoP in the credential');
	});

	it('with DPoP, while Use DPoP is off: the message says what to switch', async () => {
		const harness = await start('off', { useDpop: false });
		const text = describeError((await getScopesOf(harness)).error);
		expect(text).toContain('Turn on Use DPoP in the credential');
	});

	it('switched to DPoP later: the token is not used any more', async () => {
		const bearer = await Harness.start();
		harnesses.push(bearer);
		await getScopesOf(bearer);
		const before = stored(bearer);
		bearer.engine.setCredential(CREDENTIAL_ID, { ...before, useDpop: true });
		const text = describeError((await getScopesOf(bearer)).error);
		expect(text).toContain('No DPoP token');
	});
});

describe('the proofs', () => {
	it('get over a nonce that is replaced in the middle of a run, without a new token', async () => {
		const harness = await start('stable');
		await getScopesOf(harness);
		harness.service.log.clear();
		harness.service.proofs.replaceNonce();
		expect((await getScopesOf(harness)).status).toBe('success');
		expect(statuses(harness)).toEqual(['GET /v1/scopes 401', 'GET /v1/scopes 200']);
	});

	it('are sent at most three times again', async () => {
		const harness = await start('stable');
		await getScopesOf(harness);
		harness.service.log.clear();
		jest.spyOn(harness.service.proofs, 'offerNonce').mockImplementation((response) => {
			response.set('DPoP-Nonce', `never accepted ${Math.random()}`);
		});
		harness.service.proofs.replaceNonce();
		const result = await getScopesOf(harness);
		expect(describeError(result.error)).toContain('The proof needs a nonce of this service');
		expect(statuses(harness)).toEqual(Array(4).fill('GET /v1/scopes 401'));
	});

	it.each([-5, 5])('need a clock that is right: %i minutes off are an error', async (minutes) => {
		const harness = await start('off', {}, { clockSkewMs: minutes * 60_000 });
		const text = describeError((await getScopesOf(harness)).error);
		expect(text).toContain('Check the clock of the n8n server.');
	});

	it('are made anew for every attempt', async () => {
		const harness = await start('singleUse');
		const fault = { kind: 'status', status: 503, retryAfter: '1' } as const;
		await getScopesOf(harness);
		harness.service.faults.add({ fault, path: '/v1/scopes', times: 2 });
		expect((await withFakeClock(() => getScopesOf(harness))).status).toBe('success');
	});

	it('let n8n test the credential', async () => {
		const harness = await start('stable');
		const result = await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID);
		expect(result).toMatchObject({ status: 'OK' });
	});
});

describe("n8n's HTTP Request node", () => {
	let harness: Harness;
	const begin = async (nonces: (typeof MODES)[number]) => {
		harness = await start(nonces);
	};

	const scopesUrl = () => `${harness.service.url}/v1/scopes`;
	const post = () => httpPost(scopesUrl(), { name: 'From HTTP Request', owner: 'u' });

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

	describe.each(['off', 'stable'] as const)('with nonces %s', (nonces) => {
		beforeEach(async () => await begin(nonces));

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
			faults.add({
				fault: { kind: 'status', status },
				method: 'POST',
				path: '/v1/scopes',
				times: 9,
			});
			expect((await harness.run(post())).status).toBe('error');
			expect(statuses(harness)).toEqual([`POST /v1/scopes ${status}`, `GET ${PROBE_PATH} 200`]);
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
			const refused = harness.service.log
				.find('GET', /pages/)
				.filter(({ status }) => status !== 200);
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
		await begin('stable');
		await harness.run(httpRequest(scopesUrl()));
		harness.service.log.clear();
		expect((await harness.run(paged())).error).toBeUndefined();
		const pages = harness.service.log.find('GET', /pages/);
		expect(pages.every(({ status }) => status === 200)).toBe(true);
		expect(pages.length).toBeGreaterThan(20);
	});

	it('where no nonce is accepted, the error names Paged HTTP, and Never Error makes no item of it', async () => {
		await begin('stable');
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
		await begin('singleUse');
		await harness.run(httpRequest(scopesUrl()));
		const { log, faults } = harness.service;
		log.clear();
		// The nonce is used up although the answer is an error.
		faults.add({ fault: { kind: 'reset', when: 'after' }, method: 'POST', path: '/v1/scopes' });
		expect((await harness.run(post())).status).toBe('error');
		expect(log.count('POST', '/v1/scopes')).toBe(1);
	});

	it('a DPoP header of the request itself is replaced', async () => {
		await begin('off');
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
	] as const)(
		'a refused nonce is never an item (nonces %s, known before: %s)',
		(nonces, isWarm) => {
			it.each([false, true])('of HTTP Request with pages (Never Error: %s)', async (neverError) => {
				await begin(nonces);
				if (isWarm) await harness.run(httpRequest(scopesUrl()));
				const result = await harness.run(paged(neverError));
				const pages = result.json(NODE);
				expect(JSON.stringify(pages)).not.toContain('use_dpop_nonce');
				if (result.error) expect(describeError(result.error)).toContain('Paged HTTP');
				else expect(pages.flatMap(({ items }) => items as IDataObject[])).toHaveLength(2500);
			});
		},
	);

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
				await begin('stable');
				// Twice: now this process knows that the nonce is for many requests.
				for (const _time of [1, 2]) await harness.run(httpRequest(scopesUrl()));
				await harness.run({
					type: 'scope',
					parameters: { resource: 'scope', operation: 'getMany' },
				});
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
});
