import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { ParameterColumn } from '../../../../shared/node/parameterColumn';
import { toText } from '../../../../shared/node/parameters';
import { parentTable } from './parentTable';
import type { RowPath, Table } from './rows';
import { emptyLevel, shownFor, toProblem } from './rows';

/** A table whose rows have the full path of their scope, such as `EMEA / Germany / Berlin`. */
const pathTable: Table = {
	properties: shownFor('path', [
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. EMEA / Germany / Berlin',
			description:
				'Names of all levels, from the top down. Names are case-sensitive; spaces around them are ignored. An expression can also return an array of names.',
			hint: 'Each input item is one scope. Missing parents are created, and archived scopes on the path are reactivated.',
		},
	]),
	readPaths(context, { separator }) {
		const paths = new ParameterColumn(context, 'path');
		return context.getInputData().map((_, index) => {
			try {
				return readPath(paths.read(index), separator);
			} catch (error) {
				return { names: [], problem: toProblem(error) };
			}
		});
	},
};

/** @param value text with a separator, or a list of names, which may contain the separator */
function readPath(value: unknown, separator: string): RowPath {
	const levels: unknown[] = Array.isArray(value) ? value : toText(value, 'Path').split(separator);
	const names = levels.map((level) => toText(level, 'Each level of Path'));
	if (names.join('') === '') return { names: [], problem: emptyPath(separator) };
	const empty = names.indexOf('');
	if (empty < 0) return { names };
	const fix = `Enter a name for every level. If a name contains "${separator}", set another Path Separator under Options.`;
	return { names, problem: emptyLevel(names, empty, separator, fix) };
}

function emptyPath(separator: string): UserError {
	return new UserError('Path is empty', {
		description: `Enter all levels from the top down, e.g. EMEA ${separator} Germany ${separator} Berlin.`,
	});
}

/** A table with one column for each level, such as Region, Country, and City. */
const levelsTable: Table = {
	properties: shownFor('levels', [
		{
			displayName: 'Levels',
			name: 'levels',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Level' },
			default: [],
			required: true,
			placeholder: 'e.g. {{ $json.Region }}',
			description:
				'The column of each level, from the top down. Empty cells at the end are ignored: a row ends at its last name.',
			hint: 'Add a level for each column, and drag the column into it',
		},
	]),
	readPaths(context) {
		const cells = new ParameterColumn(context, 'levels', []);
		return context.getInputData().map((_, index) => {
			try {
				return readCells([cells.read(index)].flat());
			} catch (error) {
				return { names: [], problem: toProblem(error) };
			}
		});
	},
};

function readCells(cells: unknown[]): RowPath {
	const texts = cells.map((cell) => toText(cell, 'Each of Levels'));
	const names = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
	if (names.length === 0) return { names, problem: noNames(cells.length) };
	const empty = names.indexOf('');
	if (empty < 0) return { names };
	const fix = 'Enter a name for this level, or clear the levels below it.';
	return { names, problem: emptyLevel(names, empty, '/', fix) };
}

function noNames(count: number): UserError {
	return new UserError('Levels are empty', {
		description:
			count === 0
				? 'Add a level for each column of the table.'
				: 'Enter at least the name of the top level, or remove the item.',
	});
}

/** The kinds of tables, by their value in Table Has. */
export const TABLES: ReadonlyMap<unknown, Table> = new Map([
	['path', pathTable],
	['parent', parentTable],
	['levels', levelsTable],
]);

/** Table Has, and the columns of each kind of table. */
export const tableProperties: INodeProperties[] = [
	{
		displayName: 'Table Has',
		name: 'tableHas',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Name and Parent',
				value: 'parent',
				description: 'Each row has the name of a scope and its parent, e.g. an HR export',
			},
			{
				name: 'One Column per Level',
				value: 'levels',
				description: 'Each row has the names of all levels in columns of their own',
			},
			{
				name: 'Path',
				value: 'path',
				description: 'Each row has all levels in one text, e.g. EMEA / Germany / Berlin',
			},
		],
		default: 'path',
		description: 'How the rows of the table describe the hierarchy',
	},
	...[...TABLES.values()].flatMap(({ properties }) => properties),
];
