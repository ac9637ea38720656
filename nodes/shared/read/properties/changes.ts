import type { INodeProperties } from 'n8n-workflow';

import { CHANGED_AT } from '../../changes/filter';
import { listField, numberField, shownIf, textField } from '../../node/properties/fields';

export const maxRemoved = numberField(
	'Max Removed',
	'maxRemoved',
	20,
	[0, 100],
	'Percentage of the known records that may be removed in one run. If more are gone, the run fails, and nothing is returned or stored. Up to 10 records may always be removed.',
);

/** Clocks of several servers differ, and records may be stored late. */
export const overlap = numberField(
	'Overlap',
	'overlap',
	60,
	[0],
	'How many seconds before the last known change to start, since some APIs return a changed record late. Records that were already returned are left out.',
);

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
	listField('Find Changes By', 'findChangesBy', 'content', 'How to find out what has changed', [
		[
			'Changed-At Field',
			'changedAt',
			'Request only what changed since the last run, if the API can filter by that',
		],
		[
			'Content',
			'content',
			'Read all pages each time and compare every record. Also finds removed records.',
		],
	]),
	...shownIf({ findChangesBy: ['changedAt'] }, [
		textField(
			'Changed-At Path',
			'changedAtPath',
			'Path of the date and time in a record when it last changed',
			{ required: true, placeholder: 'e.g. updatedAt' },
		),
		textField(
			'Changed-At Parameter',
			'changedAtParameter',
			'Query parameter that the API filters by. With POST, a field of the body, with dots for nested ones; with GraphQL, a variable.',
			{ required: true, placeholder: 'e.g. updatedSince' },
		),
	]),
];

/** Members of Changes, under Options. */
export const changesOptions: INodeProperties[] = [
	...shownIf({ '/findChangesBy': ['content'] }, [
		maxRemoved,
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
		textField(
			'Changed-At Value',
			'changedAtValue',
			'Value of Changed-At Parameter, for APIs with a filter language. {changedAt} stands for the date and time, in the format of the records.',
			{ default: CHANGED_AT, placeholder: 'e.g. modified ge {changedAt}' },
		),
		textField(
			'Created-At Path',
			'createdAtPath',
			'Path of the date and time in a record when it was created, to tell new records from changed ones',
			{ placeholder: 'e.g. createdAt' },
		),
		overlap,
	]),
];
