import { webhookUrl } from '../server/activation';
import { shortId } from '../server/instance';
import type { TemporaryInstance } from '../server/temporary';

/**
 * Has the service send one event to the test URL of a trigger that listens.
 *
 * @returns when the service has its answer
 */
export async function sendTestEvent(
	{ server, signingSecret: secret, service: { webhooks } }: TemporaryInstance,
	example: string,
	event: string,
): Promise<void> {
	const endpoint = webhooks.register({
		url: webhookUrl(server, shortId(example)).replace('/webhook/', '/webhook-test/'),
		secret,
		events: webhooks.eventNames,
	});
	webhooks.emit(event);
	await webhooks.idle();
	endpoint.active = false;
}
