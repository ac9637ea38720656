import type { INodeProperties } from 'n8n-workflow';

import { CHANGED_AT } from '../../shared/changes/filter';

/** Seconds that are read again: clocks of several servers differ, and records may be stored late. */
export const DEFAULT_OVERLAP = 60;

const CHANGES = ['changes'];

/** Whether to read everything, or what is new. */
export const readModeProperty: INodeProperties = {
	displayName: 'Read',
	name: 'readMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'All Records', value: 'all', description: 'Return the records as the API has them' },
		{
			name: 'New and Changed',
			value: 'changes',
			description: 'Return only records that are new, or have changed since an earlier run',
		},
	],
	default: 'all',
	description:
		'Which records to return. Test runs compare with what the published workflow has stored, and store nothing.',
};

/** How to find what is new, for the reader and the trigger. */
export const findChangesProperties: INodeProperties[] = [
	{
		displayName: 'Record Key',
		name: 'recordKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. ID',
		description: 'Path of the text or number that identifies a record',
	},
	{
		displayName: 'Find Changes By',
		name: 'findChangesBy',
		type: 'options',
		options: [
			{
				name: 'Changed-At Field',
				value: 'changedAt',
				description: 'Request only what changed since the last run, if the API can filter by that',
			},
			{
				name: 'Content',
				value: 'content',
				description:
					'Read all pages each time and compare every record. Also finds removed records.',
			},
		],
		default: 'content',
		description: 'How to find out what has changed',
	},
	{
		displayName: 'Changed-At Path',
		name: 'changedAtPath',
		type: 'string',
		displayOptions: { show: { findChangesBy: ['changedAt'] } },
		default: '',
		required: true,
		placeholder: 'e.g. updatedAt',
		description: 'Path of the date and time in a record when it last changed',
	},
	{
		displayName: 'Changed-At Parameter',
		name: 'changedAtParameter',
		type: 'string',
		displayOptions: { show: { findChangesBy: ['changedAt'] } },
		default: '',
		required: true,
		placeholder: 'e.g. updatedSince',
		description:
			'Query parameter that the API filters by. With POST, a field of the body, with dots for nested ones; with GraphQL, a variable.',
	},
];

/** When records count as done; the trigger needs no answer. */
const countAsDone: INodeProperties = {
	displayName: 'Count as Done',
	name: 'countAsDone',
	type: 'options',
	// The success of a batch is its confirmation.
	displayOptions: { hide: { output: ['batches'] } },
	options: [
		{
			name: 'At Once',
			value: 'immediately',
			description:
				'As soon as they are returned. If a later node fails, they are not returned again.',
		},
		{
			name: 'When Confirmed',
			value: 'confirmed',
			description:
				'When a Paged HTTP node with the operation Confirm runs later in the workflow. Until then, they are returned again.',
		},
	],
	default: 'confirmed',
	description: 'When the returned records are done, so that they are not returned again',
};

/** Everything that New and Changed adds to the form. */
export const changesProperties: INodeProperties[] = [
	readModeProperty,
	...[...findChangesProperties, countAsDone].map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { readMode: CHANGES, ...property.displayOptions?.show },
		},
	})),
];

/** Members of Options for New and Changed. */
export const changesOptions: INodeProperties[] = [
	{
		displayName: 'Change Field',
		name: 'changeField',
		type: 'string',
		displayOptions: { show: { '/readMode': CHANGES } },
		default: '',
		placeholder: 'e.g. change',
		description:
			'Field to add to each record with created, updated or removed, or with changed where that cannot be known. Removed records are only returned with it.',
	},
	{
		displayName: 'Changed-At Value',
		name: 'changedAtValue',
		type: 'string',
		displayOptions: { show: { '/readMode': CHANGES, '/findChangesBy': ['changedAt'] } },
		default: CHANGED_AT,
		placeholder: 'e.g. modified ge {changedAt}',
		description:
			'Value of Changed-At Parameter, for APIs with a filter language. {changedAt} stands for the date and time, in the format of the records.',
	},
	{
		displayName: 'Created-At Path',
		name: 'createdAtPath',
		type: 'string',
		displayOptions: { show: { '/readMode': CHANGES, '/findChangesBy': ['changedAt'] } },
		default: '',
		placeholder: 'e.g. createdAt',
		description:
			'Path of the date and time in a record when it was created, to tell new records from changed ones',
	},
	{
		displayName: 'Overlap',
		name: 'overlap',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: { show: { '/readMode': CHANGES, '/findChangesBy': ['changedAt'] } },
		default: DEFAULT_OVERLAP,
		description:
			'Seconds before the last known change to read again, for records that the API shows late. Records that were returned already are left out.',
	},
];
