import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { forEachInput } from '../../../shared/node/run';
import { hintAtIncompleteList } from '../../../shared/node/properties/incompleteList';
import { limitProperties } from '../../../shared/node/properties/limit';
import { optionsCollection } from '../../../shared/node/properties/options';
import { defineResource } from '../../../shared/node/resource';
import type { Operation } from '../../../shared/node/types';
import { listWebhookEvents } from '../../../shared/service/api/thirdPartyRisk';
import { detailsOption, responseDetails } from '../output';

const properties: INodeProperties[] = [...limitProperties, optionsCollection([detailsOption])];

const readLimit = (item: InputItem) => item.recordLimit;

/** Lists the events that may be subscribed to (third-party-risk, `GET /manage/webhooks/events`). */
const getMany: Operation = {
	properties,
	run: forEachInput(readLimit, async (limit, item) => {
		const { records, doubt, response } = await listWebhookEvents(item.client);
		if (doubt !== undefined && limit > records.length) hintAtIncompleteList(item.context, doubt);
		const details = responseDetails(item, response);
		return records.slice(0, limit).map((event) => ({ ...named(event), ...details }));
	}),
};

/** A list of bare names becomes items with a field `name`. */
function named(event: IDataObject): IDataObject {
	const { value, ...others } = event;
	return typeof value === 'string' && Object.keys(others).length === 0 ? { name: value } : event;
}

/** The resource Webhook Event and its operations. */
export const webhookEvent = defineResource('webhookEvent', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many webhook events',
		description: 'List the events that you can subscribe to',
		operation: getMany,
	},
});
