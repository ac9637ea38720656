import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { limitProperties } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/forEachItem';
import { optionsCollection } from '../../../shared/node/properties/options';
import { listWebhookEvents } from '../../../shared/service/api/webhookEvents';
import { responseDetails } from '../output';
import { detailsOption } from '../outputOptions';

const properties: INodeProperties[] = [...limitProperties, optionsCollection([detailsOption])];

/** Lists the events that may be subscribed to (third-party-risk, `GET /manage/webhooks/events`). */
export const getMany: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const { events, response } = await listWebhookEvents(item.client);
		const details = responseDetails(item, response);
		return events.slice(0, item.recordLimit).map((event) => ({ ...named(event), ...details }));
	}),
};

/** A list of bare names becomes items with a field `name`. */
function named(event: IDataObject): IDataObject {
	const { value, ...others } = event;
	return typeof value === 'string' && Object.keys(others).length === 0 ? { name: value } : event;
}
