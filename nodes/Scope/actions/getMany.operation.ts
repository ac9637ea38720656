import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { limitProperties, readLimit } from '../../shared/execution/limit';
import type { Operation } from '../../shared/execution/operation';
import { forEachItem } from '../../shared/execution/operation';
import { textParameter } from '../../shared/execution/parameters';
import { optionsCollection, readLimits } from '../../shared/execution/requestOptions';
import { listScopes } from '../../shared/scopes/listScopes';

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
