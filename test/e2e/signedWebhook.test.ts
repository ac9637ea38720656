import Stripe from 'stripe';
import { Webhook } from 'svix';
import { z } from 'zod';

import { setActive, untilHeard, webhookUrl } from '../../sandbox/server/activation';
import { request } from '../../sandbox/server/request';
import { WITHOUT_EDITOR, type TemporaryInstance } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { recordedRuns, RUNNING } from './executions';
import { line } from './line';
import { shareInstance } from './shared';
import { signedWorkflow } from './signedWorkflow';

/** Names of events with a form of their own are found in what n8n has stored of a run. */
const eventId = (number: number) => `evt_${String(number).padStart(4, '0')}`;

const SECRETS = { svix: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', stripe: 'whsec_test_of_stripe' };
type Sender = keyof typeof SENDERS;

/** Sends as the sender's own library signs. */
const SENDERS = {
	svix: (id: string, body: string) => ({
		'svix-id': `msg_${id}`,
		'svix-timestamp': String(Math.floor(Date.now() / 1000)),
		'svix-signature': new Webhook(SECRETS.svix).sign(`msg_${id}`, new Date(), body),
	}),
	stripe: (_: string, body: string) => ({
		'stripe-signature': Stripe.webhooks.generateTestHeaderString({
			payload: body,
			secret: SECRETS.stripe,
		}),
	}),
};

const NAMES: Sender[] = ['stripe', 'svix'];
const workflowId = (sender: string) => `signed-${sender}`;

const workflow = (sender: string, credential: string, options = {}) =>
	signedWorkflow(workflowId(credential), sender, credential, options);

const credential = (id: string, signingSecret: string) => ({
	...{ id, name: id, type: 'signedWebhookApi' },
	data: { signingSecret, formerSecret: '' },
});

const shared = shareInstance(
	[
		...NAMES.map((sender) => workflow(sender, sender)),
		workflow('svix', 'wrong', { startOnRejected: true }),
	],
	{
		environment: WITHOUT_EDITOR,
		credentials: [
			...NAMES.map((sender) => credential(sender, SECRETS[sender])),
			credential('wrong', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
		],
	},
);

const ENTRIES = z.array(
	z.object({ name: z.string(), value: z.string(), description: z.string().optional() }),
);

describe(`signed webhooks on n8n ${line.version}`, () => {
	let instance: TemporaryInstance;
	beforeAll(async () => {
		instance = await shared();
	});

	async function post(id: string, body: string, headers: Record<string, string>): Promise<number> {
		const { status } = await request(webhookUrl(instance.server, workflowId(id)), {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body,
		});
		return status;
	}

	const send = async (sender: Sender, number: number, type = 'vendor.created') => {
		const body = JSON.stringify({ id: eventId(number), type });
		return await post(sender, body, SENDERS[sender](eventId(number), body));
	};

	const runsOf = async (sender: Sender, count: number) =>
		await until(async () => {
			const seen = await recordedRuns(instance.rest, workflowId(sender));
			const isBusy = seen.some(({ status }) => RUNNING.includes(status));
			return { is: seen.length >= count && !isBusy, seen };
		}, `${count} runs of ${sender}`);

	describe.each(NAMES)('%s', (sender) => {
		it('each event that its library signs runs once; what is not selected or forged, never', async () => {
			await setActive(instance, workflowId(sender), true);
			const numbers = Array.from({ length: 10 }, (_, index) => index);
			const statuses = await Promise.all(
				[...numbers, ...numbers].map(async (number) => await send(sender, number)),
			);
			// A copy of one in progress is asked for again.
			for (const status of statuses) expect([200, 503]).toContain(status);
			for (const number of numbers) expect(await send(sender, number)).toBe(200);
			expect(await send(sender, 99, 'risk.created')).toBe(200);
			expect(await post(sender, '{"type":"vendor.created"}', SENDERS[sender]('x', '{}'))).toBe(401);
			const runs = await runsOf(sender, 10);
			expect(runs.map(({ eventId: id }) => id).sort()).toEqual(numbers.map(eventId));
		});

		it('a copy after a restart does not run again, and an event after a kill does', async () => {
			// Stores what those that arrived together have not.
			expect(await send(sender, 50)).toBe(200);
			await runsOf(sender, 11);
			await instance.server.stop();
			await instance.server.start();
			await instance.rest.enter();
			await untilHeard(instance.server, workflowId(sender));
			for (let number = 0; number < 10; number++) expect(await send(sender, number)).toBe(200);
			expect(await send(sender, 51)).toBe(200);
			expect(await runsOf(sender, 12)).toHaveLength(12);

			await instance.server.kill();
			await instance.server.start();
			await instance.rest.enter();
			await untilHeard(instance.server, workflowId(sender));
			for (let number = 0; number < 10; number++) expect(await send(sender, number)).toBe(200);
			expect(await send(sender, 52)).toBe(200);
			expect(await runsOf(sender, 13)).toHaveLength(13);
		});
	});

	it('a newcomer with a wrong secret learns why from the form, and from a run', async () => {
		await setActive(instance, workflowId('wrong'), true);
		const entries = async () =>
			ENTRIES.parse(
				await instance.rest.call('POST', '/rest/dynamic-node-parameters/options', {
					nodeTypeAndVersion: { name: 'n8n-nodes-grc-tprm.signedWebhookTrigger', version: 1 },
					path: 'parameters.rejectedDeliveries',
					methodName: 'getDeliveries',
					currentNodeParameters: {
						sender: 'svix',
						triggerId: `${workflowId('wrong')}/${workflowId('wrong')}-trigger`,
					},
					credentials: { signedWebhookApi: { id: 'wrong', name: 'wrong' } },
					projectId: await projectId(),
				}),
			);
		const body = '{"id":"evt_wrong","type":"vendor.created"}';
		for (let count = 0; count < 3; count++)
			expect(await post('wrong', body, SENDERS.svix('wrong', body))).toBe(401);
		const [summary, ...reasons] = await entries();
		expect(summary).toMatchObject({
			value: '',
			name: expect.stringMatching(/^\d+ Rejected, Last Under a Minute Ago$/),
		});
		expect(reasons).toContainEqual({
			value: 'wrongSignature',
			name: expect.stringContaining('Wrong Secret or Forged'),
			description: expect.stringContaining('Check Signing Secret'),
		});

		const runs = await until(async () => {
			const seen = await recordedRuns(instance.rest, workflowId('wrong'));
			return { is: seen.length > 0 && seen.every(({ status }) => status === 'success'), seen };
		}, 'a run of a rejected delivery');
		expect(runs).toHaveLength(1);
	});

	async function projectId(): Promise<string | undefined> {
		const { id } = await instance.rest.call<{ id: string }>('GET', '/rest/projects/personal');
		return id;
	}
});
