import type { INodeProperties } from 'n8n-workflow';

import { CHANGED_AT } from '../../changes/filter';
import { listField, shownIf, switchField, textField } from '../../forms/fields';
import { optionGroup } from '../../forms/groups';
import { namedValues } from '../../forms/namedValues';
import { optionsCollection } from '../../node/properties/requests';
import {
	FIELD_LIST,
	interval,
	maxPages,
	maxRemoved,
	maxResponseSize,
	overlap,
	pagingDetails,
	prefetch,
} from './options';

/**
 * The Options collection of a node that reads.
 *
 * @param members entries of the node's own
 * @param own its members of the entries that all of them have
 */
export function readOptions(
	members: INodeProperties[],
	own: { changes: INodeProperties[]; speed?: INodeProperties[]; advanced?: INodeProperties[] },
): INodeProperties {
	return optionsCollection(
		[
			...members,
			headers,
			maxPages,
			onIncomplete,
			changesGroup(own.changes),
			optionGroup('Paging Details', 'pagingDetails', pagingDetails, {
				'/source': ['dataset', 'fields'],
			}),
			optionGroup('Speed', 'speed', [...(own.speed ?? []), prefetch]),
		],
		[allowedHosts, interval, largeNumbersAsText, maxResponseSize, ...(own.advanced ?? [])],
	);
}

const headers = namedValues({
	displayName: 'Headers',
	name: 'headers',
	default: {},
	description: 'Headers to send with every request. Keys and tokens belong in a credential.',
	entry: 'Header',
	nameField: { placeholder: 'e.g. Accept', description: 'Name of the header' },
	valueField: {
		placeholder: 'e.g. application/vnd.api+json',
		description: 'Value of the header',
	},
});

const onIncomplete = listField(
	'On Incomplete',
	'onIncomplete',
	'warn',
	'What to do when records may be missing or duplicated, e.g. if the API reported more or Max Pages is reached',
	[
		['Fail', 'fail', 'Return no records, and report the reasons'],
		[
			'Warn',
			'warn',
			'Return the records, and report the reasons as warnings. A trigger writes them to the n8n log.',
		],
	],
);

const allowedHosts = textField(
	'Allowed Hosts',
	'allowedHosts',
	'Additional hosts that next URLs may lead to, and redirects if you add Headers, separated by commas. A credential has its own Allowed Hosts.',
	{
		displayOptions: { show: { '/authentication': ['none'] } },
		placeholder: 'e.g. api-eu.example.com',
	},
);

const largeNumbersAsText = switchField(
	'Large Numbers as Text',
	'largeNumbersAsText',
	"Whether to read whole numbers above 9,007,199,254,740,991 as text, such as long IDs. n8n can't store them as numbers without changing their last digits.",
);

const emptyList = listField(
	'Empty List',
	'emptyList',
	'stop',
	'What to do if the list is empty in two runs in a row, and had records before',
	[
		['Remove All', 'remove', 'Count all known records as removed, whatever Max Removed is'],
		[
			'Stop',
			'stop',
			'Report an error, and keep the known records. If removed records are not returned, only keep them.',
		],
	],
);

/** @param own what only one of the nodes has */
function changesGroup(own: INodeProperties[]): INodeProperties {
	return optionGroup(
		'Changes',
		'changes',
		[
			...own,
			...shownIf({ '/findChangesBy': ['content'] }, [
				emptyList,
				{
					displayName: 'Ignore Fields',
					name: 'ignoreFields',
					type: 'multiOptions',
					typeOptions: FIELD_LIST,
					allowArbitraryValues: true,
					default: [],
					description:
						'Fields to leave out when whole records are compared, such as one that differs with each request. Choose them, or enter paths in an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				maxRemoved,
				{
					displayName: 'Watch Fields',
					name: 'watchFields',
					type: 'multiOptions',
					typeOptions: FIELD_LIST,
					// The list has the fields of the first page: n8n would mark other paths red.
					allowArbitraryValues: true,
					default: [],
					description:
						'Only changes in these are changes. Records get a field changes with both values, which n8n stores. Choose them, or enter paths in an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
			]),
			...shownIf({ '/findChangesBy': ['changedAt'] }, [
				textField(
					'Changed-At Value',
					'changedAtValue',
					'Value of Changed-At Parameter, for APIs with a filter language. {changedAt} stands for the date and time, in the format of the records.',
					{ default: CHANGED_AT, placeholder: 'e.g. modified ge {changedAt}' },
				),
				textField(
					'Created-At Path',
					'createdAtPath',
					'Path to the date and time when a record was created, to tell new records from changed ones',
					{ placeholder: 'e.g. createdAt' },
				),
				overlap,
			]),
		],
		{
			'/readMode': ['changes'],
		},
	);
}
