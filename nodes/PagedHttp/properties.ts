import type { INodeProperties } from 'n8n-workflow';

import {
	jsonField,
	listField,
	numberField,
	shownIf,
	switchField,
	textField,
} from '../shared/forms/fields';
import { optionGroup } from '../shared/forms/groups';
import { limitProperties, returnFieldsOption } from '../shared/node/properties/returnedRecords';
import { NOT_AS_TOOL } from '../shared/node/properties/asTool';
import { concurrentRequestsOption } from '../shared/node/properties/requests';
import { findChangesProperties } from '../shared/read/properties/changes';
import { maxRecordsPerRun } from '../shared/read/properties/options';
import { readOptions } from '../shared/read/properties/readOptions';
import { manualProperties, sourceProperties } from '../shared/read/properties/source';

const NOT_CHANGES = { hide: { '/readMode': ['changes'] } };

/** Everything that New and Changed adds to the form. */
const changesProperties: INodeProperties[] = [
	listField(
		'Records',
		'readMode',
		'all',
		'Which records to return. Test runs compare with what the published workflow has stored, and store nothing.',
		[
			['All', 'all', 'Return the records of the list, up to Limit unless Return All is on'],
			[
				'New and Changed',
				'changes',
				'Return only records that are new, or have changed since an earlier run of the published workflow',
			],
		],
		{ noDataExpression: true },
	),
	...shownIf({ readMode: ['changes'] }, [
		...findChangesProperties,
		// The trigger needs no choice, and the success of a batch is its confirmation.
		listField(
			'Mark as Processed',
			'countAsDone',
			'succeeded',
			'When to mark the returned records as processed, so that they are not returned again',
			[
				[
					'Immediately',
					'immediately',
					'As soon as the records are returned. If a later node fails, they are not returned again.',
				],
				[
					'When Confirmed',
					'confirmed',
					'When a Paged HTTP node with the operation Confirm runs later in the workflow. Keeps the progress of a run that stops.',
				],
				[
					'When the Run Succeeds',
					'succeeded',
					'At the end of the run, except records for which a node failed. If the run fails, all are returned again.',
				],
			],
			{ displayOptions: { hide: { output: ['batches'] } } },
		),
	]),
];

/** Where the records go. */
const outputProperties: INodeProperties[] = [
	listField(
		'Output',
		'output',
		'items',
		'Where the records go. Items need memory for all records at once; a file or batches do not.',
		[
			[
				'Batches to a Workflow',
				'batches',
				'Run another workflow for each batch of records, one after the other',
			],
			[
				'File',
				'file',
				'Write the records to one file. For all records, turn on Return All. Not for AI agents.',
			],
			['Items', 'items', 'Return one item per record'],
		],
		{ noDataExpression: true },
	),
	listField(
		'File Format',
		'fileFormat',
		'ndjson',
		'How the records are written',
		[
			[
				'CSV',
				'csv',
				'A table with the columns of page 1; a new field on a later page is an error. For Excel, also turn on For Spreadsheets under Options > File.',
			],
			['JSON', 'json', 'One array with all records'],
			['NDJSON', 'ndjson', 'One record per line as JSON, for data tools and large files'],
		],
		{ displayOptions: { show: { output: ['file'] } } },
	),
	{
		displayName: 'Workflow',
		name: 'workflowId',
		type: 'workflowSelector',
		displayOptions: { show: { output: ['batches'] } },
		default: '',
		required: true,
		hint: 'Must start with When Executed by Another Workflow, set to accept all data, and not wait (Wait, approvals)',
		description:
			'Workflow that gets each batch, with one item per record. If it fails, reading stops there.',
	},
];

/** Records per batch: enough to spread the cost of starting a workflow, few enough for its memory. */
export const recordsPerBatch = numberField(
	'Batch Size',
	'batchSize',
	500,
	[1],
	'Min number of records per batch. A batch ends with a page, so it may have up to a page more; the last one may have fewer.',
);

/** In MB: an n8n of usual size has memory for a file of this size. */
export const maxFileSize = numberField(
	'Max File Size',
	'maxFileSize',
	50,
	[1],
	'Max size of the file in MB if n8n stores files in memory, in its database, or in object storage. If n8n stores files on disk, there is no limit.',
);

