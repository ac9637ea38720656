import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { hintAtIncompleteList } from '../../../shared/node/properties/incompleteList';
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
		const limit = item.recordLimit;
		const { events, doubt, response } = await listWebhookEvents(item.client);
		if (doubt !== undefined && limit > events.length) hintAtIncompleteList(item.context, doubt);
		const details = responseDetails(item, response);
		return events.slice(0, limit).map((event) => ({ ...named(event), ...details }));
	}),
};

/** A list of bare names becomes items with a field `name`. */
function named(event: IDataObject): IDataObject {
	const { value, ...others } = event;
	return typeof value === 'string' && Object.keys(others).length === 0 ? { name: value } : event;
}
