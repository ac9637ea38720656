import { UserError } from 'n8n-workflow';

import type { ChangedAtFilter } from '../changes/filter';
import { CHANGED_AT } from '../changes/filter';
import type { ByChangedAt, ByContent } from '../changes/types';
import type { ItemParameters } from '../node/inputItem';
import { toNumber, toText } from '../node/parameters';
import { toChoice } from './formInput';
import { DEFAULT_OVERLAP } from './properties/changes';

/** What the user has chosen for New and Changed. */
export type ChangeSettings = (ByContent | (ByChangedAt & { filter: ChangedAtFilter })) & {
	/** Whether records count as done when they are returned. */
	isDoneAtOnce: boolean;
};

const FIND_BY = new Map<unknown, ChangeSettings['by']>([
	['changedAt', 'changedAt'],
	['content', 'content'],
]);
const IS_AT_ONCE = new Map([
	['confirmed', false],
	['immediately', true],
]);

const OVERLAP = { fallback: DEFAULT_OVERLAP, min: 0 };

/**
 * Reads the parameters of New and Changed.
 *
 * @param isAutomatic whether the paging scheme is to be found first
 * @throws UserError naming the field that is wrong, or that does not go with the others
 */
export function readChangeSettings(item: ItemParameters, isAutomatic: boolean): ChangeSettings {
	const { options } = item;
	const shared = {
		recordKey: item.requiredText('recordKey', 'Record Key'),
		changeField: toText(options.changeField, 'Change Field'),
		// The success of a batch is its confirmation.
		isDoneAtOnce:
			toChoice(item.value('countAsDone', 'confirmed'), 'Count as Done', IS_AT_ONCE) ||
			item.value('output', '') === 'batches',
	};
	const by = toChoice(item.value('findChangesBy', 'content'), 'Find Changes By', FIND_BY);
	if (by === 'content') return { by, ...shared };
	if (isAutomatic) throw notWithAutomatic();
	const overlap = Math.ceil(toNumber(options.overlap, 'Overlap', OVERLAP));
	return {
		by,
		...shared,
		changedAtPath: item.requiredText('changedAtPath', 'Changed-At Path'),
		createdAtPath: toText(options.createdAtPath, 'Created-At Path'),
		overlap,
		filter: {
			parameter: item.requiredText('changedAtParameter', 'Changed-At Parameter'),
			template: readTemplate(options.changedAtValue),
			overlap,
		},
	};
}

function readTemplate(option: unknown): string {
	const template = toText(option, 'Changed-At Value') || CHANGED_AT;
	if (template.includes(CHANGED_AT)) return template;
	throw new UserError(`Changed-At Value has no ${CHANGED_AT}`, {
		description: `Write ${CHANGED_AT} where the date and time belongs, such as modified ge ${CHANGED_AT}.`,
	});
}

/** An answer without records, as to a filter by time, shows nothing about its pages. */
function notWithAutomatic(): UserError {
	return new UserError('Find Changes By Changed-At Field cannot be used with Source: Automatic', {
		description:
			'Run the node once with Read set to All Records. Copy the dataset from the Summary output, set Source to Dataset (JSON), and paste it.',
	});
}
