import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { ownerLocator, scopeLocator } from '../../../shared/node/properties/scopeLocator';
import { createScope } from '../../../shared/service/api/scopedControls';

const properties: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Berlin',
		description: 'Name of the new scope, such as a business unit or region',
	},
	ownerLocator({
		displayName: 'Owner',
		name: 'owner',
		required: true,
		description: 'Owner of the new scope, by user ID. The list has the owners of existing scopes.',
	}),
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description: 'What the scope is for',
			},
			scopeLocator({
				displayName: 'Parent Scope',
				name: 'parentId',
				description:
					'Scope to create the new one under. Without a parent, the scope is created at the top level.',
			}),
		],
	},
	optionsCollection([concurrentRequestsOption]),
];

const IF_OPEN =
	'Search for the scope with Get Many before you create it again: a new run would create another one.';

/** Creates a scope (scoped-controls, `POST /v1/scopes`). */
export const create: Operation = {
	properties,
	run: forEachItem(
		async (item) => {
			const name = item.requiredText('name', 'Name');
			const owner = item.requiredText('owner', 'Owner');
			const description = item.text('additionalFields.description', 'Description');
			// Added but empty is a mistake: the scope would silently end up at the top level.
			const parentId =
				'parentId' in item.collection('additionalFields')
					? item.requiredText('additionalFields.parentId', 'Parent Scope')
					: '';
			const scope = { name, owner, description, ...(parentId && { parentId }) };
			return await createScope(item.client, scope, IF_OPEN);
		},
		({ index }) => `item ${index}`,
	),
};
