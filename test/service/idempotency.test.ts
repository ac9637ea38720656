import type { ApiClient } from '../../sandbox/service/auth';
import { ALL_SCOPES } from '../../sandbox/service/auth';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import type { Body } from './client';
import { Client, refusal } from './client';

const VENDORS = '/tprm-api/vendors';
const HOUR = 60 * 60 * 1000;
const SECOND_CLIENT: ApiClient = { id: 'second', secret: 'secret', scopes: ALL_SCOPES };

let service: Service;
let client: Client;

beforeEach(async () => {
	service = await startService({ vendors: [], documents: [] });
	service.authority.clients.push(SECOND_CLIENT);
	service.authority.tokenLifetime = 7 * 24 * 3600;
	client = await Client.connect(service);
});
afterEach(async () => await service.close());

const create = async (key: string, json: unknown = { name: 'A', tags: ['x'] }, by = client) =>
	await by.send('POST', VENDORS, { json, headers: { 'Idempotency-Key': key } });
const count = () => service.vendors.byId.size;

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
