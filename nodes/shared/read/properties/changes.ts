import type { INodeProperties } from 'n8n-workflow';

import { listField, shownIf, textField } from '../../forms/fields';

/** How to find what is new, for the reader and the trigger. */
export const findChangesProperties: INodeProperties[] = [
	{
		displayName: 'Record Key',
		name: 'recordKey',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description:
			'Path to the text or number that identifies a record. The list requests the first page of the API, and shows the fields whose values differ in all of its records.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a field...',
				typeOptions: {
					searchListMethod: 'getRecordKeys',
					searchable: true,
					// A public API needs none.
					skipCredentialsCheckInRLC: true,
				},
			},
			{ displayName: 'By Path', name: 'path', type: 'string', placeholder: 'e.g. data.uuid' },
		],
	},
	listField('Find Changes By', 'findChangesBy', 'content', 'How to find out what has changed', [
		[
			'Changed-At Field',
			'changedAt',
			'Request only what changed since the last run, if the API can filter by that. Not available with Paging Setup: Automatic.',
		],
		[
			'Content',
			'content',
			'Read all pages each time and compare every record. Also finds removed records. A list in another order counts as a change; Ignore Fields under Options > Changes leaves it out.',
		],
	]),
	...shownIf({ findChangesBy: ['changedAt'] }, [
		textField(
			'Changed-At Path',
			'changedAtPath',
			'Path to the date and time when a record last changed',
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
