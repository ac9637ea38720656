import { untilHeard } from '../../sandbox/server/activation';
import type { N8nServer } from '../../sandbox/server/n8nServer';
import type { Cluster } from '../../sandbox/server/queue/cluster';
import { until } from '../../sandbox/server/until';

const PART_WITHIN_MS = 10 * 60_000;

/** What goes wrong. */
interface Fault {
	name: string;
	strike: (cluster: Cluster) => Promise<void>;
}

/** Kills a process, and starts it again as whatever runs it would: systemd, Docker, or Kubernetes. */
async function killAndStart(server: N8nServer | undefined): Promise<void> {
	if (!server) throw new Error('There is no such process');
	await server.kill();
	await server.start();
}

const FAULTS: Fault[] = [
	{
		name: 'SIGKILL of a worker',
		strike: async ({ workers }) => await killAndStart(workers[0]),
	},
	{
		name: 'SIGKILL of a webhook processor',
		strike: async ({ processors }) => await killAndStart(processors[0]),
	},
	{
		name: 'SIGKILL of the main process',
		strike: async ({ server }) => await killAndStart(server),
	},
	{
		name: 'SIGKILL and restart of Redis',
		strike: async ({ redis }) => await redis.restart(),
	},
];

/** Share of a part's events that are acknowledged when its fault strikes. */
const STRIKE_AT = 0.3;

/**
 * Emits events at the highest rate in as many parts as there are faults, and strikes in each of them.
 *
 * @param emit emits one event
 * @param acknowledged how many events are acknowledged so far
 * @returns how far the deliveries were at each fault, in words
 */
export async function strikeInTurn(
	cluster: Cluster,
	events: number,
	emit: () => void,
	acknowledged: () => number,
): Promise<string[]> {
	const struck: string[] = [];
	let emitted = 0;
	for (const [index, { name, strike }] of FAULTS.entries()) {
		const before = acknowledged();
		for (; emitted < (events * (index + 1)) / FAULTS.length; emitted++) emit();
		const part = emitted - before;
		await until(
			async () => ({ is: acknowledged() >= before + part * STRIKE_AT, seen: acknowledged() }),
			`a part of the events to be acknowledged before the ${name}`,
			PART_WITHIN_MS,
		);
		const share = Math.round((100 * (acknowledged() - before)) / part);
		struck.push(`${name} when ${share} % of ${part} events were acknowledged`);
		await strike(cluster);
	}
	return struck;
}

/** The owner's session ends with the main process; waits until every processor takes events. */
export async function recover(cluster: Cluster, workflowId: string): Promise<void> {
	await cluster.rest.enter();
	for (const processor of cluster.processors) await untilHeard(processor, workflowId);
}