/** For people who do not open the file with a program: a CSV file says nothing about its encoding. */
export const forSpreadsheets = switchField(
	'For Spreadsheets',
	'forSpreadsheets',
	'Whether people open the file in Excel. It then starts with a byte order mark, for all letters to be shown, and text that starts with =, +, -, or @ gets an apostrophe, so that it is no formula',
);

/** What a run continues; nothing by default. */
const resumption = [
	listField(
		'Resume From',
		'resumeFrom',
		// Of those who add the option; without it, nothing is continued.
		'lastStop',
		'Which earlier run to continue',
		[
			[
				'Last Stop',
				'lastStop',
				'The last run of this node with the same settings, if it was stopped or failed less than 12 hours ago; otherwise, the run starts from the beginning. Not for queue mode.',
			],
			['Resume Point', 'point', 'Any run, by the resume object of its summary'],
		],
		NOT_AS_TOOL,
	),
	jsonField(
		'Resume Point',
		'resume',
		'Resume object from the summary of an earlier run, to continue where it stopped. If empty or null, the run starts from the beginning.',
		{ displayOptions: { hide: { resumeFrom: ['lastStop'] } } },
	),
];

/** The form of the operation Read. */
export const readProperties: INodeProperties[] = [
	...sourceProperties,
	...manualProperties,
	...changesProperties,
	...outputProperties,
	...shownIf({ readMode: ['all'] }, limitProperties),
	readOptions(
		[
			returnFieldsOption,
			listField('On Error', 'onError', 'fail', 'What to do when a page cannot be read', [
				['Fail', 'fail', 'Return no records for this input item and report the error'],
				[
					'Keep',
					'keep',
					'Return the pages that were read, and report the error and the resume object in the summary',
				],
			]),
			optionGroup('Resume', 'resumption', resumption, { '/readMode': ['all'] }),
			optionGroup(
				'Batches',
				'batches',
				[
					recordsPerBatch,
					textField(
						'Resume Field',
						'resumeField',
						'Field to add to the first record of each batch, with the resume object after that batch. If empty, no field is added.',
						{ displayOptions: NOT_CHANGES, placeholder: 'e.g. resume' },
					),
				],
				{ '/output': ['batches'] },
			),
			optionGroup(
				'File',
				'file',
				[
					textField(
						'File Name',
						'fileName',
						'Name of the file. If empty, the name is records, with the extension of the format.',
						{ placeholder: 'e.g. vendors.csv' },
					),
					maxFileSize,
					...shownIf({ '/fileFormat': ['csv'] }, [
						textField(
							'CSV Columns',
							'csvColumns',
							'Columns to write, separated by commas: names or paths such as owner.email. If empty, they are the fields of the first page, and a later record with another field is an error.',
							{ placeholder: 'e.g. name, country, tier' },
						),
						forSpreadsheets,
					]),
				],
				{ '/output': ['file'] },
			),
		],
		{
			changes: [
				listField(
					'Handled Errors',
					'handledErrors',
					'again',
					'What to do with records that a node sends to its error output, if nodes are connected to it',
					[
						[
							'Count as Processed',
							'processed',
							'Mark them as processed, unless a later node fails for them',
						],
						['Return Again', 'again', 'Return them again in the next run'],
					],
					{ displayOptions: { show: { '/countAsDone': ['succeeded'] } } },
				),
				maxRecordsPerRun,
				listField(
					'On First Run',
					'onFirstRun',
					'return',
					'What to do with the records that the first run of the published workflow finds',
					[
						[
							'Remember',
							'remember',
							'Return none of them. Later runs return what is new or changed.',
						],
						['Return All', 'return', 'Return all of them as new'],
					],
				),
				textField(
					'Start Over',
					'startOver',
					"Any text, such as today's date. After you change it and publish the workflow, the next run forgets what this node has read of the list.",
					{ placeholder: 'e.g. 2026-12-01' },
				),
				textField(
					'Change Field',
					'changeField',
					'Name of a field to add to each record. Its value is created, updated, or removed. With Changed-At Field and no Created-At Path, it is changed. Removed records are only returned if this field is set.',
					{ placeholder: 'e.g. change' },
				),
			],
			speed: [
				{
					...concurrentRequestsOption,
					description:
						'Max number of requests at once for several input items, unless Prefetch is higher. There are fewer while the API is busy. Set it to 1 to read the items one after the other.',
				},
			],
			advanced: [
				switchField(
					'Page Trace',
					'trace',
					'Whether the summary lists every request: its URL, status, time, attempts, records, and why reading continued or stopped',
				),
			],
		},
	),
];
