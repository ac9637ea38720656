import type { INodeProperties } from 'n8n-workflow';

import { concurrentRequestsOption, limitProperties } from '../../shared/node/properties/fields';
import { returnFieldsOption } from '../../shared/node/lists';
import { findChangesProperties } from '../../shared/read/properties/changes';
import { readOptions } from '../../shared/read/properties/options';
import { shownIf } from '../../shared/read/properties/source';
import { outputOptions } from './output';

const CHANGES = ['changes'];

/** Whether to read everything, or what is new. */
const readModeProperty: INodeProperties = {
	displayName: 'Read',
	name: 'readMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'All Records', value: 'all', description: 'Return the records as the API has them' },
		{
			name: 'New and Changed',
			value: 'changes',
			description: 'Return only records that are new, or have changed since an earlier run',
		},
	],
	default: 'all',
	description:
		'Which records to return. Test runs compare with what the published workflow has stored, and store nothing.',
};

/** When records are marked as processed: the trigger needs no choice. */
const countAsDone: INodeProperties = {
	displayName: 'Mark as Processed',
	name: 'countAsDone',
	type: 'options',
	// The success of a batch is its confirmation.
	displayOptions: { hide: { output: ['batches'] } },
	options: [
		{
			name: 'Immediately',
			value: 'immediately',
			description:
				'As soon as they are returned. If a later node fails, they are not returned again.',
		},
		{
			name: 'When Confirmed',
			value: 'confirmed',
			description:
				'When a Paged HTTP node with the operation Confirm runs later in the workflow. Until then, they are returned again.',
		},
	],
	default: 'confirmed',
	description:
		'When to mark the returned records as processed, so that they are not returned again',
};

/** Everything that New and Changed adds to the form. */
export const changesProperties: INodeProperties[] = [
	readModeProperty,
	...shownIf({ readMode: CHANGES }, [...findChangesProperties, countAsDone]),
];

const concurrentRequests: INodeProperties = {
	...concurrentRequestsOption,
	description:
		'Max number of requests in progress at once for several input items, unless Prefetch is higher. The node sends fewer while the API is busy or limits the rate. Set it to 1 to read the items one after the other.',
};

const changeField: INodeProperties = {
	displayName: 'Change Field',
	name: 'changeField',
	type: 'string',
	default: '',
	placeholder: 'e.g. change',
	description:
		'Field to add to each record with created, updated or removed, or with changed where that cannot be known. Removed records are only returned with it.',
};

const trace: INodeProperties = {
	displayName: 'Page Trace',
	name: 'trace',
	type: 'boolean',
	default: false,
	description:
		'Whether the summary lists every request: its URL, status, time, attempts, records, and why reading continued or stopped',
};

const ownOptions: INodeProperties[] = [
	returnFieldsOption,
	{
		displayName: 'On Error',
		name: 'onError',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Return no records for this input item and report the error',
			},
			{
				name: 'Keep',
				value: 'keep',
				description:
					'Return the pages that were read, and report the error and the resume point in the summary',
			},
		],
		default: 'fail',
		description: 'What to do when a page cannot be read',
	},
	{
		displayName: 'Resume',
		name: 'resume',
		type: 'json',
		displayOptions: { hide: { '/readMode': ['changes'] } },
		default: '',
		description:
			'Resume object from the summary of an earlier run, to continue where it stopped. If empty or null, the run starts from the beginning.',
	},
];

/** Properties below the form: how much to read, and how. */
export const limitAndOptions: INodeProperties[] = [
	...shownIf({ readMode: ['all'] }, limitProperties),
	readOptions([...ownOptions, ...outputOptions], {
		changes: [changeField],
		speed: [concurrentRequests],
		advanced: [trace],
	}),
];
