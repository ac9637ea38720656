import type { INodeProperties } from 'n8n-workflow';

import { batchSizeOption } from '../../../../shared/node/properties/batchSize';
import { concurrentRequestsOption } from '../../../../shared/node/properties/concurrentRequests';
import { incompleteListOption } from '../../../../shared/node/properties/incompleteList';
import { optionsCollection } from '../../../../shared/node/properties/options';
import { tableProperties } from './tables/tables';

export const DEFAULT_BATCH_SIZE = 1000;
export const DEFAULT_SEPARATOR = '/';
export const DEFAULT_ARCHIVE_AT_MOST = 10;

/** The form of Scope Tree > Sync. */
export const properties: INodeProperties[] = [
	...tableProperties,
	{
		displayName: 'Match By',
		name: 'matchBy',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Path',
				value: 'path',
				description: 'A scope with another name is a new scope',
			},
			{
				name: 'Scope ID',
				value: 'id',
				description: 'A scope with another name is renamed, and keeps its control assignments',
			},
		],
		default: 'path',
		description: 'How to find the scope of a row',
	},
	{
		displayName: 'Scope ID',
		name: 'scopeId',
		type: 'string',
		displayOptions: { show: { matchBy: ['id'] } },
		default: '',
		placeholder: 'e.g. 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47',
		description:
			'ID of the scope in the service, as in the output of an earlier sync. If empty, the scope is found by its path, or created.',
	},
	{
		displayName: 'Owner',
		name: 'owner',
		type: 'string',
		default: '',
		placeholder: 'e.g. user-17',
		description:
			'User ID of the owner. Required for new scopes; a new parent gets the owner of the first item below it. Leave empty to keep the owner of an existing scope.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only preview the changes and list every problem. If this is on for one item, nothing is written for any item.',
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
				description:
					'What the scope is for. Leave empty to clear the current text, or remove this field to keep it.',
			},
		],
	},
	optionsCollection([
		incompleteListOption,
		{
			displayName: 'Archive Limit',
			name: 'archiveAtMost',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_ARCHIVE_AT_MOST,
			description:
				'Max number of scopes to archive. If there are more, nothing is written, which protects against an incomplete input table.',
		},
		{
			displayName: 'Archive Scopes Not in Input',
			name: 'archiveUnnamed',
			type: 'boolean',
			default: false,
			description:
				'Whether to archive active scopes that are not in the input, which also removes their control assignments. Nothing is archived if an item fails.',
		},
		batchSizeOption(DEFAULT_BATCH_SIZE, 'scopes'),
		{
			displayName: 'Case Sensitive',
			name: 'matchCase',
			type: 'boolean',
			default: true,
			description: 'Whether "berlin" and "Berlin" are different scopes',
		},
		concurrentRequestsOption,
		{
			displayName: 'Path Separator',
			name: 'pathSeparator',
			type: 'string',
			default: DEFAULT_SEPARATOR,
			description: 'Text between two levels in Path, including any spaces',
		},
	]),
];
