import { defineResource } from '../../../shared/node/resource';
import { getMany } from './getMany.operation';

/** The resource Webhook Event and its operations. */
export const webhookEvent = defineResource('webhookEvent', 'Webhook Event', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many webhook events',
		description: 'List the events that the service can send',
		operation: getMany,
	},
});
