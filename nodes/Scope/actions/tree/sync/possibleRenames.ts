import { groupsOf } from '../../../../shared/basics/lists';
import { listField } from '../../../../shared/forms/fields';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { describeRows } from '../../../../shared/node/rowRanges';
import { type ExistingScope, pathText } from './existingScopes';
import type { Level } from './matchRows';
import { SkippedError, type TreeRow } from './treeRows';

/** The member of Options for rows that may have another name than before. */
export const possibleRenamesOption = listField(
	'Possible Renames',
	'possibleRenames',
	'stop',
	'What to do with a row that has a Row Key and no scope yet, if exactly one scope at its place is not in the input',
	[
		[
			'Stop',
			'stop',
			'The row is an error, before anything is written: it may be that scope with a new name',
		],
		['Create', 'create', 'The row is a new scope'],
	],
);

/**
 * Finds rows that may be a scope with a new name, and makes them problems: created as new scopes, they would be
 * without its control assignments. Units that a part of an org chart leaves out are asked about once, with all rows.
 *
 * @param leftOut scopes that the input should have had
 */
export function refuseRenames(levels: readonly Level[], leftOut: readonly ExistingScope[]): void {
	const missing = groupsOf(leftOut, ({ parentId }) => parentId);
	const isNew = ({ scope, rows, obstacle }: Level) =>
		scope === null && obstacle === undefined && rows.some(({ key }) => key !== undefined);
	const byParent = groupsOf(levels.filter(isNew), ({ parent }) => parent);
	const found = [...byParent].flatMap(([parent, added]) => {
		const [level, ...moreAdded] = added;
		const [gone, ...moreGone] = parent?.scope === null ? [] : (missing.get(parent?.id) ?? []);
		const isOne = level && gone && moreAdded.length === 0 && moreGone.length === 0;
		return isOne ? [{ level, gone }] : [];
	});
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

function renamed(found: Array<{ level: Level; gone: ExistingScope }>, rows: TreeRow[]): Error {
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
