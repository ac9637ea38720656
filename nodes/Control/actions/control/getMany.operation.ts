import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { ControlFilters } from '../../../shared/service/api/controls';
import { listControls } from '../../../shared/service/api/controls';
import { limitProperties, readLimit } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { collectionParameter, toText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
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
					'Whether to return controls assigned to scopes as well, with scope name, parent and child assignments',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'string',
				default: '',
				placeholder: 'e.g. active',
				description: 'Only controls in this status',
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
				'Whether to return a flat row for each assignment of a control to a scope, for tables. Turns Expand Scopes on. Limit counts rows then.',
		},
	]),
];

/** Lists controls (scoped-controls, `GET /v1/controls`). */
export const getMany: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['control'], operation: ['getMany'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const { canLink, expandScopes, status } = collectionParameter(context, 'filters', itemIndex);
		const { assignmentRows } = collectionParameter(context, 'options', itemIndex);
		const asRows = assignmentRows === true;
		const statusText = toText(status, 'Status');
		const filters: ControlFilters = {
			...((asRows || expandScopes === true) && { expandScopes: 'true' }),
			...(canLink === true && { canLink: 'true' }),
			...(statusText !== '' && { status: statusText }),
		};
		const limits = readLimits(context, itemIndex);
		const controls = await listControls(context, filters, limits, itemIndex);
		const output = asRows ? toAssignmentRows(controls) : controls;
		return output.slice(0, readLimit(context, itemIndex));
	}),
};
