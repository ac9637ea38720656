import { setActive, webhookUrl } from '../activation';
import type { Cluster } from './cluster';
import type { Endpoint } from '../../service/webhooks/endpoint';

/** Rounds of sending again by hand, after the service has given up on a delivery. */
const ROUNDS = 5;

/** Publishes a workflow, and registers its address at the balancer with the service. */
export async function listen(cluster: Cluster, workflowId: string): Promise<Endpoint> {
	await setActive(cluster, workflowId, true, cluster.processors);
	const { signingSecret: secret, service } = cluster;
	const { webhooks } = service;
	return webhooks.register({
		url: webhookUrl(cluster.balancer, workflowId),
		secret,
		events: webhooks.eventNames,
	});
}

/** @returns the ids of the events that an endpoint answered with 2xx */
export function acknowledged({ service }: Cluster, endpoint: Endpoint): Set<string> {
	return new Set(
		service.webhooks.deliveries
			.filter((delivery) => delivery.endpoint === endpoint && delivery.state === 'delivered')
			.map(({ event }) => event.id),
	);
}

/** @returns how often each event was sent to an endpoint, lost and refused attempts included */
export function attemptsByEvent({ service }: Cluster, endpoint: Endpoint): Map<string, number> {
	const attempts = new Map<string, number>();
	for (const delivery of service.webhooks.deliveries) {
		if (delivery.endpoint !== endpoint) continue;
		const { id } = delivery.event;
		attempts.set(id, (attempts.get(id) ?? 0) + delivery.attempts.length);
	}
	return attempts;
}

/** What an operator does after a failure: has every event without a 2xx sent again, until there is none. */
export async function sendUntilAcknowledged(cluster: Cluster, endpoint: Endpoint): Promise<void> {
	const { webhooks } = cluster.service;
	await webhooks.idle();
	for (let round = 0; round < ROUNDS; round++) {
		const done = acknowledged(cluster, endpoint);
		const open = new Map(
			webhooks.deliveries
				.filter((delivery) => delivery.endpoint === endpoint && !done.has(delivery.event.id))
				.map((delivery) => [delivery.event.id, delivery]),
		);
		if (open.size === 0) return;
		// Ten 4xx in a row deactivate it.
		if (!endpoint.active) await webhooks.enable(endpoint);
		for (const delivery of open.values()) webhooks.redeliver(delivery);
		await webhooks.idle();
	}
}
