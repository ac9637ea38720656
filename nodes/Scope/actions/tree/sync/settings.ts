import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { InputItem } from '../../../../shared/node/inputItem';
import { toBoolean, toNumber } from '../../../../shared/node/parameters';
import type { Fold } from '../../../../shared/ids';
import { nameFold } from '../../../../shared/ids';
import { DEFAULT_ARCHIVE_AT_MOST, DEFAULT_SEPARATOR } from './properties';
import type { Table } from './tables/table';
import { TABLES } from './tables/tables';

/** What applies to the whole run. */
export interface SyncSettings {
	table: Table;
	/** Whether rows can have the id of their scope. */
	byId: boolean;
	separator: string;
	fold: Fold;
	archiveUnnamed: boolean;
	/** Scopes. */
	archiveAtMost: number;
}

/**
 * Reads the settings of a run: options are those of the first item.
 *
 * @throws UserError naming the field that has no usable value
 */
export function readSettings(context: IExecuteFunctions): SyncSettings {
	const first = new InputItem(context, 0);
	const { pathSeparator, matchCase, archiveUnnamed, archiveAtMost } = first.options;
	const table = TABLES.get(first.value('tableHas', 'path'));
	if (!table) throw unknownChoice('Table Has', 'Path, Name and Parent, or One Column per Level');
	const matchBy = first.value('matchBy', 'path');
	if (matchBy !== 'path' && matchBy !== 'id') throw unknownChoice('Match By', 'Path or Scope ID');
	return {
		table,
		byId: matchBy === 'id',
		// Not trimmed: spaces around it may be what distinguishes it from a character inside a name.
		separator: String(pathSeparator ?? '') || DEFAULT_SEPARATOR,
		fold: nameFold(toBoolean(matchCase, 'Case Sensitive', true)),
		archiveUnnamed: toBoolean(archiveUnnamed, 'Archive Scopes Not in Input', false),
		archiveAtMost: toNumber(archiveAtMost, 'Archive Limit', {
			fallback: DEFAULT_ARCHIVE_AT_MOST,
			min: 0,
		}),
	};
}

/** Only an expression can have a value that is not in the menu. */
function unknownChoice(label: string, names: string): UserError {
	return new UserError(`${label} has an unknown value`, {
		description: `Select ${names} in ${label}.`,
	});
}
