import { defineResource } from '../../../shared/node/resource';
import { getMany } from './getMany.operation';

/** The resource Control and its operations. */
export const control = defineResource('control', 'Control', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many controls',
		description: 'List controls, optionally with their scope assignments',
		operation: getMany,
	},
});
