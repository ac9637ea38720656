import { userError } from '../shared/n8n/nodeErrors';
import { readNames, toChoice } from '../shared/node/coerce';
import type { ItemParameters } from '../shared/node/itemParameters';
import { automaticIdOf, readIdOf, settingsIdOf } from '../shared/read/listId';
import type { ChangeSettings, ReadInput } from '../shared/read/types';

/** Name of the field with the change, unless the user has chosen another one. */
export const CHANGE_FIELD = 'change';

/** What the form of the trigger has besides that of Paged HTTP. */
export interface PollSettings {
	/** What starts the workflow: `created`, `updated` and `removed`; at least one. */
	events: string[];
	/** How changes are found; with a Change Field in any case. */
	changes: ChangeSettings;
	/** Whether the records that exist at the first poll start the workflow. */
	returnsFirst: boolean;
	/**
	 * The same as long as the same list is read in the same way; the second one is of Paging Setup:
	 * Automatic, whatever it has found.
	 */
	listIds: string[];
}

/**
 * Reads what starts the workflow, and of which list.
 *
 * @param input the rest of the form
 * @throws UserError naming the field that is wrong
 */
export function readPollSettings(form: ItemParameters, input: ReadInput): PollSettings {
	const events = readNames(form.value('events', []), 'Trigger On');
	if (!input.changes || events.length === 0)
		throw userError('Trigger On is empty', 'Select what starts the workflow.');
	const { changeField } = input.changes;
	const changes = {
		...input.changes,
		changeField: changeField || CHANGE_FIELD,
		// What starts a workflow does not come again.
		marks: 'atOnce' as const,
		returnsRemoved: events.includes('removed'),
	};
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
		throw userError(
			'Changed-At Field does not find removed records',
			"Set Find Changes By to Content, or remove Removed Record under Trigger On. An API that returns only what has changed can't report deletions.",
		);
	}
	if (events.length === 1 && createdAtPath === '') {
		throw userError(
			'Created-At Path is empty',
			'Enter it under Options > Changes, to tell new records from changed ones. Or select both New Record and Changed Record under Trigger On.',
		);
	}
}
