import { defineResource } from '../../../shared/node/resource';
import { getMany } from './getMany.operation';

/** The resource Webhook Event and its operations. */
export const webhookEvent = defineResource('webhookEvent', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many webhook events',
		description: 'List the names of the events that may be subscribed to',
		operation: getMany,
	},
});
