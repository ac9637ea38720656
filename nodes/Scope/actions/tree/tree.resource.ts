import { defineResource } from '../../../shared/node/resource';
import { get } from './get.operation';
import { sync } from './sync.operation';

/** The resource Scope Tree and its operations. */
export const tree = defineResource('tree', 'get', {
	get: {
		name: 'Get',
		action: 'Get the scope tree',
		description: 'Get the scope hierarchy, nested or as rows',
		operation: get,
	},
	sync: {
		name: 'Sync',
		action: 'Sync the scope tree',
		description: 'Make the scope hierarchy match a table',
		operation: sync,
	},
});
