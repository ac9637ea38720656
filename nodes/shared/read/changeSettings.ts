import { CHANGED_AT } from '../changes/filter';
import { userError } from '../n8n/nodeErrors';
import { numberOf, readNames, toChoice, toText } from '../node/coerce';
import type { ItemParameters } from '../node/itemParameters';
import { maxRecordsPerRun, maxRemoved, overlap } from './properties/options';
import type { ChangeSettings } from './types';

/** The values of Mark as Processed. */
const MARKS = {
	confirmed: 'whenConfirmed',
	immediately: 'atOnce',
	succeeded: 'atEnd',
} as const;

/**
 * Reads the parameters of New and Changed.
 *
 * @param isAutomatic whether the paging scheme is to be found first
 * @throws UserError naming the field that is wrong, or that does not go with the others
 */
export function readChangeSettings(item: ItemParameters, isAutomatic: boolean): ChangeSettings {
	const { options } = item;
	const changeField = toText(options.changeField, 'Change Field');
	const shared = {
		recordKey: item.requiredText('recordKey', 'Record Key'),
		changeField,
		// Without the field, nothing would tell them from records that are there.
		returnsRemoved: changeField !== '',
		maxRemoved: numberOf(options, maxRemoved),
		emptyList: toChoice(options.emptyList ?? 'stop', 'Empty List', {
			stop: 'stop' as const,
			remove: 'remove' as const,
		}),
		marks: readMarks(item),
		remembersFirst: toChoice(options.onFirstRun ?? 'return', 'On First Run', {
			return: false,
			remember: true,
		}),
		maxReturned: numberOf(options, maxRecordsPerRun) || undefined,
		startOver: toText(options.startOver, 'Start Over'),
		countsHandled: toChoice(options.handledErrors ?? 'again', 'Handled Errors', {
			again: false,
			processed: true,
		}),
	};
	const by = toChoice(item.value('findChangesBy', 'content'), 'Find Changes By', {
		changedAt: 'changedAt',
		content: 'content',
	});
	if (by === 'content')
		return {
			by,
			watch: readNames(options.watchFields, 'Watch Fields'),
			ignore: readNames(options.ignoreFields, 'Ignore Fields'),
			...shared,
		};
	// An answer without records, as to a filter by time, shows nothing about its pages.
	if (isAutomatic) {
		throw userError(
			'Changed-At Field cannot be used with Paging Setup: Automatic',
			'Run Paged HTTP once with Paging Setup set to Automatic and Records set to All. Copy the dataset from its Summary output, set Paging Setup here to Saved Setup (JSON), and paste it.',
		);
	}
	const template = toText(options.changedAtValue, 'Changed-At Value') || CHANGED_AT;
	if (!template.includes(CHANGED_AT)) {
		throw userError(
			`Changed-At Value has no ${CHANGED_AT}`,
			`Write ${CHANGED_AT} where the date and time belongs, such as modified ge ${CHANGED_AT}.`,
		);
	}
	return {
		by,
		...shared,
		changedAtPath: item.requiredText('changedAtPath', 'Changed-At Path'),
		createdAtPath: toText(options.createdAtPath, 'Created-At Path'),
		overlap: Math.ceil(numberOf(options, overlap)),
		parameter: item.requiredText('changedAtParameter', 'Changed-At Parameter'),
		template,
	};
}

/** @returns when records are marked as processed */
function readMarks(item: ItemParameters): ChangeSettings['marks'] {
	// The success of a batch is its confirmation.
	if (item.value('output', '') === 'batches') return 'atOnce';
	return toChoice(item.value('countAsDone', 'succeeded'), 'Mark as Processed', MARKS);
}
