import type { INodeProperties } from 'n8n-workflow';

import { levelsTable } from './levelsTable';
import { parentTable } from './parentTable';
import { pathTable } from './pathTable';
import type { Table } from './table';

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
