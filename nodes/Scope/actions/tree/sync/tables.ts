import type { INodeProperties } from 'n8n-workflow';

import { listField, shownIf } from '../../../../shared/forms/fields';
import { parentTable } from './parentTable';
import { levelsTable, pathTable } from './pathTables';

/** The kinds of tables, by their value in Table Layout. */
export const TABLES = { path: pathTable, parent: parentTable, levels: levelsTable };

/** Table Layout, and the columns of each kind of table. */
export const tableProperties: INodeProperties[] = [
	listField(
		'Table Layout',
		'tableHas',
		'path',
		'How the rows of the table describe the hierarchy',
		[
			[
				'Name and Parent',
				'parent',
				'Each row has the name of a scope and its parent, e.g. an HR export',
			],
			[
				'One Column per Level',
				'levels',
				'Each row has the name of each level in a separate column',
			],
			['Path', 'path', 'Each row has all levels in one text, e.g. EMEA / Germany / Berlin'],
		],
		{ noDataExpression: true },
	),
	...Object.entries(TABLES).flatMap(([kind, { properties }]) =>
		shownIf({ tableHas: [kind] }, properties),
	),
];
