import type { INodeProperties } from 'n8n-workflow';

import { findChangesProperties } from '../shared/read/properties/changes';
import { formProperties } from '../shared/read/properties/form';
import { readOptions } from '../shared/read/properties/options';
import { sourceProperties } from '../shared/read/properties/source';
import { CHANGE_FIELD } from './settings';

/** What starts the workflow; the panel of n8n has an entry for each. */
const events: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	required: true,
	options: [
		{
			name: 'New Record',
			value: 'created',
			description: 'A record that the list did not have before',
		},
		{
			name: 'Changed Record',
			value: 'updated',
			description: 'A record whose content differs from before',
		},
		{
			name: 'Removed Record',
			value: 'removed',
			description: 'A record that the list no longer has',
		},
	],
	default: ['created', 'updated'],
	description: 'What starts the workflow',
};

/** Paged HTTP has this as a choice; its other parameters are shown accordingly. */
const readMode: INodeProperties = {
	displayName: 'Read',
	name: 'readMode',
	type: 'hidden',
	default: 'changes',
};

const onFirstPoll: INodeProperties = {
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
};

const changeField: INodeProperties = {
	displayName: 'Change Field',
	name: 'changeField',
	type: 'string',
	default: CHANGE_FIELD,
	description:
		'Name of the field that is added to each record, with created, updated or removed, or with changed where that cannot be known',
};

/** The form of Paged HTTP, with what starts the workflow before it. */
export const properties: INodeProperties[] = [
	events,
	readMode,
	...sourceProperties,
	...formProperties,
	...findChangesProperties,
	readOptions([onFirstPoll], { changes: [changeField] }),
];
