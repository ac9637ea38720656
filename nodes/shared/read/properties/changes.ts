import type { INodeProperties } from 'n8n-workflow';

import { CHANGED_AT } from '../../changes/filter';
import { shownIf } from '../../node/properties/fields';

/** Seconds that are read again: clocks of several servers differ, and records may be stored late. */
export const DEFAULT_OVERLAP = 60;

/** Percent of the known records that may be removed in one run. */
export const DEFAULT_MAX_REMOVED = 20;

/** The values are paths that a user can also write by hand, not IDs. */
const FIELD_LIST = { loadOptionsMethod: 'getFields' };

/** How to find what is new, for the reader and the trigger. */
export const findChangesProperties: INodeProperties[] = [
	{
		displayName: 'Record Key',
		name: 'recordKey',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description:
			'Path of the text or number that identifies a record. When you open the list, the first page of the API is requested, and the fields that differ in all of its records are shown.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a field...',
				typeOptions: { searchListMethod: 'getRecordKeys', searchable: true },
			},
			{ displayName: 'By Path', name: 'path', type: 'string', placeholder: 'e.g. data.uuid' },
		],
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
	...shownIf({ findChangesBy: ['changedAt'] }, [
		{
			displayName: 'Changed-At Path',
			name: 'changedAtPath',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. updatedAt',
			description: 'Path of the date and time in a record when it last changed',
		},
		{
			displayName: 'Changed-At Parameter',
			name: 'changedAtParameter',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. updatedSince',
			description:
				'Query parameter that the API filters by. With POST, a field of the body, with dots for nested ones; with GraphQL, a variable.',
		},
	]),
];

/** Members of Changes, under Options. */
export const changesOptions: INodeProperties[] = [
	...shownIf({ '/findChangesBy': ['content'] }, [
		{
			displayName: 'Max Removed',
			name: 'maxRemoved',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: DEFAULT_MAX_REMOVED,
			description:
				'Percentage of the known records that may be removed in one run. If more are gone, the run fails, and nothing is returned or stored. Up to 10 records may always be removed.',
		},
		{
			displayName: 'Watch Fields',
			name: 'watchFields',
			type: 'multiOptions',
			typeOptions: FIELD_LIST,
			default: [],
			description:
				'Fields to compare; what changes in others is ignored. Each record gets a field changes with their previous and current values, which are stored with the workflow, where its users can read them. Choose from the list, or enter paths such as score, contact.email as an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	]),
	...shownIf({ '/findChangesBy': ['changedAt'] }, [
		{
			displayName: 'Changed-At Value',
			name: 'changedAtValue',
			type: 'string',
			default: CHANGED_AT,
			placeholder: 'e.g. modified ge {changedAt}',
			description:
				'Value of Changed-At Parameter, for APIs with a filter language. {changedAt} stands for the date and time, in the format of the records.',
		},
		{
			displayName: 'Created-At Path',
			name: 'createdAtPath',
			type: 'string',
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
			default: DEFAULT_OVERLAP,
			description:
				'Seconds before the last known change to read again, for records that the API shows late. Records that were returned already are left out.',
		},
	]),
];
