import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { limitProperties, readLimit } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { textParameter } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
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
				description: 'Only scopes in this status. Without this filter all scopes come back.',
			},
		],
	},
	optionsCollection(),
];

/** Lists scopes (scoped-controls, `GET /v1/scopes`). */
export const getMany: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['scope'], operation: ['getMany'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const status = textParameter(context, 'filters.status', 'Status', itemIndex);
		const limits = readLimits(context, itemIndex);
		const scopes = await listScopes(context, status || undefined, limits, itemIndex);
		return scopes.slice(0, readLimit(context, itemIndex));
	}),
};
