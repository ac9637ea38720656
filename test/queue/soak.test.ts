import { setTimeout as wait } from 'node:timers/promises';

import { readExamples } from '../../sandbox/demo/examples';
import { webhookUrl } from '../../sandbox/server/activation';
import { CURRENT } from '../../sandbox/server/lines';
import type { Cluster } from '../../sandbox/server/queue/cluster';
import { startCluster } from '../../sandbox/server/queue/cluster';
import type { Usage } from '../../sandbox/server/queue/probe';
import { PROBE_OPTIONS, readUsage } from '../../sandbox/server/queue/probe';
import { until } from '../../sandbox/server/until';
import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { SOAK_MINUTES } from './amounts';
import { acknowledged, listen, sendUntilAcknowledged } from '../../sandbox/server/queue/deliveries';
import { recordedRuns, runsInProgress } from '../../sandbox/server/queue/recordedRuns';

jest.setTimeout(SOAK_MINUTES * 120_000 + 30 * 60_000);

const ID = 'queue-soak';
const SAMPLES = 10;

/** The first samples are of a process that still fills its caches. */
const WARM_UP = 3;

/** Per second; the machine is to be busy, not at its limit. */
const EVENTS_PER_SECOND = 8;
const FORGED_PER_SECOND = 4;

/** What the ledger keeps per event, at most 100,000 of them, with room for what n8n keeps. */
const BYTES_PER_EVENT = 400;

/** What the heap of an n8n that does nothing goes up and down by. */
const SLACK_BYTES = 12 * 1024 * 1024;

/** Connections to databases come and go. */
const SLACK_RESOURCES = 10;

let cluster: Cluster;

const say = (text: string) => process.stderr.write(`${text}\n`);
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

beforeAll(async () => {
	cluster = await startCluster(CURRENT, {
		examples: readExamples(),
		progress: say,
		more: [eventWorkflow(ID)],
		nodeOptions: PROBE_OPTIONS,
	});
	say(cluster.describe());
});
afterAll(async () => await cluster?.stop());

/** Events, some of them twice, and forged requests, for a while. */
async function load(ms: number): Promise<number> {
	const { webhooks } = cluster.service;
	const url = webhookUrl(cluster.balancer, ID);
	const end = Date.now() + ms;
	let events = 0;
	while (Date.now() < end) {
		const second = wait(1_000);
		for (let event = 0; event < EVENTS_PER_SECOND; event++) webhooks.emit('vendor.created');
		events += EVENTS_PER_SECOND;
		const last = webhooks.deliveries.at(-1);
		if (last) webhooks.redeliver(last);
		await Promise.all([second, ...Array.from({ length: FORGED_PER_SECOND }, () => forge(url))]);
	}
	return events;
}

async function forge(url: string): Promise<void> {
	const headers = { 'x-service-timestamp': '1', 'x-service-signature': `v1=${'0'.repeat(64)}` };
	await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
}

/** Waits until nothing is in progress, so that two samples are of the same situation. */
async function settle(): Promise<void> {
	await cluster.service.webhooks.idle();
	await until(
		async () => {
			const seen = await runsInProgress(cluster.database, [ID]);
			return { is: seen === 0, seen };
		},
		'the executions to end',
		10 * 60_000,
	);
	// Idle connections are closed after five seconds.
	await wait(8_000);
}

const median = (numbers: number[]) =>
	[...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const resourcesOf = ({ resources }: Usage) =>
	Object.values(resources).reduce((sum, count) => sum + count, 0);

const kindsOf = ({ resources }: Usage) =>
	Object.entries(resources)
		.map(([kind, count]) => `${kind} ${count}`)
		.join(', ');

describe(`a soak of ${SOAK_MINUTES} minutes`, () => {
	/** Per sample, the usage of each processor. */
	const samples: Usage[][] = [];
	let events = 0;
	let eventsAfterWarmUp = 0;

	beforeAll(async () => {
		const { webhooks } = cluster.service;
		webhooks.timeScale = 0.05;
		const endpoint = await listen(cluster, ID);
		for (let sample = 0; sample < SAMPLES; sample++) {
			const sent = await load((SOAK_MINUTES * 60_000) / SAMPLES);
			events += sent;
			if (sample >= WARM_UP) eventsAfterWarmUp += sent;
			await settle();
			samples.push(await Promise.all(cluster.processors.map(readUsage)));
			const texts = samples[sample]?.map(
				(usage) =>
					`${megabytes(usage.heapUsed)} heap, ${megabytes(usage.rss)} in all, ${resourcesOf(usage)} handles and timers (${kindsOf(usage)})`,
			);
			say(`${events} events: ${texts?.join('; ')}`);
		}
		await sendUntilAcknowledged(cluster, endpoint);
		const done = acknowledged(cluster, endpoint);
		const recorded = new Set(
			(await recordedRuns(cluster.database, ID)).map(({ eventId }) => eventId),
		);
		say(`${done.size} events acknowledged, ${recorded.size} with an execution`);
	});

	const early = (index: number) => samples.slice(0, WARM_UP).flatMap((each) => each[index] ?? []);
	const late = (index: number) => samples.slice(-WARM_UP).flatMap((each) => each[index] ?? []);

	it.each([0, 1])(
		'leaves the heap of webhook processor %# within what the ledger keeps',
		(index) => {
			const heap = (usages: Usage[]) => median(usages.map(({ heapUsed }) => heapUsed));
			const growth = heap(late(index)) - heap(early(index));
			const bound = eventsAfterWarmUp * BYTES_PER_EVENT + SLACK_BYTES;
			say(
				`Webhook processor ${index + 1} grew by ${megabytes(growth)} (bound ${megabytes(bound)})`,
			);
			expect(growth).toBeLessThan(bound);
		},
	);

	it.each([0, 1])('leaves no handles and timers in webhook processor %#', (index) => {
		const count = (usages: Usage[]) => median(usages.map(resourcesOf));
		expect(count(late(index)) - count(early(index))).toBeLessThan(SLACK_RESOURCES);
	});
});
