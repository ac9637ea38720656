import { loadavg } from 'node:os';

import Table from 'cli-table3';

import { readExamples } from '../../sandbox/demo/examples';
import { webhookUrl } from '../../sandbox/server/activation';
import { CURRENT } from '../../sandbox/server/lines';
import type { N8nServer } from '../../sandbox/server/n8nServer';
import type { Cluster } from '../../sandbox/server/queue/cluster';
import { startCluster } from '../../sandbox/server/queue/cluster';
import { until } from '../../sandbox/server/until';
import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { listen } from '../../sandbox/server/queue/deliveries';
import { runsInProgress } from '../../sandbox/server/queue/recordedRuns';
import {
	plainWebhookWorkflow,
	readWorkflow,
	syncWorkflow,
} from '../../sandbox/server/queue/workflows';
import { IS_TRY } from '../support/compare';
import { writeResults } from '../support/results';
import type { Rate } from './load';
import { CONNECTIONS, measureRate, signedEvent } from './load';

/** As in n8n's own benchmark: 10 s before it counts, then a while per number of connections. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? (IS_TRY ? '1' : '10'));

const TRIGGER = 'bench-events';
const WEBHOOK = 'bench-webhook';
const READ = ['bench-read-1', 'bench-read-2'];
const CREATE = ['bench-create-1', 'bench-create-2'];
const SIGNING_SECRET = 'whsec_bench';

/** A busy machine does less in a reasonable time. */
const READ_RECORDS = Number(process.env['BENCH_READ'] ?? (IS_TRY ? '1000' : '20000'));
const CREATE_RECORDS = Number(process.env['BENCH_CREATE'] ?? (IS_TRY ? '50' : '1000'));

const READING = 'read by Paged HTTP, pages of 100';
const CREATING = 'read by Paged HTTP and created by TPRM Vendor';

const DRAINED_WITHIN_MS = 30 * 60_000;

/** `npm run bench -- queue`: what n8n in queue mode does per webhook processor and per worker. */
async function main(): Promise<void> {
	// Before the start of n8n, which is work too.
	const before = loadavg()[0] ?? 0;
	const cluster = await startCluster(CURRENT, {
		examples: readExamples(),
		progress: (text) => console.log(text),
		credential: { webhookSigningSecret: SIGNING_SECRET },
		more: [
			eventWorkflow(TRIGGER),
			plainWebhookWorkflow(WEBHOOK),
			...READ.map((id) => readWorkflow(id, READ_RECORDS)),
			...CREATE.map((id) => syncWorkflow(id, CREATE_RECORDS, 100)),
		],
	});
	try {
		console.log(cluster.describe());
		await measure(cluster, before);
	} finally {
		await cluster.stop();
	}
}

async function measure(cluster: Cluster, loadBefore: number): Promise<void> {
	const { processors, workers, service } = cluster;
	const endpoint = await listen(cluster, TRIGGER);
	endpoint.active = false;
	for (const id of [WEBHOOK, ...READ, ...CREATE]) await publish(cluster, id);
	service.authority.tokenLifetime = 3_600;

	const records = [
		{ what: READING, workers: 1, ...(await sync(cluster, READ.slice(0, 1))) },
		{ what: READING, workers: 2, ...(await sync(cluster, READ)) },
		{ what: CREATING, workers: 1, ...(await sync(cluster, CREATE.slice(0, 1))) },
		{ what: CREATING, workers: 2, ...(await sync(cluster, CREATE)) },
	];

	const trigger = processors.map((processor) => webhookUrl(processor, TRIGGER));
	const webhook = processors.map(({ url }) => `${url}/webhook/${WEBHOOK}`);
	const executions: Array<{ workers: number; perSecond: number }> = [];
	for (const some of [workers.slice(0, 1), workers]) {
		for (const worker of workers) await worker.stop();
		await measureRate(trigger, newEvent, Math.max(...CONNECTIONS), SECONDS);
		executions.push({ workers: some.length, perSecond: await drain(cluster, some) });
	}

	// Workers would take turns with the processors on the cores of one machine.
	for (const worker of workers) await worker.stop();
	const deliveries = [
		...(await rates('TPRM Trigger', trigger.slice(0, 1))),
		...(await rates('TPRM Trigger', trigger)),
		...(await rates("n8n's Webhook", webhook.slice(0, 1))),
	];

	const figures = {
		n8n: CURRENT.version,
		expressionEngine: 'vm',
		secondsEach: SECONDS,
		loadBefore,
		deliveries,
		executions,
		records,
	};
	writeResults('queue', figures);
	print(figures);
}

