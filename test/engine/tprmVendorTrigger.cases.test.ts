import { gzipSync } from 'node:zlib';

import { WebhookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { SandboxCredentialsHelper } from '../../sandbox/engine/credentialsHelper';
import { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import type { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import type { Outgoing } from '../helpers/deliveries';
import { deliver, event, nowSeconds, SECRET, startReceiver, watchLog } from '../helpers/deliveries';
import { until } from '../helpers/fakeClock';

let engine: Engine;
let server: WebhookServer;
let service: Service;
let log: ReturnType<typeof watchLog>;
let names = 0;

beforeAll(async () => {
	engine = await Engine.load();
	service = await startService();
	server = await startReceiver(engine);
});
afterAll(async () => {
	await server.stop();
	await service.close();
});
beforeEach(() => {
	log = watchLog(server);
	setCredential();
});
afterEach(() => {
	log.stop();
	jest.restoreAllMocks();
});

function setCredential(changes: Record<string, string> = {}): void {
	engine.setCredential(CREDENTIAL_ID, {
		baseUrl: service.url,
		clientId: service.client.id,
		clientSecret: service.client.secret,
		webhookSigningSecret: SECRET,
		...changes,
	});
}

/** A trigger of its own, so that no test finds ids or log entries of another. */
async function listen(parameters: IDataObject = {}, next = {}) {
	const name = `Events ${++names}`;
	const file = triggerWorkflow(parameters, { name, next });
	const url = await server.activate(file, { by: 'init' });
	return {
		url,
		runs: () => server.executions.list.filter(({ workflow }) => workflow === name),
		testUrl: async () => await server.activate(file, { isTest: true }),
	};
}

/** Sends one delivery to a trigger of its own. @returns "answer, number of runs" */
async function outcome(outgoing: Outgoing, parameters?: IDataObject): Promise<string> {
	const { url, runs } = await listen(parameters);
	const { status } = await deliver(url, outgoing);
	return `${status}, ${runs().length}`;
}

const text = () => JSON.stringify(event());

describe('deliveries that nothing proves', () => {
	it.each<[string, Record<string, string>, Buffer]>([
		['empty and said to be gzip', { 'content-encoding': 'gzip' }, Buffer.alloc(0)],
		['empty and said to be deflate', { 'content-encoding': 'deflate' }, Buffer.alloc(0)],
		['gzip', { 'content-encoding': 'gzip' }, gzipSync('--x--')],
		['plain', {}, Buffer.from('--x\r\n\r\n\r\n--x--')],
	])(
		'a form, whose bytes n8n keeps to itself: %s, and nothing goes wrong afterwards',
		async (_, encoding, sent) => {
			const headers = { 'content-type': 'multipart/form-data; boundary=x', ...encoding };
			expect(await outcome({ sent, headers })).toMatch(/^(400|401|422), 0$/);
			// An error event without a listener would end the process about now.
			for (let round = 0; round < 20; round++) await new Promise((done) => setImmediate(done));
			expect(await outcome({})).toBe('200, 1');
		},
	);
});

describe('signatures that count', () => {
	it('case 52: during a rotation the new secret, the old one, or both', async () => {
		const secrets = [SECRET, 'whsec_old'];
		expect(await outcome({ secrets })).toBe('200, 1');
		setCredential({ additionalSigningSecrets: 'whsec_old' });
		expect(await outcome({ secrets })).toBe('200, 1');
		expect(log.warnings).toEqual([]);

		setCredential({ webhookSigningSecret: 'whsec_old' });
		expect(await outcome({ secrets })).toBe('200, 1');
		expect(log.warnings).toEqual([expect.stringContaining('within 24 hours')]);
	});
});

describe('the time of sending', () => {
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(1_790_000_000_123));

	it('case 20: 301 s off: sent again if genuine, refused if not', async () => {
		for (const timestamp of [1_790_000_000 - 301, 1_790_000_000 + 301]) {
			expect(await outcome({ timestamp })).toBe('503, 0');
			expect(await outcome({ timestamp, secrets: ['wrong'] })).toBe('401, 0');
		}
	});

	it('the 503 says when to send again, and the option moves the limit', async () => {
		const { url } = await listen();
		const late = { timestamp: 1_790_000_000 - 301 };
		expect((await deliver(url, late)).headers).toMatchObject({ 'retry-after': '30' });
		expect(await outcome(late, { options: { toleranceSeconds: 301 } })).toBe('200, 1');
	});

	it.each([0, -5, 'soon', null])('a tolerance of %j is the recommended one', async (value) => {
		const options = { toleranceSeconds: value };
		expect(await outcome({ timestamp: 1_790_000_000 - 200 }, { options })).toBe('200, 1');
		expect(await outcome({ timestamp: 1_790_000_000 - 400 }, { options })).toBe('503, 0');
	});
});

describe('bodies of all kinds', () => {
	it('case 26: multi-byte characters, CRLF and blanks', async () => {
		const body = `\r\n { "id" : "evt_26",\r\n\t"type":"vendor.created", "data":{"name":"Größe 会社 🙂"} } \r\n`;
		const { url, runs } = await listen();
		expect((await deliver(url, { body })).status).toBe(200);
		expect(runs()[0]?.input).toMatchObject([{ data: { name: 'Größe 会社 🙂' } }]);
	});

	it('case 31: gzip, signed over the plain bytes', async () => {
		const body = text();
		const sent = gzipSync(body);
		expect(await outcome({ body, sent, headers: { 'content-encoding': 'gzip' } })).toBe('200, 1');
	});

	it('case 38: JSON under other content types', async () => {
		const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'];
		for (const type of [...types, undefined]) {
			expect(await outcome({ headers: { 'content-type': type } })).toBe('200, 1');
		}
	});
});

describe('events, wanted or not', () => {
	it.each([[{ a: 1 }], ['text'], [[1, 2]]])(
		'an event with a member "json" of %j comes out as it was sent',
		async (json) => {
			const { url, runs } = await listen();
			const body = event({ json, binary: { x: 1 }, pairedItem: 3 });
			expect((await deliver(url, { body })).status).toBe(200);
			await server.executions.finished();
			expect(JSON.stringify(runs().at(-1))).toContain(JSON.stringify(body).slice(1, -1));
		},
	);

	it('returns the envelope as it was sent, and the delivery on demand', async () => {
		const body = event();
		const plain = await listen();
		await deliver(plain.url, { body });
		expect(plain.runs()[0]?.input).toEqual([body]);

		setCredential({ additionalSigningSecrets: 'whsec_a, whsec_b' });
		const detailed = await listen({ options: { includeDelivery: true } });
		const timestamp = nowSeconds();
		await deliver(detailed.url, { body, timestamp });
		await deliver(detailed.url, { body: event(), timestamp, secrets: ['whsec_b'] });
		const delivery = { id: body['delivery_id'], timestamp, secret: 'webhookSigningSecret' };
		expect(detailed.runs()[0]?.input).toEqual([{ ...body, delivery }]);
		expect(detailed.runs()[1]?.input).toMatchObject([
			{ delivery: { secret: 'additionalSigningSecrets[1]' } },
		]);
	});
});

describe('the same event again', () => {
	it('case 47: a replay with changed id headers', async () => {
		const { url, runs } = await listen();
		const body = event();
		const timestamp = nowSeconds();
		await deliver(url, { body, timestamp });
		const headers = { 'x-service-event-id': 'evt_new', 'x-service-delivery-id': 'whd_new' };
		expect((await deliver(url, { body, timestamp, headers })).status).toBe(200);
		expect(runs()).toHaveLength(1);
	});

	it.each(['onReceived', 'lastNode'])('case 48: five copies at once (%s)', async (acknowledge) => {
		const { url, runs } = await listen({ acknowledge });
		const { store } = server.executions;
		let hasStored = () => {};
		server.executions.store = async () => await new Promise((resolve) => (hasStored = resolve));
		const body = event();
		let refused = 0;
		const copies = [1, 2, 3, 4, 5].map(async () => {
			const reply = await deliver(url, { body });
			if (reply.status === 503) refused++;
			return reply;
		});
		await until(() => refused === 4);
		server.executions.store = store;
		hasStored();
		const replies = await Promise.all(copies);
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 503, 503, 503, 503]);
		expect(runs()).toHaveLength(1);
		expect((await deliver(url, { body })).status).toBe(200);
		expect(runs()).toHaveLength(1);
	});

	it('case 51: with lastNode a run that failed runs again', async () => {
		const failing = { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'No' } };
		const { url, runs } = await listen({ acknowledge: 'lastNode' }, failing);
		const body = event();
		expect((await deliver(url, { body })).status).toBe(500);
		expect((await deliver(url, { body })).status).toBe(500);
		expect(runs()).toHaveLength(2);
	});

	it('with lastNode a run that succeeded does not, and its data stays in n8n', async () => {
		const { url, runs } = await listen({ acknowledge: 'lastNode' });
		const body = event();
		const { status, body: answer } = await deliver(url, { body });
		expect([status, answer]).toEqual([200, '']);
		expect((await deliver(url, { body })).status).toBe(200);
		expect(runs()).toHaveLength(1);
	});

	it('case 60: at the test URL it runs each time', async () => {
		const { url, testUrl, runs } = await listen();
		const body = event();
		await deliver(url, { body });
		const test = await testUrl();
		expect((await deliver(test, { body })).status).toBe(200);
		expect((await deliver(test, { body })).status).toBe(200);
		expect(runs().map(({ mode }) => mode)).toEqual(['webhook', 'manual', 'manual']);
	});

	it.each<[unknown, number]>([
		[false, 2],
		[true, 1],
		[null, 1],
		// What is neither costs no delivery: the default applies.
		['maybe', 1],
		[{ on: false }, 1],
	])('with Deduplicate as %j two copies make %i runs', async (deduplicate, expected) => {
		const { url, runs } = await listen({ options: { deduplicate } as IDataObject });
		const body = event();
		expect((await deliver(url, { body })).status).toBe(200);
		expect((await deliver(url, { body })).status).toBe(200);
		expect(runs()).toHaveLength(expected);
	});
});

