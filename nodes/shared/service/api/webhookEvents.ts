import type { IDataObject } from 'n8n-workflow';

import type { ServiceResponse } from '../call';
import type { ServiceClient } from '../client';
import { unwrapList } from '../../json';

/** Path of the list of event names; the credential is tested with it too. */
export const WEBHOOK_EVENTS_PATH = '/tprm-api/manage/webhooks/events';

/**
 * Lists the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns the entries of the list; a list of bare names gives entries with a `value`
 * @throws ServiceError when the service refuses
 */
export async function listWebhookEvents(
	client: ServiceClient,
): Promise<{ events: IDataObject[]; response: ServiceResponse }> {
	const response = await client.send({ method: 'GET', path: WEBHOOK_EVENTS_PATH });
	return { events: unwrapList(response.body), response };
}
