import type { INodeProperties } from 'n8n-workflow';

import { forEachItem } from '../../../shared/node/run';
import { forModel, readFilter } from '../../../shared/node/getMany';
import { toBoolean } from '../../../shared/node/parameters';
import { hintAtIncompleteList } from '../../../shared/node/properties/incompleteList';
import { limitProperties } from '../../../shared/node/properties/limit';
import { optionsCollection } from '../../../shared/node/properties/options';
import { defineResource } from '../../../shared/node/resource';
import type { Operation } from '../../../shared/node/types';
import { listControls } from '../../../shared/service/api/scopedControls';
import { toAssignmentRows } from './assignmentRows';

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
				displayName: 'Can Link',
				name: 'canLink',
				type: 'boolean',
				default: true,
				description: 'Whether to return only controls that your client can link to',
			},
			{
				displayName: 'Expand Scopes',
				name: 'expandScopes',
				type: 'boolean',
				default: true,
				description:
					'Whether to also return controls that are assigned to scopes, with their scope name, parent and child assignments',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'string',
				default: '',
				placeholder: 'e.g. active',
				description: 'Only return controls with this status',
			},
		],
	},
	optionsCollection([
		{
			displayName: 'One Row per Assignment',
			name: 'assignmentRows',
			type: 'boolean',
			default: false,
			description:
				'Whether to return one flat row per scope assignment, for use in tables. This turns on Expand Scopes, and Limit applies to the rows.',
		},
	]),
];

/** Lists controls (scoped-controls, `GET /v1/controls`). */
const getMany: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const { canLink, expandScopes } = item.collection('filters');
		const { assignmentRows } = item.options;
		const asRows = toBoolean(assignmentRows, 'One Row per Assignment', false);
		const { records, doubt } = await listControls(item.client, {
			expandScopes: asRows || toBoolean(expandScopes, 'Expand Scopes', false),
			canLink: toBoolean(canLink, 'Can Link', false),
			status: readFilter(item, 'status', 'Status'),
		});
		const output = asRows ? toAssignmentRows(records) : records;
		const limit = item.recordLimit;
		if (doubt !== undefined && limit > output.length) hintAtIncompleteList(item.context, doubt);
		return forModel(item, output.slice(0, limit), output.length);
	}),
};

/** The resource Control and its operations. */
export const control = defineResource('control', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many controls',
		description: 'List controls, optionally with their scope assignments',
		operation: getMany,
	},
});