describe('a credential that cannot be used', () => {
	it('case 56: no secret, an empty one, a blank one', async () => {
		for (const webhookSigningSecret of ['', '   ', ' , ,']) {
			setCredential({ webhookSigningSecret: '', additionalSigningSecrets: webhookSigningSecret });
			expect(await outcome({})).toBe('503, 0');
			expect(await outcome({ secrets: [''] })).toBe('503, 0');
			setCredential({ webhookSigningSecret: webhookSigningSecret.replaceAll(',', '') });
			expect(await outcome({ secrets: [webhookSigningSecret] })).toBe('503, 0');
		}
	});

	it('case 57: deleted or unreadable', async () => {
		const { url, runs } = await listen();
		engine.credentials.delete(CREDENTIAL_ID);
		expect((await deliver(url)).status).toBe(503);
		expect(runs()).toHaveLength(0);
		expect(log.warnings.join()).toContain('could not read the credential');
	});
});

describe('the credential is read', () => {
	/** Lets reads of credentials wait. @returns how many there were, and what ends them */
	function holdReads() {
		const { getDecrypted } = SandboxCredentialsHelper.prototype;
		const held: Array<() => void> = [];
		const spy = jest
			.spyOn(SandboxCredentialsHelper.prototype, 'getDecrypted')
			.mockImplementation(async function (this: SandboxCredentialsHelper, ...request) {
				const data = await getDecrypted.apply(this, request);
				await new Promise<void>((resolve) => held.push(resolve));
				return data;
			});
		return {
			reads: () => spy.mock.calls.length,
			release: () => held.splice(0).forEach((end) => end()),
		};
	}

	it('once for deliveries to a node that arrive together, and again for the next ones', async () => {
		const [one, other] = [await listen(), await listen()];
		const { reads, release } = holdReads();
		const asked = jest.spyOn(WebhookContext.prototype, 'getNodeParameter');
		const arrived = () => asked.mock.calls.filter(([name]) => name === 'acknowledge').length;
		const sent = [one, one, one, other].map(async ({ url }) => await deliver(url));
		await until(() => arrived() === sent.length);
		release();
		expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect([one.runs().length, other.runs().length, reads()]).toEqual([3, 1, 2]);

		setCredential({ webhookSigningSecret: 'whsec_new' });
		const refused = deliver(one.url);
		await until(() => reads() === 3);
		release();
		expect(await refused).toMatchObject({ status: 401 });
	});

	it('with a time limit, so that a read that hangs does not hold back the deliveries after it', async () => {
		const { url, runs } = await listen();
		const { reads } = holdReads();
		const limit = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
		const hanging = deliver(url);
		await until(() => reads() === 1);
		limit.abort();
		expect(await hanging).toMatchObject({ status: 503 });
		jest.restoreAllMocks();
		expect(await deliver(url)).toMatchObject({ status: 200 });
		expect(runs()).toHaveLength(1);
	});
});
