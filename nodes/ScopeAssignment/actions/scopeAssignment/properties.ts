import type { INodeProperties } from 'n8n-workflow';

import { batchSizeOption } from '../../../shared/node/properties/batchSize';
import { controlLocator } from '../../../shared/node/properties/controlLocator';
import { incompleteListOption } from '../../../shared/node/properties/incompleteList';
import { optionsCollection } from '../../../shared/node/properties/options';

export const DEFAULT_BATCH_SIZE = 100;
export const DEFAULT_REMOVE_AT_MOST = 100;

/** The form of Assign. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Add',
				value: 'add',
				description: 'Keep the present scopes of each control and add the listed ones',
			},
			{
				name: 'Remove',
				value: 'remove',
				description: 'Keep the present scopes of each control except the listed ones',
			},
			{
				name: 'Replace',
				value: 'replace',
				description: 'Replace all scopes of each control with the listed ones',
			},
		],
		default: 'replace',
		description: 'What to do with the scopes that a control has already',
	},
	{
		displayName:
			'Replace removes scopes that are not listed in this run. Items with the same control are combined first. In a loop, each iteration replaces the assignments of the one before.',
		name: 'wholeSetNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { mode: ['replace'] } },
	},
	controlLocator({
		displayName: 'Control',
		name: 'controlId',
		required: true,
		description:
			'Control to assign, usually an expression with the ID or identifier from each input item',
	}),
	{
		displayName: 'Scope Names or IDs',
		name: 'scopeIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getScopes' },
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: 'An expression can return IDs, paths (EMEA / Germany), or unique names: as an array, or as text with commas, semicolons, or line breaks between them',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only list the scopes of each control before and after. If this is on for one item, nothing is written for any item.',
	},
	optionsCollection([
		{
			displayName: 'Allow Removing All Assignments',
			name: 'allowRemovingAll',
			type: 'boolean',
			default: false,
			description:
				'Whether Replace accepts items without scopes. If no item lists a scope for a control, all of its assignments are removed.',
		},
		incompleteListOption,
		batchSizeOption(DEFAULT_BATCH_SIZE, 'controls'),
		{
			displayName: 'Removal Limit',
			name: 'removeAtMost',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_REMOVE_AT_MOST,
			description:
				'Max number of assignments that Remove may remove in a run. If there are more, nothing is written.',
		},
	]),
];
