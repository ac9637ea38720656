import { UserError } from 'n8n-workflow';

import { automaticIdOf, readIdOf, settingsIdOf } from '../shared/read/changes';
import { toChoice } from '../shared/node/parameters';
import type { ChangeSettings, ReadInput } from '../shared/read/types';
import type { ItemParameters } from '../shared/node/inputItem';

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

/** Name of the field with the change, unless the user has chosen another one. */
export const CHANGE_FIELD = 'change';

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
