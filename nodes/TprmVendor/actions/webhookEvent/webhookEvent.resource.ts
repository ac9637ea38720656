import type { IDataObject } from 'n8n-workflow';

import { getManyOperation } from '../../../shared/node/getMany';
import { defineResource } from '../../../shared/node/resource';
import { listWebhookEvents } from '../../../shared/service/api/thirdPartyRisk';
import { detailsOption } from '../vendor/vendorFieldProperties';
import { toOutput } from '../vendor/vendorFields';

/** Lists the events that may be subscribed to (third-party-risk, `GET /manage/webhooks/events`). */
const getMany = getManyOperation({
	options: [detailsOption],
	read: () => undefined,
	list: listWebhookEvents,
	output: async (item, event, response) => await toOutput(item, named(event), response),
});

/** A list of bare names becomes items with a field `name`. */
function named(event: IDataObject): IDataObject {
	const { value, ...others } = event;
	return typeof value === 'string' && Object.keys(others).length === 0 ? { name: value } : event;
}

/** The resource Webhook Event and its operations. */
export const webhookEvent = defineResource('webhookEvent', 'Webhook Event', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many webhook events',
		description: 'List the events that the service can send',
		operation: getMany,
	},
});
