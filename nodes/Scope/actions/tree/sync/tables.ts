import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../../shared/basics/text';
import { describeRows, groupsOf } from '../../../../shared/node/batches';
import type { InputItem } from '../../../../shared/node/inputItem';
import { pathText } from './existingScopes';
import type { RowPath, SyncSettings, Table } from './rows';
import { levelsTable, pathTable, shownFor, SkippedError, toProblem } from './rows';

/** A table whose rows name their parent, such as the export of an HR system. */
const parentTable: Table = {
	properties: shownFor('parent', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Berlin',
			description: 'Name of the scope, without its parents',
		},
		{
			displayName: 'Parent',
			name: 'parent',
			type: 'string',
			default: '',
			placeholder: 'e.g. Germany',
			description:
				'Name of the parent, or its Row Key if the table has one. At the top level, it is empty, 0, or the row itself.',
			hint: 'Each input item is one scope, and its parent must be an input item too. Archived scopes in the table are reactivated.',
		},
		{
			displayName: 'Row Key',
			name: 'rowKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. 4711',
			description:
				'What Parent refers to if not a name, such as the ID of the unit in the HR system. Use it if names are not unique.',
		},
	]),
	readPaths(items, { fold }) {
		const units = items.map(readUnit);
		linkParents(units, fold);
		return units.map((unit) => placeOf(unit));
	},
};

/** One row. */
interface Unit {
	index: number;
	name: string;
	/** Name or key of another row; `''` at the top level. */
	parent: string;
	key: string;
	problem?: Error;
	/** The rows that its parent can be: one, unless there is something wrong. */
	above: Unit[];
	place?: Place;
}

/** The path of a row, and why the rows below it cannot be synced, if so. */
interface Place extends RowPath {
	below?: Error;
}

function readUnit(item: InputItem): Unit {
	const unit: Unit = { index: item.index, name: '', parent: '', key: '', above: [] };
	try {
		// The key first: other rows may refer to a row that has no name.
		unit.key = item.text('rowKey', 'Row Key');
		unit.name = item.requiredText('name', 'Name');
		unit.parent = item.text('parent', 'Parent');
	} catch (error) {
		unit.problem = toProblem(error);
	}
	return unit;
}

function linkParents(units: Unit[], fold: SyncSettings['fold']): void {
	const hasKeys = units.some(({ key }) => key !== '');
	const keyOf = hasKeys ? idKey : fold;
	const byReference = groupsOf(units, ({ key, name }) => keyOf(hasKeys ? key : name));
	for (const unit of units) {
		if (unit.parent === '') continue;
		const above = byReference.get(keyOf(unit.parent)) ?? [];
		// In exports of HR systems, the parent of a top row may also be 0, or the row itself.
		const isTop = above.length === 0 ? unit.parent === '0' : above.every((each) => each === unit);
		if (isTop) unit.parent = '';
		else unit.above = above;
	}
}

/** @param below the rows from where it was asked for, from the bottom up */
function placeOf(unit: Unit, below: Unit[] = []): Place {
	if (below.includes(unit)) {
		const cycle = below.slice(below.indexOf(unit));
		const problem = ownAncestor(cycle);
		for (const each of cycle) each.place = blocked([each.name], problem);
	}
	const { name, parent, key, problem, above } = unit;
	const [first] = above;
	const place =
		first && above.length === 1 && !unit.place ? placeOf(first, [...below, unit]) : undefined;
	// A row of a cycle has got its place on the way.
	if (unit.place) return unit.place;
	const namesAbove = place?.names ?? [];
	const names = [...namesAbove, name];
	if (problem)
		unit.place = { names, problem, below: new SkippedError([...namesAbove, name || key]) };
	else if (above.length > 1) unit.place = blocked(names, ambiguous(parent, above));
	else if (parent !== '' && !place) unit.place = blocked(names, orphan(parent));
	else if (place?.below) unit.place = { names, problem: place.below, below: place.below };
	else unit.place = { names };
	return unit.place;
}

function blocked(names: string[], problem: Error): Place {
	return { names, problem, below: new SkippedError(names) };
}

function orphan(parent: string): UserError {
	return new UserError(`The parent "${parent}" is not in the table`, {
		description:
			'Add a row for the parent, or correct Parent: it must be the name of another row, or its Row Key if there are any. Leave it empty for a scope at the top level.',
	});
}

function ambiguous(parent: string, units: Unit[]): UserError {
	const hasKey = units.some(({ key }) => key !== '');
	return new UserError(
		`Found ${units.length} parents with the ${hasKey ? 'Row Key' : 'name'} "${parent}" (${rowsOf(units)})`,
		{
			description: hasKey
				? 'Correct Row Key so that it is different in each row.'
				: 'Enter a unique value for each row in Row Key, such as its ID in the HR system, and use these values in Parent.',
		},
	);
}

function ownAncestor(cycle: Unit[]): UserError {
	const names = cycle.map(({ name }) => name);
	const [first = ''] = names;
	const path = pathText([...names, first].reverse());
	return new UserError(`"${first}" is its own ancestor: ${path} (${rowsOf(cycle)})`, {
		description: 'Correct Parent in one of these rows. Leave it empty for the top level.',
	});
}

function rowsOf(units: Unit[]): string {
	return describeRows(units.map(({ index }) => index));
}

/** The kinds of tables, by their value in Table Layout. */
export const TABLES = { path: pathTable, parent: parentTable, levels: levelsTable };

/** Table Layout, and the columns of each kind of table. */
export const tableProperties: INodeProperties[] = [
	{
		displayName: 'Table Layout',
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
	...Object.values(TABLES).flatMap(({ properties }) => properties),
];
