import type { ApiClient } from '../../sandbox/service/auth';
import { ALL_SCOPES } from '../../sandbox/service/auth';
import type { Fault } from '../../sandbox/service/faults';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { Client, refusal } from './client';

const VENDORS = '/tprm-api/vendors';
const EVENTS = '/tprm-api/manage/webhooks/events';
const SECOND_CLIENT: ApiClient = { id: 'second', secret: 'secret', scopes: ALL_SCOPES };

let service: Service;
let client: Client;

beforeEach(async () => {
	service = await startService({ vendors: [], documents: [] });
	service.authority.clients.push(SECOND_CLIENT);
	client = await Client.connect(service);
});
afterEach(async () => await service.close());

const get = async (by = client) => await by.send('GET', EVENTS);
const create = async (key?: string) =>
	await client.send('POST', VENDORS, {
		json: { name: 'A' },
		headers: key === undefined ? {} : { 'Idempotency-Key': key },
	});

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
