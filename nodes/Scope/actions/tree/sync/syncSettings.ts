import type { INodeProperties } from 'n8n-workflow';

import { nameFold } from '../../../../shared/basics/nameFolds';
import { switchField, textField } from '../../../../shared/forms/fields';
import { numberOf, readNames, switchOf, toChoice } from '../../../../shared/node/coerce';
import { incompleteListOption } from '../../../../shared/node/incompleteList';
import type { InputItem } from '../../../../shared/node/inputItem';
import { clearsEmptyCells, emptyCellsOption } from '../../../../shared/node/properties/emptyCells';
import { concurrentRequestsOption } from '../../../../shared/node/properties/requests';
import { batchSize } from '../../scope/scopeFields';
import { copyAssignmentsOption } from './movedUnits';
import { possibleRenamesOption } from './possibleRenames';
import { TABLES } from './tables';
import type { SyncSettings } from './treeRows';

const archiveUnnamed = switchField(
	'Archive Scopes Not in Input',
	'archiveUnnamed',
	'Whether to archive active scopes that are not in the input, which also removes their control assignments. Nothing is archived if an item fails.',
);

const ignoreCase = switchField(
	'Ignore Case',
	'ignoreCase',
	'Whether a scope also matches if its name differs in letter case, e.g. "BERLIN" and "Berlin"',
);

const keep = textField(
	'Keep',
	'keep',
	'Scopes that are never archived, nor those above and below them: IDs, paths, or names, separated by commas',
	{ placeholder: 'e.g. EMEA / Germany, Holding' },
);

const pathSeparator = textField(
	'Path Separator',
	'pathSeparator',
	'Text between two levels in Path. Spaces in it must match.',
	{ default: '/' },
);

/** The members of Options. */
export const syncOptions: INodeProperties[] = [
	incompleteListOption,
	archiveUnnamed,
	batchSize,
	copyAssignmentsOption,
	emptyCellsOption,
	ignoreCase,
	keep,
	concurrentRequestsOption,
	pathSeparator,
	possibleRenamesOption,
];

/**
 * Reads the settings of a run, before the first request.
 *
 * @param first the input item whose options count for all
 * @throws UserError naming the field that has no usable value
 */
export function readSyncSettings(first: InputItem): SyncSettings {
	const { options } = first;
	const idChoices = { path: false, id: true };
	return {
		table: toChoice(first.value('tableHas', 'path'), 'Table Layout', TABLES),
		byId: toChoice(first.value('matchBy', 'path'), 'Find Existing Scopes By', idChoices),
		// Not trimmed: spaces around it may be what distinguishes it from a character inside a name.
		separator: String(options.pathSeparator || '/'),
		fold: nameFold(switchOf(options, ignoreCase)),
		clearsEmpty: clearsEmptyCells(options),
		batchSize: numberOf(options, batchSize),
		archiveUnnamed: switchOf(options, archiveUnnamed),
		keep: readNames(options.keep, keep.displayName),
		createsRenamed: toChoice(
			options.possibleRenames ?? possibleRenamesOption.default,
			possibleRenamesOption.displayName,
			{ stop: false, create: true },
		),
		copiesAssignments: switchOf(options, copyAssignmentsOption),
	};
}
