import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../send';
import type { RecordList } from './completeList';
import { readList } from './completeList';

/** Path of the list of event names; the credential is tested with it too. */
export const WEBHOOK_EVENTS_PATH = '/tprm-api/manage/webhooks/events';

/** The events that an endpoint may subscribe to. */
export interface EventList extends Omit<RecordList, 'records'> {
	events: IDataObject[];
}

/**
 * Lists the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns the entries of the list; a list of bare names gives entries with a `value`
 * @throws ServiceError when the service refuses
 */
export async function listWebhookEvents(client: ServiceClient): Promise<EventList> {
	const response = await client.send({ method: 'GET', path: WEBHOOK_EVENTS_PATH });
	const { records: events, ...list } = readList(response, 'event');
	return { events, ...list };
}
