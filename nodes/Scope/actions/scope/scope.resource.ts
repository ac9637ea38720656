import { defineResource } from '../../../shared/node/resource';
import { archive } from './archive.operation';
import { create } from './create.operation';
import { getMany } from './getMany.operation';
import { update } from './update.operation';
import { updateMany } from './updateMany.operation';

/** The resource Scope and its operations. */
export const scope = defineResource('scope', 'Scope', 'getMany', {
	archive: {
		name: 'Archive',
		action: 'Archive a scope',
		description: 'Archive a scope and remove its control assignments',
		operation: archive,
	},
	create: {
		name: 'Create',
		action: 'Create a scope',
		description: 'Create a scope at the top level or under a parent',
		operation: create,
	},
	getMany: {
		name: 'Get Many',
		action: 'Get many scopes',
		description: 'List the scopes of your organization',
		operation: getMany,
	},
	update: {
		name: 'Update',
		action: 'Update a scope',
		description: 'Update individual fields of a scope',
		operation: update,
	},
	updateMany: {
		name: 'Update Many',
		action: 'Update many scopes',
		description: 'Update the scopes of all input items with as few requests as possible',
		operation: updateMany,
	},
});