const newEvent = () => signedEvent(SIGNING_SECRET);

interface DeliveryRate extends Rate {
	target: string;
	processors: number;
}

async function rates(target: string, urls: string[]): Promise<DeliveryRate[]> {
	await measureRate(urls, newEvent, Math.max(...CONNECTIONS), SECONDS);
	const found: DeliveryRate[] = [];
	for (const connections of CONNECTIONS.filter((count) => count >= urls.length)) {
		const rate = await measureRate(urls, newEvent, connections, SECONDS);
		found.push({ target, processors: urls.length, ...rate });
	}
	return found;
}

async function publish({ rest }: Cluster, id: string): Promise<void> {
	const path = `/rest/workflows/${id}`;
	const { versionId } = await rest.call<{ versionId: string }>('GET', path);
	await rest.call('POST', `${path}/activate`, { versionId });
}

/** @returns executions per second while these workers empty the queue */
async function drain({ database }: Cluster, workers: N8nServer[]): Promise<number> {
	const [row] = await database.query(
		"select count(*), now() from execution_entity where status = 'new'",
	);
	const [waiting = '0', now = ''] = row ?? [];
	await Promise.all(workers.map(async (worker) => await worker.start()));
	await until(
		async () => {
			const seen = await runsInProgress(database, [TRIGGER, WEBHOOK]);
			return { is: seen === 0, seen };
		},
		'the queue to be empty',
		DRAINED_WITHIN_MS,
	);
	const [span] = await database.query(
		`select extract(epoch from max("stoppedAt") - min("startedAt")) from execution_entity where "startedAt" > '${now}'`,
	);
	return Number(waiting) / Number(span?.[0]);
}

/** Starts syncs at once. @returns their records per second */
async function sync(
	{ balancer, database }: Cluster,
	ids: string[],
): Promise<{ records: number; perSecond: number }> {
	for (const id of ids) {
		await until(async () => {
			const { status } = await fetch(`${balancer.url}/webhook/${id}`, { method: 'POST' });
			return { is: status === 200, seen: status };
		}, `${id} to start`);
	}
	await until(
		async () => {
			const seen = await runsInProgress(database, ids);
			return { is: seen === 0, seen };
		},
		'the syncs to end',
		DRAINED_WITHIN_MS,
	);
	// The last execution of each: some run twice.
	const rows = await database.query(
		`select distinct on ("workflowId") extract(epoch from "stoppedAt" - "startedAt"), status from execution_entity where "workflowId" in (${ids.map((id) => `'${id}'`).join(', ')}) order by "workflowId", id desc`,
	);
	if (rows.some(([, status]) => status !== 'success')) throw new Error(`A sync failed: ${rows}`);
	const records = ids.length * (ids[0]?.startsWith('bench-read') ? READ_RECORDS : CREATE_RECORDS);
	return { records, perSecond: records / Math.max(...rows.map(([seconds]) => Number(seconds))) };
}

function print({
	deliveries,
	executions,
	records,
}: {
	deliveries: DeliveryRate[];
	executions: Array<{ workers: number; perSecond: number }>;
	records: Array<{ what: string; workers: number; perSecond: number }>;
}): void {
	const table = (head: string[], rows: Array<Array<string | number>>) => {
		const shown = new Table({ head, style: { head: [], border: [] } });
		shown.push(...rows);
		console.log(shown.toString());
	};
	table(
		['Target', 'Processors', 'Connections', 'Per second', 'p50 ms', 'p99 ms', 'Failed'],
		deliveries.map((rate) => [
			rate.target,
			rate.processors,
			rate.connections,
			rate.perSecond.toFixed(0),
			rate.p50.toFixed(0),
			rate.p99.toFixed(0),
			rate.failed,
		]),
	);
	table(
		['What', 'Workers', 'Per second'],
		[...executions.map((each) => ({ what: 'Executions', ...each })), ...records].map(
			({ what, workers, perSecond }) => [what, workers, perSecond.toFixed(0)],
		),
	);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
