import { UserError } from 'n8n-workflow';

import { ParameterColumn } from '../../../../../shared/node/parameterColumn';
import { toText } from '../../../../../shared/node/parameters';
import type { RowPath, Table } from './table';
import { emptyLevel, shownFor, toProblem } from './table';

/** A table whose rows have the full path of their scope, such as `EMEA / Germany / Berlin`. */
export const pathTable: Table = {
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
