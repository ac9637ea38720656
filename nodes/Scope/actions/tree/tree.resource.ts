import { defineResource } from '../../../shared/node/resource';
import { get } from './get.operation';
import { sync } from './sync.operation';

/** The resource Scope Tree and its operations. */
export const tree = defineResource('tree', 'Scope Tree', 'get', {
	get: {
		name: 'Get',
		action: 'Get the scope tree',
		description: 'Get the whole scope hierarchy, nested or as rows',
		operation: get,
	},
	sync: {
		name: 'Sync',
		action: 'Sync the org chart',
		description: 'Make the scope hierarchy match a table, such as an org chart',
		operation: sync,
	},
});
