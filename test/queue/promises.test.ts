import { readFileSync } from 'node:fs';

import { Webhook } from 'svix';
import { z } from 'zod';

import { publish, setActive, webhookUrl } from '../../sandbox/server/activation';
import { CURRENT } from '../../sandbox/server/lines';
import { type Cluster, startCluster } from '../../sandbox/server/queue/cluster';
import { recordedRuns, runsEnded } from '../../sandbox/server/queue/recordedRuns';
import { request } from '../../sandbox/server/request';
import { until } from '../../sandbox/server/until';
import { signedWorkflow } from '../e2e/signedWorkflow';
import { type SyncWorkflow, syncWorkflow } from '../e2e/syncWorkflow';
import { Listeners } from '../helpers/listen';
import { readText } from '../helpers/readText';

jest.setTimeout(10 * 60_000);

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SIGNED = 'queue-signed';
const SYNC = 'queue-marks';

/** IDs of the list that the sync reads, and those that its target has got, by what the target answers. */
const list = [1, 2, 3];
const written: number[] = [];
let target = 200;

const listeners = new Listeners();
let cluster: Cluster;

beforeAll(async () => {
	const url = await listeners.http((incoming, response) => {
		void readText(incoming).then((text) => {
			const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://sync');
			const isList = pathname === '/list';
			const items = searchParams.get('page') === '1' ? list.map((id) => ({ id })) : [];
			if (!isList) written.push((JSON.parse(text) as { record: { id: number } }).record.id);
			response
				.writeHead(isList ? 200 : target, { 'content-type': 'application/json' })
				.end(JSON.stringify(isList ? { items } : {}));
		});
	});
	cluster = await startCluster(CURRENT, {
		examples: [],
		workers: 1,
		progress: (text) => process.stderr.write(`${text}\n`),
		more: [signedWorkflow(SIGNED, 'svix', SIGNED), stopping(syncWorkflow(SYNC, url, false))],
		credentials: [
			{ id: SIGNED, name: SIGNED, type: 'signedWebhookApi', data: { signingSecret: SECRET } },
		],
	});
});
afterAll(async () => {
	await cluster?.stop();
	listeners.close();
});

/** @returns a workflow that ends with its target, and stops when that fails */
function stopping({ nodes, connections, ...rest }: SyncWorkflow): SyncWorkflow {
	return {
		...rest,
		nodes: nodes
			.filter(({ name }) => name !== 'After')
			.map((node) => (node.name === 'Hand On' ? { ...node, onError: 'stopWorkflow' } : node)),
		connections: Object.fromEntries(
			Object.entries(connections).filter(([name]) => name !== 'Hand On'),
		),
	};
}

describe('Signed Webhook Trigger with webhook processors and a worker', () => {
	const eventId = (number: number) => `evt_${String(number).padStart(24, '0')}`;

	async function send(number: number, secret = SECRET): Promise<number> {
		const body = JSON.stringify({ id: eventId(number), type: 'vendor.created' });
		const { status } = await request(webhookUrl(cluster.balancer, SIGNED), {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'svix-id': eventId(number),
				'svix-timestamp': String(Math.floor(Date.now() / 1000)),
				'svix-signature': new Webhook(secret).sign(eventId(number), new Date(), body),
			},
			body,
		});
		return status;
	}

	it('runs each genuine event once, later copies included, and none that is forged', async () => {
		await setActive(cluster, SIGNED, true, cluster.processors);
		const numbers = Array.from({ length: 20 }, (_, index) => index);
		for (const number of numbers) expect(await send(number)).toBe(200);
		for (const number of numbers) expect(await send(number)).toBe(200);
		for (const number of numbers)
			expect(await send(100 + number, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).toBe(401);
		await runsEnded(cluster, [SIGNED]);
		const runs = await recordedRuns(cluster.database, SIGNED);
		expect(runs.map(({ status }) => status)).toEqual(numbers.map(() => 'success'));
		expect(runs.map((run) => run.eventId).sort()).toEqual(numbers.map(eventId));
	});

	it('has the reasons of rejections in the log of the processors, not in the form', async () => {
		const entries = z.array(z.object({ name: z.string() })).parse(
			await cluster.rest.call('POST', '/rest/dynamic-node-parameters/options', {
				nodeTypeAndVersion: { name: 'n8n-nodes-grc-tprm.signedWebhookTrigger', version: 1 },
				path: 'parameters.rejectedDeliveries',
				methodName: 'getDeliveries',
				currentNodeParameters: { sender: 'svix', triggerId: `${SIGNED}/${SIGNED}-trigger` },
				credentials: { signedWebhookApi: { id: SIGNED, name: SIGNED } },
				projectId: (await cluster.rest.call<{ id: string }>('GET', '/rest/projects/personal')).id,
			}),
		);
		expect(entries.map(({ name }) => name)).toEqual(['No Deliveries With This Credential Yet']);
		const logs = cluster.processors.map(({ logFile }) => readFileSync(logFile, 'utf8')).join('\n');
		expect(logs).toContain('no configured secret matches its signature');
	});
});

describe('Mark as Processed: When the Run Succeeds, with a worker', () => {
	async function run(expected: 'success' | 'error'): Promise<number[]> {
		written.length = 0;
		const before = (await recordedRuns(cluster.database, SYNC)).length;
		await until(async () => {
			const { ok, status } = await request(`${cluster.balancer.url}/webhook/${SYNC}`, {
				method: 'POST',
			});
			return { is: ok, seen: status };
		}, 'the webhook to be registered');
		await runsEnded(cluster, [SYNC]);
		const runs = await recordedRuns(cluster.database, SYNC);
		expect(runs).toHaveLength(before + 1);
		expect(runs.map(({ status }) => status)).toContain(expected);
		return [...written];
	}

	/** n8n 2.41 gives a worker nothing that the workflow has stored. If this fails, change docs/queue-mode.md. */
	it('ends with an error before anything is read, where a worker does not get what the run before has stored', async () => {
		await publish(cluster, SYNC);
		target = 500;
		const failed = await run('error');
		expect(failed.length).toBeGreaterThan(0);
		target = 200;
		expect(await run('success')).toEqual([1, 2, 3]);
		expect(await run('error')).toEqual([]);
	});
});
