import type { Fault } from '../../sandbox/service/faults';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import type { Body } from './client';
import { Client, refusal } from './client';

const VENDORS = '/tprm-api/vendors';
const EVENTS = '/tprm-api/manage/webhooks/events';
const HOUR = 60 * 60 * 1000;

let service: Service;
let client: Client;

beforeEach(async () => {
	service = await startService({ vendors: [], documents: [] });
	service.authority.tokenLifetime = 7 * 24 * 3600;
	client = await Client.connect(service);
});
afterEach(async () => await service.close());

const get = async () => await client.send('GET', EVENTS);
const create = async (key?: string, json: unknown = { name: 'A', tags: ['x'] }) => {
	const headers = key === undefined ? {} : { 'Idempotency-Key': key };
	return await client.send('POST', VENDORS, { json, headers });
};
const count = () => service.vendors.byId.size;

describe('request.rate_limited', () => {
	it('refuses what exceeds the rate until the time that Retry-After tells', async () => {
		service.rateLimit = { requests: 2, perSeconds: 60 };
		expect((await get()).status).toBe(200);
		service.clock.advance(20_000);
		expect((await get()).status).toBe(200);
		service.clock.advance(10_000);
		const refused = await get();
		expect(refusal(refused)).toBe('429 request.rate_limited');
		const seconds = Number(refused.headers.get('retry-after'));
		expect(seconds).toBeGreaterThan(28);
		expect(seconds).toBeLessThanOrEqual(30);
		service.clock.advance(seconds * 1000);
		expect((await get()).status).toBe(200);
		expect((await get()).status).toBe(429);
	});
});

describe('internal.service_unavailable', () => {
	it('rejects excess requests at once under a surge', async () => {
		let proceed = () => {};
		const gate = new Promise<void>((resolve) => (proceed = resolve));
		let waiting = 0;
		service.vendors.processing = async () => {
			waiting++;
			await gate;
		};
		service.surge = { maxConcurrent: 2, retryAfterSeconds: 3 };
		const first = [create(), create()];
		while (waiting < 2) await new Promise(setImmediate);
		const refused = await create();
		expect(refusal(refused)).toBe('503 internal.service_unavailable');
		expect(refused.headers.get('retry-after')).toBe('3');
		expect(refused.headers.get('x-request-id')).toMatch(/^req_/);
		proceed();
		expect((await Promise.all(first)).map(({ status }) => status)).toEqual([201, 201]);
		expect((await create()).status).toBe(201);
		expect(service.vendors.byId.size).toBe(3);
	});
});

describe('strictRetryAfter', () => {
	const limited = (retryAfter: string): Fault => ({ kind: 'status', status: 429, retryAfter });

	it('counts repetitions that came too early', async () => {
		service.strictRetryAfter = true;
		service.faults.add({ fault: limited('10'), path: VENDORS });
		await create('a');
		await create('b');
		expect(service.retryAfterViolations).toBe(0);
		service.clock.advance(9_000);
		await create('a');
		expect(service.retryAfterViolations).toBe(1);
		service.clock.advance(1_000);
		await create('a');
		expect(service.retryAfterViolations).toBe(1);
	});
});

describe('Idempotency-Key on POST /tprm-api/vendors', () => {
	it('returns the original result for 24 hours, and creates anew after that', async () => {
		const first = await create('k');
		service.clock.advance(24 * HOUR - 60_000);
		const second = await create('k');
		expect([second.status, second.body]).toEqual([201, first.body]);
		expect(count()).toBe(1);
		service.clock.advance(60_000);
		const third = await create('k');
		expect((third.body as Body).id).not.toBe((first.body as Body).id);
		expect(count()).toBe(2);
	});

	it('creates one vendor while the first request is still being processed', async () => {
		let proceed = () => {};
		const gate = new Promise<void>((resolve) => (proceed = resolve));
		service.vendors.processing = async () => await gate;
		const answers = [create('k'), create('k'), create('k')];
		while (service.log.count('POST', VENDORS) < 3) await new Promise(setImmediate);
		expect(refusal(await create('k', { name: 'Other' }))).toBe('422 idempotency.key_reused');
		expect(count()).toBe(0);
		proceed();
		const bodies = (await Promise.all(answers)).map(({ body }) => body);
		expect(new Set(bodies.map((body) => (body as Body).id)).size).toBe(1);
		expect(count()).toBe(1);
	});

	it('stands for one body, whatever the order of its fields', async () => {
		const first = await create('k', { name: 'A', tags: ['x', 'y'] });
		expect((await create('k', { tags: ['x', 'y'], name: 'A' })).body).toEqual(first.body);
		for (const json of [{ name: 'A' }, { name: 'A', tags: ['y', 'x'] }]) {
			expect(refusal(await create('k', json))).toBe('422 idempotency.key_reused');
		}
		expect(count()).toBe(1);
	});
});
