import { defineResource } from '../../../shared/node/resource';
import { get } from './get.operation';
import { sync } from './sync.operation';

/** The resource Scope Tree and its operations. */
export const tree = defineResource('tree', 'get', {
	get: {
		name: 'Get',
		action: 'Get the scope tree',
		description: 'Read the hierarchy of scopes, nested or as rows',
		operation: get,
	},
	sync: {
		name: 'Sync',
		action: 'Sync the scope tree',
		description: 'Bring the hierarchy into line with a table of paths, as often as you like',
		operation: sync,
	},
});
