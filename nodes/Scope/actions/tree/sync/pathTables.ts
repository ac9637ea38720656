import type { INodeProperties } from 'n8n-workflow';

import { visible } from '../../../../shared/basics/visible';
import { textField } from '../../../../shared/forms/fields';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { identityText, refuseInIdentity } from '../../../../shared/node/cells/identifying';
import { toText } from '../../../../shared/node/coerce';
import type { RowPath, TreeTable } from './treeRows';

/** A table whose rows have the full path of their scope, such as `EMEA / Germany / Berlin`. */
export const pathTable = tableOfPaths(
	textField(
		'Path',
		'path',
		'Names of all levels, from the top down. Spaces around names are ignored. An expression can also return an array of names.',
		{
			required: true,
			placeholder: 'e.g. EMEA / Germany / Berlin',
			hint: 'Missing parents are created, and archived scopes reactivated',
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
