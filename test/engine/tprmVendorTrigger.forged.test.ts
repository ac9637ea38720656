import { randomBytes } from 'node:crypto';

import { Engine } from '../../sandbox/engine/engine';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import type { WebhookServer } from '../../sandbox/engine/webhook';
import { guardAmount } from '../helpers/amounts';
import type { Outgoing, Reply } from '../helpers/deliveries';
import { deliver, event, SECRET, startReceiver, watchLog } from '../helpers/deliveries';

const FORGED = guardAmount(200, 1_000);
const AT_ONCE = 20;
const MARK = 'never-to-be-logged';

let engine: Engine;
let server: WebhookServer;

beforeAll(async () => {
	engine = await Engine.load();
	server = await startReceiver(engine);
});
afterAll(async () => await server.stop());
afterEach(() => jest.restoreAllMocks());

/** What a client without the secret may try. */
const FORGERIES: Array<() => Outgoing> = [
	() => ({ secrets: [randomBytes(8).toString('hex')] }),
	() => ({ headers: { 'x-service-signature': `v1=${randomBytes(32).toString('hex')}` } }),
	() => ({ headers: { 'x-service-signature': undefined } }),
	() => ({ headers: { 'x-service-signature': `v1=${MARK}` } }),
	() => ({ headers: { 'x-service-timestamp': undefined } }),
	() => ({ headers: { 'x-service-timestamp': MARK } }),
	() => ({ timestamp: 1, secrets: ['x'] }),
	() => ({ sent: Buffer.from(JSON.stringify(event({ data: { MARK } }))) }),
	() => ({
		body: Buffer.alloc(100_000, 'x'),
		secrets: ['x'],
		headers: { 'content-type': 'text/plain' },
	}),
];

async function deliverMany(url: string, make: (index: number) => Outgoing): Promise<Reply[]> {
	const replies: Reply[] = [];
	for (let start = 0; start < FORGED; start += AT_ONCE) {
		const batch = Array.from({ length: AT_ONCE }, (_, place) => deliver(url, make(start + place)));
		replies.push(...(await Promise.all(batch)));
	}
	return replies;
}

it('forged deliveries: each refused with 401, no execution, nothing stored, few words in the log', async () => {
	const url = await server.activate(triggerWorkflow({}, { name: 'Forged' }), { by: 'init' });
	const { warnings } = watchLog(server);
	const replies = await deliverMany(url, (index) => {
		const forge = FORGERIES[index % FORGERIES.length] ?? (() => ({}));
		return { body: event({ data: { note: MARK } }), ...forge() };
	});

	expect(replies.filter(({ status }) => status === 401)).toHaveLength(FORGED);
	expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
	expect(server.executions.list).toHaveLength(0);
	expect(server.database.size).toBe(0);
	// One for each reason: wrong, missing or malformed signature, missing or malformed timestamp.
	expect(warnings).toHaveLength(5);
	expect(warnings.join()).not.toContain(MARK);
	expect(warnings.join()).not.toContain(SECRET);

	const later = Date.now() + 61_000;
	jest.spyOn(Date, 'now').mockReturnValue(later);
	await deliver(url, { secrets: ['x'], timestamp: Math.floor(later / 1000) });
	expect(warnings).toHaveLength(6);
	expect(warnings[5]).toMatch(/\(\d{3} more of this kind since the last message\.\)$/);
});
