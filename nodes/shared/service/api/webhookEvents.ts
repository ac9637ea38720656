import type { ServiceClient } from '../client';
import { fetchList, type RecordList } from '../recordList';

/** Path of the list of event names; the credential is tested with it too. */
const WEBHOOK_EVENTS_PATH = '/tprm-api/manage/webhooks/events';

/**
 * Lists the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns the entries of the list; a list of bare names gives entries with a `value`
 * @throws ServiceError when the service refuses
 */
export async function listWebhookEvents(client: ServiceClient): Promise<RecordList> {
	return await fetchList(client, { method: 'GET', path: WEBHOOK_EVENTS_PATH }, 'event');
}
