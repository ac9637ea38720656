import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { limitProperties, readLimit } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { unwrapList } from '../../../shared/service/api/list';
import { serviceRequest } from '../../../shared/service/request';
import { detailsOption, responseDetails } from '../output';

const properties: INodeProperties[] = [...limitProperties, optionsCollection([detailsOption])];

/** Lists the events that may be subscribed to (third-party-risk, `GET /manage/webhooks/events`). */
export const getEvents: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['webhookEvent'], operation: ['getMany'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const response = await serviceRequest(
			context,
			{ method: 'GET', path: '/tprm-api/manage/webhooks/events' },
			readLimits(context, itemIndex),
			itemIndex,
		);
		const details = responseDetails(context, itemIndex, response);
		return unwrapList(response.body)
			.slice(0, readLimit(context, itemIndex))
			.map((event) => ({ ...named(event), ...details }));
	}),
};

/** A list of bare names becomes items that say what their value is. */
function named(event: IDataObject): IDataObject {
	const { value, ...others } = event;
	return typeof value === 'string' && Object.keys(others).length === 0 ? { name: value } : event;
}
