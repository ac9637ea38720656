import type { DeliveryFault } from '../../sandbox/engine/deliveryFault';
import { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import type { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import type { Delivery } from '../../sandbox/service/webhooks/delivery';
import type { Endpoint } from '../../sandbox/service/webhooks/endpoint';
import { freshTrigger, startReceiver, watchLog } from '../helpers/deliveries';
import { until } from '../helpers/fakeClock';
import { seeded } from '../helpers/seeded';
import { amount } from '../helpers/amounts';

let engine: Engine;
let service: Service;
let server: WebhookServer;
let endpoint: Endpoint;

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	service = await startService();
	server = await startReceiver(engine, { webhookSigningSecret: 'whsec_first' });
	server.loadTypes = freshTrigger;
});
afterEach(async () => {
	await service.close();
	await server.stop();
	jest.restoreAllMocks();
});

async function register(name: string, acknowledge: string): Promise<void> {
	const file = triggerWorkflow({ acknowledge }, { name });
	const url = await server.activate(file, { by: 'init' });
	const events = service.webhooks.eventNames;
	endpoint = service.webhooks.register({ url, events, secret: 'whsec_first' });
	service.webhooks.timeScale = 0.0005;
}

/** How often each event ran to its end. */
async function runsByEvent(): Promise<Map<string, number>> {
	const runs = new Map<string, number>();
	for (const { input, finished } of server.executions.list) {
		const id = String(input[0]?.['id']);
		if (!(await finished).failed) runs.set(id, (runs.get(id) ?? 0) + 1);
	}
	return runs;
}

const CHANCES: Array<[DeliveryFault, number]> = [
	['resetBefore', 0.05],
	['badGateway', 0.05],
	['startFails', 0.05],
	['answerLost', 0.05],
];

/** So many deliveries from one death of the process to the next. */
const LIFE = 40;

function randomFault(random: () => number, counts: Record<string, number>): () => DeliveryFault {
	let deliveries = 0;
	return () => {
		let chance = random();
		if (++deliveries % LIFE === 0) {
			counts['dies'] = (counts['dies'] ?? 0) + 1;
			return 'dies';
		}
		for (const [fault, share] of CHANCES) {
			chance -= share;
			if (chance < 0) {
				counts[fault] = (counts[fault] ?? 0) + 1;
				return fault;
			}
		}
		return 'none';
	};
}

/** So many things in an organization happen together. */
const BURST = 25;

/** Emits events in bursts, the next one when at most one is waiting. */
async function emitAll(count: number, between: (emitted: number) => void = () => {}) {
	const names = service.webhooks.eventNames;
	const ids: string[] = [];
	while (ids.length < count) {
		between(ids.length);
		for (let burst = 0; burst < BURST; burst++) {
			const index = ids.length;
			ids.push(service.webhooks.emit(names[index % names.length] ?? '', { index }).id);
		}
		await until(() => service.webhooks.queued < BURST);
	}
	await service.webhooks.idle();
	return ids;
}

/** What somebody does in the application about deliveries whose five attempts all failed. */
async function sendExhaustedAgain(): Promise<number> {
	const sentAgain = new Set<Delivery>();
	for (;;) {
		const open = service.webhooks.deliveries.filter(
			(delivery) => delivery.state === 'exhausted' && !sentAgain.has(delivery),
		);
		if (open.length === 0) return sentAgain.size;
		for (const delivery of open) {
			sentAgain.add(delivery);
			service.webhooks.redeliver(delivery);
		}
		await service.webhooks.idle();
	}
}

it.each([
	['onReceived', amount(120, 2_000)],
	['lastNode', amount(120, 500)],
])(
	'%s: each of %i events runs once, through lost answers, 5xx, resets and restarts',
	async (acknowledge, count) => {
		watchLog(server);
		await register(`Soak ${acknowledge}`, acknowledge);
		const faults: Record<string, number> = {};
		const random = seeded(20_260_105);
		service.webhooks.shuffle = true;
		service.webhooks.random = random;
		server.fault = randomFault(random, faults);

		// A run may come a second time only if the process that had it died before the service had
		// its answer: nobody could know of it any more.
		const excused = new Map<string, number>();
		const loadTypes = server.loadTypes;
		server.loadTypes = () => {
			const answered = new Set(
				service.webhooks.deliveries.flatMap(({ state, event }) =>
					state === 'delivered' ? [event.id] : [],
				),
			);
			const dead = server.executions.process - 1;
			for (const { process, input } of server.executions.list) {
				const id = String(input[0]?.['id']);
				if (process === dead && !answered.has(id)) excused.set(id, (excused.get(id) ?? 0) + 1);
			}
			return loadTypes();
		};

		const ids = await emitAll(count);
		const exhausted = await sendExhaustedAgain();
		const runs = await runsByEvent();

		const lost = ids.filter((id) => !runs.has(id));
		const twice = ids.filter((id) => (runs.get(id) ?? 0) > 1);
		const unexcused = ids.filter((id) => (runs.get(id) ?? 0) > 1 + (excused.get(id) ?? 0));
		const attempts = service.webhooks.deliveries.flatMap((delivery) => delivery.attempts).length;
		process.stdout.write(
			`${acknowledge}: ${ids.length} events, ${attempts} attempts, ${JSON.stringify(faults)}, ` +
				`${exhausted} sent again by hand, ${server.executions.list.length} runs, ${lost.length} lost, ` +
				`${twice.length} twice (${unexcused.length} without a death in between)\n`,
		);
		expect(lost).toEqual([]);
		expect(unexcused).toEqual([]);
		expect(endpoint).toMatchObject({ active: true, failuresInARow: 0 });
		// The test would prove nothing if nothing went wrong.
		for (const [fault] of CHANCES) expect(faults[fault]).toBeGreaterThan(0);
		expect(faults['dies']).toBeGreaterThan(2);
		expect(attempts).toBeGreaterThan(count * 1.1);
	},
);

it('a rotation under load, of the service and then of the credential, loses none of 250 events', async () => {
	const { warnings } = watchLog(server);
	await register('Rotation', 'onReceived');
	const ids = await emitAll(250, (emitted) => {
		if (emitted === 75) endpoint.secrets.rotate('whsec_second');
		if (emitted === 150) {
			const credential = engine.credentials.get(CREDENTIAL_ID) ?? {};
			engine.setCredential(CREDENTIAL_ID, { ...credential, webhookSigningSecret: 'whsec_second' });
		}
	});
	const runs = await runsByEvent();
	expect(ids.map((id) => runs.get(id))).toEqual(ids.map(() => 1));
	expect(service.webhooks.counts()).toEqual({ delivered: 250 });
	expect(service.webhooks.deliveries.every(({ attempts }) => attempts.length === 1)).toBe(true);
	const signatures = service.webhooks.deliveries.map(({ attempts }) => attempts[0]?.signatures);
	expect([signatures[0], signatures[249]]).toEqual([1, 2]);
	expect(warnings).toEqual([expect.stringContaining('rotated in the service')]);
});
