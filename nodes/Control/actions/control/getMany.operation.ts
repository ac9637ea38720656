import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readNameList } from '../../../shared/assignments/nameList';
import {
	listField,
	noticeField,
	shownIf,
	switchField,
	textField,
} from '../../../shared/forms/fields';
import { switchOf, toChoice } from '../../../shared/node/coerce';
import { filtersCollection, readFilter } from '../../../shared/node/filters';
import { getManyOperation } from '../../../shared/node/getMany';
import { NOT_AS_TOOL } from '../../../shared/node/properties/asTool';
import { listControls } from '../../../shared/service/api/controls';
import { toAssignmentRows } from './assignmentOutput';
import { describeGaps, readCoverage } from './coverage';
import { toControlRows, toMatrixRows } from './coverageOutput';

const canLink = switchField(
	'Can Link',
	'canLink',
	'Whether to return only controls that the client ID in the credential can link to',
);

const expandScopes = switchField(
	'Expand Scopes',
	'expandScopes',
	'Whether to also return controls assigned to scopes, with scope name, parent, and child assignments',
	{ displayOptions: { show: { '/output': ['controls'] } } },
);

const assignmentRows = switchField(
	'One Row per Assignment',
	'assignmentRows',
	'Whether to return one flat row per scope assignment, for use in tables. Controls without one are left out. This turns on Expand Scopes, and Limit applies to the rows.',
	{ displayOptions: { show: { '/output': ['controls'] } } },
);

const OUTPUTS = { controls: 'controls', matrix: 'matrix', perControl: 'perControl' } as const;

const outputField = listField(
	'Output',
	'output',
	'controls',
	'What the node returns',
	[
		['Controls', 'controls', 'Each control as the service returns it'],
		[
			'Matrix',
			'matrix',
			'A row for each control and a column for each scope, which GRC Scope Assignment can read again',
		],
		['One Row per Control', 'perControl', 'Each control with its scopes, also if it has none'],
	],
	{ noDataExpression: true },
);

const scopeColumns: INodeProperties = {
	displayName: 'Scope Column Names or IDs',
	name: 'scopeColumns',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getScopes' },
	// An expression can return paths and names, too: n8n would mark them red, since the list has IDs.
	allowArbitraryValues: true,
	displayOptions: { show: { '/output': ['matrix'] } },
	default: [],
	description:
		'Scopes that have a column. If empty, all active ones have one. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Lists controls (scoped-controls, `GET /v1/controls`). */
export const getMany = getManyOperation({
	fields: [
		outputField,
		...shownIf({ output: ['matrix'] }, [
			noticeField(
				'matrixNotice',
				'x is an assignment, - is none. GRC Scope Assignment takes the edited sheet with Table Layout: Matrix.',
			),
		]),
		filtersCollection([
			// Whoever adds one wants it on.
			{ ...canLink, default: true },
			{ ...expandScopes, default: true },
			textField('Status', 'status', 'Only return controls with this status', {
				placeholder: 'e.g. active',
			}),
		]),
		noticeField(
			'otherFiltersNotice',
			"To filter by framework, add n8n's Filter node after this one: the service cannot",
			NOT_AS_TOOL,
		),
	],
	options: [assignmentRows, scopeColumns],
	read: (item) => {
		const added = item.collection('filters');
		const output = toChoice(item.value(outputField.name, 'controls'), 'Output', OUTPUTS);
		const asRows = switchOf(item.options, assignmentRows) && output === 'controls';
		const filters = {
			expandScopes: asRows || switchOf(added, expandScopes),
			canLink: switchOf(added, canLink),
			status: readFilter(item, 'status', 'Status'),
		};
		const columns = readNameList(item.options.scopeColumns ?? [], scopeColumns.displayName);
		return { output, asRows, columns, filters };
	},
	list: async (client, { output, asRows, columns, filters }) => {
		if (output === 'controls') {
			const list = await listControls(client, filters);
			const records = asRows ? toAssignmentRows(list.records) : list.records;
			return { ...list, records, ...noneWith(filters.status, list.records) };
		}
		const coverage = await readCoverage(client, filters);
		const records = output === 'matrix' ? toMatrixRows(coverage, columns) : toControlRows(coverage);
		const about = { summary: describeGaps(coverage), ...noneWith(filters.status, records) };
		return { ...coverage.list, records, ...about };
	},
});

/** @returns what to say where no control has the status */
function noneWith(status: string, records: IDataObject[]): { note?: string } {
	if (records.length > 0 || status === '') return {};
	return { note: `No controls found with the status "${status}". Letter case may matter.` };
}
