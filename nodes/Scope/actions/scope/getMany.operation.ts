import type { INodeProperties } from 'n8n-workflow';

import { forModel, readFilter } from '../../../shared/node/getMany';
import { limitProperties } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import { hintAtIncompleteList } from '../../../shared/node/properties/incompleteList';
import { optionsCollection } from '../../../shared/node/properties/options';
import { listScopes } from '../../../shared/service/api/scopedControls';

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
		const status = readFilter(item, 'status', 'Status');
		const limit = item.recordLimit;
		const { records, doubt } = await listScopes(item.client, status || undefined);
		if (doubt !== undefined && limit > records.length) hintAtIncompleteList(item.context, doubt);
		return forModel(item, records.slice(0, limit), records.length);
	}),
};
