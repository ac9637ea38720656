import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { collectionParameter, requiredText, textParameter } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { scopeLocator } from '../../../shared/node/properties/scopeLocator';
import { toRecord } from '../../../shared/json';
import { serviceRequest } from '../../../shared/service/request';

const properties: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Berlin',
		description: 'Name of the new scope, for example a business unit or a region',
	},
	{
		displayName: 'Owner',
		name: 'owner',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. user-17',
		description: 'User ID of the person who owns the scope',
	},
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
				description: 'What the scope stands for',
			},
			scopeLocator({
				displayName: 'Parent Scope',
				name: 'parentId',
				description:
					'Scope to nest the new one under. Without it the new scope is at the top level.',
			}),
		],
	},
	optionsCollection(),
];

/** Creates a scope (scoped-controls, `POST /v1/scopes`). */
export const create: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['scope'], operation: ['create'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const name = requiredText(context, 'name', 'Name', itemIndex);
		const owner = requiredText(context, 'owner', 'Owner', itemIndex);
		const description = textParameter(
			context,
			'additionalFields.description',
			'Description',
			itemIndex,
		);
		const fields = collectionParameter(context, 'additionalFields', itemIndex);
		// Added and empty is a slip: the scope would silently end up at the top level.
		const parentId =
			'parentId' in fields
				? requiredText(context, 'additionalFields.parentId', 'Parent Scope', itemIndex)
				: '';
		const body: IDataObject = { name, owner, description, ...(parentId && { parentId }) };
		const response = await serviceRequest(
			context,
			{ method: 'POST', path: '/v1/scopes', body },
			readLimits(context, itemIndex),
			itemIndex,
		);
		return toRecord(response.body);
	}),
};
