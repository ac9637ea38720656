import { UserError } from 'n8n-workflow';

import { ParameterColumn } from '../../../../../shared/node/parameterColumn';
import { toText } from '../../../../../shared/node/parameters';
import type { RowPath, Table } from './table';
import { emptyLevel, shownFor, toProblem } from './table';

/** A table with one column for each level, such as Region, Country, and City. */
export const levelsTable: Table = {
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
