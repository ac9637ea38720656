import { filtersCollection, getManyOperation, readFilter } from '../../../shared/node/getMany';
import {
	concurrentRequestsOption,
	optionsCollection,
	textField,
} from '../../../shared/node/properties/fields';
import { ownerLocator, pathOf, scopeLocator } from '../../../shared/node/properties/locators';
import { defineResource } from '../../../shared/node/resource';
import { forEachInput } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import { createScope, listScopes } from '../../../shared/service/api/scopedControls';
import { additionalFields, archive, scopeStatus, update, updateMany } from './update.operation';

const IF_OPEN =
	'Search for the scope with Get Many before you create it again: a new run would create another one.';

/** Creates a scope (scoped-controls, `POST /v1/scopes`). */
const create: Operation = {
	properties: [
		textField('Name', 'name', 'Name of the new scope, such as a business unit or region', {
			required: true,
			placeholder: 'e.g. Berlin',
		}),
		ownerLocator(
			'Owner of the new scope, by user ID. The list has the owners of existing scopes.',
			true,
		),
		additionalFields('What the scope is for', [
			scopeLocator({
				displayName: 'Parent Scope',
				name: 'parentId',
				description:
					'Scope to create the new one under. Without a parent, the scope is created at the top level.',
			}),
		]),
		optionsCollection([concurrentRequestsOption]),
	],
	run: forEachInput(
		(item) => {
			const name = item.requiredText('name', 'Name');
			const owner = item.requiredText('owner', 'Owner');
			const description = item.text('additionalFields.description', 'Description');
			// Added but empty is a mistake: the scope would silently end up at the top level.
			const parentId =
				'parentId' in item.collection('additionalFields')
					? item.requiredText('additionalFields.parentId', 'Parent Scope')
					: '';
			return { name, owner, description, ...(parentId && { parentId }) };
		},
		async (scope, { client }) => await createScope(client, scope, IF_OPEN),
		(_, { index }) => `item ${index}`,
	),
};

/** Lists scopes (scoped-controls, `GET /v1/scopes`). */
const getMany = getManyOperation({
	fields: [
		filtersCollection([
			{
				...scopeStatus,
				description:
					'Only return scopes with this status. Without this filter, all scopes are returned.',
			},
		]),
	],
	read: (item) => readFilter(item, 'status', 'Status'),
	list: async (client, status) => await listScopes(client, status || undefined),
	// The path in text, as the rows of the tree have it; the service has the names only.
	output: async (_item, records) =>
		records.map((scope) => ('pathNames' in scope ? { ...scope, path: pathOf(scope) } : scope)),
});

/** The resource Scope and its operations. */
export const scope = defineResource('scope', 'create', {
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
