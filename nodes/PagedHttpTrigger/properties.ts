import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemParameters } from '../shared/node/inputItem';
import { toChoice } from '../shared/node/parameters';
import { automaticIdOf, readIdOf, settingsIdOf } from '../shared/read/changes';
import { findChangesProperties } from '../shared/read/properties/changes';
import { formProperties, sourceProperties } from '../shared/read/properties/form';
import { readOptions } from '../shared/read/properties/options';
import type { ChangeSettings, ReadInput } from '../shared/read/types';

/** Name of the field with the change, unless the user has chosen another one. */
const CHANGE_FIELD = 'change';

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
		'Name of the field to add to each record. Its value is created, updated or removed, or changed if the API does not show which of the first two it is.',
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

/** What the form of the trigger has besides that of Paged HTTP. */
export interface Settings {
	/** Changes that start the workflow. */
	events: readonly string[];
	changes: ChangeSettings;
	/** Whether the first poll returns the records that exist. */
	returnsFirst: boolean;
	/** The same as long as the same list is read in the same way; the second one is of Paging Setup: Automatic. */
	listIds: string[];
}

/** @throws UserError naming the field that is wrong */
export function readSettings(form: ItemParameters, input: ReadInput): Settings {
	const chosen: unknown = form.value('events', []);
	const events = (Array.isArray(chosen) ? chosen : [chosen]).map(String).filter(Boolean);
	if (!input.changes || events.length === 0) {
		throw new UserError('Trigger On is empty', { description: 'Select what starts the workflow.' });
	}
	const { changeField } = input.changes;
	const changes = { ...input.changes, changeField: changeField || CHANGE_FIELD };
	if (changes.by === 'changedAt') checkChangedAt(events, changes.createdAtPath);
	return {
		events,
		changes,
		returnsFirst: toChoice(form.options.onFirstPoll ?? 'remember', 'On First Poll', {
			remember: false,
			return: true,
		}),
		listIds: [readIdOf, automaticIdOf].map(
			// There is one list, whatever the headers are.
			(idOf) => `${idOf({ ...input, itemHeaders: {} })} ${settingsIdOf(changes)}`,
		),
	};
}

/** @throws UserError when what is asked for cannot be known */
function checkChangedAt(events: readonly string[], createdAtPath: string): void {
	if (events.includes('removed')) {
		throw new UserError('Changed-At Field does not find removed records', {
			description:
				"Set Find Changes By to Content, or remove Removed Record under Trigger On. An API that returns only what has changed can't report deletions.",
		});
	}
	if (events.length === 1 && createdAtPath === '') {
		throw new UserError('Created-At Path is empty', {
			description:
				'Enter it under Options > Changes, to tell new records from changed ones. Or select both New Record and Changed Record under Trigger On.',
		});
	}
}
