import type { INodeProperties } from 'n8n-workflow';

import type { Fold } from '../../../../shared/basics/nameFolds';
import { visible } from '../../../../shared/basics/visible';
import { textField } from '../../../../shared/forms/fields';
import { InputError, userError } from '../../../../shared/n8n/nodeErrors';
import { identityText, refuseInIdentity } from '../../../../shared/node/cells/identifying';
import { toCellText, toText } from '../../../../shared/node/coerce';
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

/** A table whose rows have the full path of their scope, such as `EMEA / Germany / Berlin`. */
export const pathTable = tableOfPaths(
	textField(
		'Path',
		'path',
		'Names of all levels, from the top down. Spaces around names are ignored. An expression can also return an array of names.',
		{
			required: true,
			placeholder: 'e.g. EMEA / Germany / Berlin',
			hint: 'Each input item is one scope. Missing parents are created, and archived scopes on the path are reactivated.',
		},
	),
	(value, separator) => {
		// A list of names may contain the separator.
		const levels: unknown[] = Array.isArray(value) ? value : splitPath(value, separator);
		const names = levels.map((level) => identityText(toText(level, 'Path level'), 'Path level'));
		const fix = `Enter a name for every level. If a name contains "${separator}", set another Path Separator under Options.`;
		const doubts = Array.isArray(value) ? [] : slashesInNames(String(value), separator);
		if (names.join('') !== '') return { ...withoutGaps(names, separator, fix), doubts };
		throw userError(
			'Path is empty',
			`Enter all levels from the top down, e.g. EMEA ${separator} Germany ${separator} Berlin, or remove the row.`,
		);
	},
);

/** Where there are blanks around some separators, one without them may be a part of a name: `EMEA / Sales/Marketing`. */
function slashesInNames(path: string, separator: string): string[] {
	const parts = path.split(separator);
	const isTight = (at: number) => /\S$/.test(parts[at - 1] ?? '') && /^\S/.test(parts[at] ?? '');
	const isSpaced = (at: number) => /\s$/.test(parts[at - 1] ?? '') && /^\s/.test(parts[at] ?? '');
	const places = [...parts.keys()].slice(1);
	if (!places.some(isTight) || !places.some(isSpaced)) return [];
	return [
		`Split at each "${separator}". If one without spaces around it is part of a name, set Path Separator to " ${separator} " under Options, with the spaces.`,
	];
}

function splitPath(value: unknown, separator: string): string[] {
	const text = toText(value, 'Path');
	const levels = text.split(separator);
	// Of `n/a`, each level by itself would be a name.
	if (levels.some((level) => visible(level) !== '')) refuseInIdentity(text, 'Path');
	return levels;
}

/** A table with one column for each level, such as Region, Country, and City. */
export const levelsTable = tableOfPaths(
	textField(
		'Levels',
		'levels',
		'The column of each level, from the top down. Empty cells at the end are ignored: a row ends at its last name.',
		{
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Level' },
			default: [],
			required: true,
			placeholder: 'e.g. {{ $json.Region }}',
			hint: 'Add a level for each column, and drag the column into it',
		},
	),
	(value) => {
		const cells = [value].flat().map((cell) => identityText(toText(cell, 'Level'), 'Level'));
		const names = cells.slice(0, cells.findLastIndex((text) => text !== '') + 1);
		const fix =
			'Enter a name for this level, or clear the levels below it. If cells are merged, only the first row has the name.';
		if (names.length > 0) return { ...withoutGaps(names, '/', fix), doubts: filledUp(names) };
		throw userError(
			'Levels are empty',
			cells.length === 0
				? 'Add a level for each column of the table.'
				: 'Enter at least the name of the top level, or remove the row.',
		);
	},
);

/** Some exports fill the levels below a unit with its own name. Two may be right: New York / New York. */
function filledUp(names: readonly string[]): string[] {
	const [last, above, top] = names.toReversed();
	if (last !== above || last !== top) return [];
	return [
		'The last three levels have the same name. If they are one scope, clear those below the first.',
	];
}

/** @param read the path in a cell of the only column; throws where there is none */
function tableOfPaths(
	column: INodeProperties,
	read: (value: unknown, separator: string) => RowPath,
): TreeTable {
	return {
		properties: [column],
		readPaths: (items, { separator }) =>
			items.map((item) => {
				try {
					return read(item.value(column.name, ''), separator);
				} catch (error) {
					return { names: [], problem: error };
				}
			}),
	};
}

/** @param fix what to do about a level with an empty name */
function withoutGaps(names: string[], separator: string, fix: string): RowPath {
	const empty = names.indexOf('');
	if (empty < 0) return { names };
	const path = names.join(` ${separator} `);
	const message = `Level ${empty + 1} of the path "${path}" is empty`;
	return { names, problem: userError(message, fix) };
}
