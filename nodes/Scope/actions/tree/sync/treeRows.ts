import type { INodeProperties } from 'n8n-workflow';

import type { Fold } from '../../../../shared/basics/nameFolds';
import { visible } from '../../../../shared/basics/visible';
import { InputError, userError } from '../../../../shared/n8n/nodeErrors';
import { identityText } from '../../../../shared/node/cells/identifying';
import { toCellText } from '../../../../shared/node/coerce';
import type { InputItem } from '../../../../shared/node/inputItem';
import { pathText } from './existingScopes';

/** Where a row puts its scope. */
export interface RowPath {
	/** From the top level down; as far as it is known when there is a problem. */
	names: string[];
	/** Why the row cannot be synced. */
	problem?: unknown;
	/** What identifies its row in the table, whatever its name. */
	key?: string;
	/** What is doubtful about the place if the scope is new, a sentence each. */
	doubts?: string[];
}

/** One input item. */
export interface TreeRow extends RowPath {
	itemIndex: number;
	/** Id of the scope; `''` to find it by its names. Another row cannot have it, even if this one has a problem. */
	scopeId: string;
	/** Of the scope that a row with its key was, if an earlier run remembers that. */
	rememberedId?: string;
	/** IDs of old scopes of its unit, whose control assignments an earlier run has not copied. */
	copyFrom?: readonly string[];
	/** `''` keeps the owner. */
	owner: string;
	/** `undefined` keeps the description, `''` clears it. */
	description?: string;
}

/** A kind of table that describes a hierarchy. */
export interface TreeTable {
	/** Its columns. */
	properties: INodeProperties[];
	/** @returns the path of each input item */
	readPaths: (items: InputItem[], settings: SyncSettings) => RowPath[];
}

/** What applies to the whole run. */
export interface SyncSettings {
	table: TreeTable;
	/** Whether rows can have the id of their scope. */
	byId: boolean;
	separator: string;
	fold: Fold;
	/** Whether an empty cell clears a description. */
	clearsEmpty: boolean;
	/** Scopes per bulk request at most. */
	batchSize: number;
	archiveUnnamed: boolean;
	/** IDs, paths, or names of scopes that are never archived. */
	keep: string[];
	/** Whether a row that may be a scope with a new name is a new one. */
	createsRenamed: boolean;
	/** Whether the new scope of a unit that has moved gets the control assignments of its old one. */
	copiesAssignments: boolean;
}

/** Why a row without an error of its own is skipped: a row above it has one. */
export class SkippedError extends InputError {
	/** @param names of the scope above that cannot be synced */
	constructor(names: string[]) {
		super(
			`Skipped: its parent "${pathText(names)}" could not be synced`,
			'Correct the row of the parent scope first.',
		);
	}
}

/**
 * Reads all input items.
 *
 * @returns one row per item; what is wrong with a row is its problem, and no exception
 */
export function readTreeRows(items: InputItem[], settings: SyncSettings): TreeRow[] {
	const paths = settings.table.readPaths(items, settings);
	return items.map((item, itemIndex) => {
		const row: TreeRow = { names: [], ...paths[itemIndex], itemIndex, scopeId: '', owner: '' };
		try {
			if (settings.byId)
				row.scopeId = identityText(item.text('scopeId', 'Scope ID'), 'Scope ID', NO_ID);
			row.owner = identityText(item.text('owner', 'Owner'), 'Owner', NO_OWNER);
			refuseColumnName(item, 'owner', 'Owner');
			for (const { name, displayName } of settings.table.properties)
				refuseColumnName(item, name, displayName);
			const { description } = item.collection('additionalFields');
			const text = toCellText(description, 'Description');
			// A column that is missing is no empty cell.
			const isCleared = settings.clearsEmpty && description !== undefined;
			if (text !== '' || isCleared) row.description = text;
		} catch (error) {
			row.problem ??= error;
		}
		return row;
	});
}

const NO_ID = 'Correct the ID, or leave it empty to find the scope by its path, or create it.';

const NO_OWNER = 'Enter a user ID, or leave Owner empty to keep the owner of an existing scope.';

/** The name of a column stays in the field when the column is dragged to it: `owner {{ $json.owner }}`. */
function refuseColumnName(item: InputItem, field: string, label: string): void {
	const entered = String(item.value(field, '', { rawExpressions: true }));
	const [typed = ''] = entered.replace(/^=/, '').split('{{');
	const name = visible(typed);
	if (name === '' || !Object.keys(item.json).map(visible).includes(name)) return;
	throw userError(
		`${label} is or starts with "${name}", the name of a column`,
		`Clear ${label}, then drag the column into it. To enter such text, use an expression: {{ "${name}" }}.`,
	);
}
