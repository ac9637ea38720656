import type { Instance } from './instance';
import { OLDEST } from './lines';
import { request } from './request';
import { until } from './until';

/** What takes events: n8n, or in queue mode one of its webhook processors. */
export interface Receiver {
	url: string;
}

/** @returns the production URL of the trigger in a workflow whose webhook id is its own id */
export function webhookUrl({ url }: Receiver, workflowId: string): string {
	return `${url}/webhook/${workflowId}/webhook`;
}

/**
 * Publishes a workflow with a webhook (n8n 1.x: activates it) or unpublishes it, and waits until that
 * is in effect.
 *
 * @param receivers in queue mode, those that have to know
 */
export async function setActive(
	instance: Pick<Instance, 'rest' | 'server'>,
	workflowId: string,
	active: boolean,
	receivers: readonly Receiver[] = [instance.server],
): Promise<void> {
	await publish(instance, workflowId, active);
	// n8n responds before its webhooks are registered or removed.
	for (const receiver of receivers) await untilHeard(receiver, workflowId, active);
}

/** The same, without waiting until it is in effect. */
export async function publish(
	{ rest, server }: Pick<Instance, 'rest' | 'server'>,
	workflowId: string,
	active = true,
): Promise<void> {
	const path = `/rest/workflows/${workflowId}`;
	const { versionId } = await rest.call<{ versionId: string }>('GET', path);
	if (server.line === OLDEST) {
		await rest.call('PATCH', path, { active, versionId });
	} else {
		await rest.call('POST', `${path}/${active ? 'activate' : 'deactivate'}`, { versionId });
	}
}

/**
 * Waits until the trigger of a workflow accepts requests, or no longer does.
 *
 * @throws Error with the last answer when it takes too long
 */
export async function untilHeard(
	receiver: Receiver,
	workflowId: string,
	isHeard = true,
): Promise<void> {
	// An unsigned request shows it: the trigger refuses it; without the trigger, n8n returns 404.
	const expected = isHeard ? 401 : 404;
	await until(async () => {
		const { status } = await request(webhookUrl(receiver, workflowId), {
			method: 'POST',
			body: '',
		});
		return { is: status === expected, seen: status };
	}, `${expected} from the webhook of ${workflowId}`);
}
