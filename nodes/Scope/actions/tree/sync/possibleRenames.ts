import { idKey } from '../../../../shared/basics/ids';
import { groupsOf } from '../../../../shared/basics/lists';
import { listField } from '../../../../shared/forms/fields';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { describeRows } from '../../../../shared/node/rowRanges';
import { type ExistingScope, pathText } from './existingScopes';
import type { Level } from './matchRows';
import type { RowKeyMemory } from './rowKeyMemory';
import { SkippedError, type TreeRow } from './treeRows';

/** The member of Options for rows that may have another name than before. */
export const possibleRenamesOption = listField(
	'Possible Renames',
	'possibleRenames',
	'stop',
	'What to do with a row that has a new Row Key and no scope yet, if exactly one scope at its place is not in the input any more',
	[
		[
			'Stop',
			'stop',
			'The row is an error, before anything is written: it may be that scope with a new name',
		],
		['Create', 'create', 'The row is a new scope'],
	],
);

/** A row that may be a scope with a new name. */
export interface PossibleRename {
	level: Level;
	gone: ExistingScope;
}

/**
 * Finds rows that may be a scope with a new name: created as new scopes, they would be without its control
 * assignments. A row whose Row Key is known is no such row, and a scope none whose Row Key is still in the input, or
 * which the input did not have before: a table that is a part of an org chart leaves out the same scopes each time.
 *
 * @param rows all of the input
 * @param leftOut scopes that the input should have had
 */
export function possibleRenames(
	levels: readonly Level[],
	rows: readonly TreeRow[],
	leftOut: readonly ExistingScope[],
	memory: RowKeyMemory,
): PossibleRename[] {
	const present = new Set(rows.flatMap(({ key }) => (key === undefined ? [] : [idKey(key)])));
	const lost = leftOut.filter(({ id }) => memory.mayHaveLostKey(id, present));
	const missing = groupsOf(lost, ({ parentId }) => parentId);
	const isNew = ({ scope, rows: own, obstacle }: Level) =>
		scope === null &&
		obstacle === undefined &&
		own.some(({ key }) => key !== undefined && memory.unitOf(key) === undefined);
	const byParent = groupsOf(levels.filter(isNew), ({ parent }) => parent);
	return [...byParent].flatMap(([parent, added]) => {
		const [level, ...moreAdded] = added;
		const [gone, ...moreGone] = parent?.scope === null ? [] : (missing.get(parent?.id) ?? []);
		const isOne = level && gone && moreAdded.length === 0 && moreGone.length === 0;
		return isOne ? [{ level, gone }] : [];
	});
}

/** Makes such rows problems, all with the same error, and those below them. */
export function refuseRenames(levels: readonly Level[], found: readonly PossibleRename[]): void {
	const rows = found.flatMap(({ level }) => level.rows);
	if (rows.length === 0) return;
	const problem = renamed(found, rows);
	for (const row of rows) row.problem ??= problem;
	for (const { level } of found) level.obstacle = problem;
	for (const level of levels) {
		if (level.obstacle !== undefined || level.parent?.obstacle === undefined) continue;
		level.obstacle = new SkippedError(level.parent.path);
		for (const row of level.rows) row.problem ??= level.obstacle;
	}
}

function renamed(found: readonly PossibleRename[], rows: TreeRow[]): Error {
	const pairs = found
		.slice(0, MOST_NAMED)
		.map(
			({ level, gone }) =>
				`"${pathText(level.path)}" for "${pathText(gone.names)}" (ID ${gone.id})`,
		);
	if (found.length > MOST_NAMED) pairs.push(`${found.length - MOST_NAMED} more`);
	const which = describeRows(rows.map(({ itemIndex }) => itemIndex));
	return userError(
		`New names of scopes that are not in the input? ${pairs.join(', ')} (${which})`,
		'If so, set Find Existing Scopes By to Scope ID and add the ID to the row: the scope is renamed, and keeps its control assignments.',
		'If not, set Possible Renames to Create under Options.',
	);
}

const MOST_NAMED = 5;
