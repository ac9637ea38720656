import type { INodeProperties } from 'n8n-workflow';

import { forModel } from '../../../shared/node/forModel';
import { limitProperties } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { listScopes } from '../../../shared/service/api/scopes';

const properties: INodeProperties[] = [
	...limitProperties,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Active', value: 'active' },
					{ name: 'Archived', value: 'archived' },
				],
				default: 'active',
				description:
					'Only return scopes with this status. Without this filter, all scopes are returned.',
			},
		],
	},
	optionsCollection(),
];

/** Lists scopes (scoped-controls, `GET /v1/scopes`). */
export const getMany: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const status = item.text('filters.status', 'Status');
		const scopes = await listScopes(item.client, status || undefined);
		return forModel(item, scopes.slice(0, item.recordLimit), scopes.length);
	}),
};
