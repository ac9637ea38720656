import type { INodeProperties } from 'n8n-workflow';

const CHANGED_AT = { show: { findChangesBy: ['changedAt'] } };

/** How records are identified, and how changes are found. */
export const changeProperties: INodeProperties[] = [
	{
		displayName: 'Record Key',
		name: 'recordKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. vendorId',
		description:
			'Path to what identifies a record, in dot notation. Every record needs a value of its own.',
	},
	{
		displayName: 'Find Changes By',
		name: 'findChangesBy',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Content',
				value: 'content',
				description: 'Read all records each time, and compare each with what it was before',
			},
			{
				name: 'Changed-At Field',
				value: 'changedAt',
				description:
					'Request only what changed since the last time, with a filter of the API. Removed records are not found.',
			},
		],
		default: 'content',
		description: 'How to find out what has changed',
	},
	{
		displayName: 'Changed-At Path',
		name: 'changedAtPath',
		type: 'string',
		displayOptions: CHANGED_AT,
		default: '',
		required: true,
		placeholder: 'e.g. updatedAt',
		description: 'Path to the moment of the last change in a record, in dot notation',
	},
	{
		displayName: 'Changed-At Parameter',
		name: 'changedAtParameter',
		type: 'string',
		displayOptions: CHANGED_AT,
		default: '',
		required: true,
		placeholder: 'e.g. updated_since',
		description:
			'Query parameter by which the API returns what changed since a moment. With POST, the field of the body; use dots for nested fields.',
	},
];

const OPTION_CHANGED_AT = { show: { '/findChangesBy': ['changedAt'] } };

/** Options for how changes are found. */
export const changeOptions: INodeProperties[] = [
	{
		displayName: 'Change Field',
		name: 'changeField',
		type: 'string',
		default: 'change',
		description:
			'Name of the field that is added to each record, with the value created, updated or removed',
	},
	{
		displayName: 'Changed-At Value',
		name: 'changedAtValue',
		type: 'string',
		displayOptions: OPTION_CHANGED_AT,
		default: '{changedAt}',
		placeholder: 'e.g. modified ge {changedAt}',
		description: 'Value of Changed-At Parameter, in which {changedAt} stands for the moment',
	},
	{
		displayName: 'Created-At Path',
		name: 'createdAtPath',
		type: 'string',
		displayOptions: OPTION_CHANGED_AT,
		default: '',
		placeholder: 'e.g. createdAt',
		description:
			'Path to the moment of creation in a record, to tell new records from changed ones',
	},
	{
		displayName: 'On First Poll',
		name: 'onFirstPoll',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Remember',
				value: 'remember',
				description: 'Remember the records that exist, without starting the workflow',
			},
			{
				name: 'Return All',
				value: 'return',
				description: 'Start the workflow with all records that exist, as new ones',
			},
		],
		default: 'remember',
		description: 'What to do with the records that exist when the workflow is published',
	},
	{
		displayName: 'Overlap',
		name: 'overlap',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: OPTION_CHANGED_AT,
		default: 60,
		description:
			'Seconds before the latest known change that are requested again, for changes that the API shows late. What was returned already is left out.',
	},
];
