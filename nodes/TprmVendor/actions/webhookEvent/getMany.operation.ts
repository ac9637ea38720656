import type { IDataObject } from 'n8n-workflow';

import { getManyOperation } from '../../../shared/node/getMany';
import { listWebhookEvents } from '../../../shared/service/api/webhookEvents';
import { detailsOption } from '../vendor/vendorOptions';
import { outputOf } from '../vendor/vendorOutput';

/** Lists the events that may be subscribed to (third-party-risk, `GET /manage/webhooks/events`). */
export const getMany = getManyOperation({
	options: [detailsOption],
	read: () => undefined,
	list: listWebhookEvents,
	output: async (item, events, response) => {
		const toOutput = await outputOf(item, events, response);
		return (event) => toOutput(named(event));
	},
});

/** A list of bare names becomes items with a field `name`. */
function named(event: IDataObject): IDataObject {
	const { value, ...others } = event;
	return typeof value === 'string' && Object.keys(others).length === 0 ? { name: value } : event;
}
