import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import type { Endpoint } from '../../sandbox/service/webhooks/endpoint';
import { withFakeClock } from '../helpers/fakeClock';

interface Received {
	headers: IncomingHttpHeaders;
	body: string;
	at: number;
}

let service: Service;
let endpoint: Endpoint;
let received: Received[];
/** Answers in turn; the last one stays. 0 breaks the connection, -1 never answers. */
let answers: number[];

const receiver = createServer((request, response) => {
	let body = '';
	request.on('data', (part) => (body += String(part)));
	request.on('end', () => {
		received.push({ headers: request.headers, body, at: Date.now() });
		const status = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200;
		if (status === 0) request.socket.destroy();
		else if (status > 0) response.writeHead(status).end();
	});
});

beforeAll(async () => {
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
	receiver.closeAllConnections();
	receiver.close();
});
beforeEach(async () => {
	service = await startService();
	service.webhooks.timeScale = 0.00001;
	received = [];
	answers = [200];
	const { port } = receiver.address() as AddressInfo;
	endpoint = service.webhooks.register({
		url: `http://127.0.0.1:${port}/hook`,
		events: service.webhooks.eventNames,
		secret: 'whsec_first',
	});
});
afterEach(async () => await service.close());

async function emit(type = 'vendor.created') {
	const event = service.webhooks.emit(type);
	await service.webhooks.idle();
	return event;
}

function signatures({ headers, body }: Received, ...secrets: string[]): string {
	const time = String(headers['x-service-timestamp']);
	return secrets
		.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`)
		.join(',');
}

const parsed = (index: number) =>
	JSON.parse(received[index]?.body ?? '{}') as Record<string, unknown> & {
		data: Record<string, unknown>;
	};

it('sends the envelope with all five headers', async () => {
	const { id } = await emit();
	const [delivery] = received;
	if (!delivery) throw new Error('nothing arrived');
	expect(parsed(0)).toMatchObject({
		id: expect.stringMatching(/^evt_/),
		type: 'vendor.created',
		api_version: 'v1',
		occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
		source: 'ui',
		data: expect.any(Object),
		delivery_id: expect.stringMatching(/^whd_/),
	});
	expect(delivery.headers).toMatchObject({
		'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
		'x-service-signature': signatures(delivery, 'whsec_first'),
		'x-service-event': 'vendor.created',
		'x-service-event-id': id,
		'x-service-delivery-id': parsed(0)['delivery_id'],
	});
});

it.each([500, 503, 429, 0])('tries again after %s, with the same ids', async (no) => {
	answers = [no, 200];
	await emit();
	expect(received).toHaveLength(2);
	expect(received[0]?.body).toBe(received[1]?.body);
	expect(service.webhooks.counts()).toEqual({ delivered: 1 });
});

it('gives up after five attempts and does not count that as refused', async () => {
	answers = [500];
	await emit();
	expect(received).toHaveLength(5);
	expect(service.webhooks.counts()).toEqual({ exhausted: 1 });
	expect(endpoint).toMatchObject({ active: true, failuresInARow: 0 });
});

it('keeps the published schedule', async () => {
	service.webhooks.timeScale = 1;
	answers = [500, 500, 500, 200];
	await withFakeClock(async () => await emit());
	const waits = received.slice(1).map(({ at }, index) => at - (received[index]?.at ?? 0));
	expect(waits).toEqual([30_000, 120_000, 600_000]);
});

it.each([400, 401, 404, 410, 422])('takes %s for an answer that stays', async (status) => {
	answers = [status];
	await emit();
	expect(received).toHaveLength(1);
	expect(service.webhooks.counts()).toEqual({ refused: 1 });
});

it('deactivates an endpoint after ten refusals in a row, and a success starts the count anew', async () => {
	answers = [...Array<number>(9).fill(401), 200, 401];
	for (let count = 0; count < 19; count++) await emit();
	expect(endpoint.active).toBe(true);
	await emit();
	expect(endpoint.active).toBe(false);
	await emit();
	expect(received).toHaveLength(20);
});

it('co-signs for 24 hours after a rotation: new first, old second', async () => {
	endpoint.secrets.rotate('whsec_second');
	await emit();
	service.clock.advance(24 * 60 * 60 * 1000 - 60_000);
	await emit();
	service.clock.advance(61_000);
	await emit();
	const present = received.map(({ headers }) => headers['x-service-signature']);
	expect(present).toEqual(
		[['whsec_second', 'whsec_first'], ['whsec_second', 'whsec_first'], ['whsec_second']].map(
			(secrets, index) => signatures(received[index] as Received, ...secrets),
		),
	);
});
