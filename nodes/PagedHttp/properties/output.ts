import type { INodeProperties } from 'n8n-workflow';

import { optionGroup } from '../../shared/node/properties/fields';

/** Records of a batch: enough to spread the cost of starting a workflow, few enough for its memory. */
export const DEFAULT_BATCH_SIZE = 500;

/** MB that an n8n of usual size has memory for. */
export const DEFAULT_MAX_FILE_SIZE = 50;

/** Where the records go. */
export const outputProperties: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Batches to a Workflow',
				value: 'batches',
				description: 'Run another workflow for each batch of records, one after the other',
			},
			{
				name: 'File',
				value: 'file',
				description: 'Write all records to one file, without keeping them in memory',
			},
			{ name: 'Items', value: 'items', description: 'Return one item per record' },
		],
		default: 'items',
		description:
			'Where the records go. Items need memory for all records at once; a file or batches do not.',
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		displayOptions: { show: { output: ['file'] } },
		options: [
			{
				name: 'CSV',
				value: 'csv',
				description: 'A table with the columns of the first page, for spreadsheets and databases',
			},
			{ name: 'JSON', value: 'json', description: 'One array with all records' },
			{
				name: 'NDJSON',
				value: 'ndjson',
				description: 'One record per line as JSON, for data tools and large files',
			},
		],
		default: 'ndjson',
		description: 'How the records are written',
	},
	{
		displayName: 'Workflow',
		name: 'workflowId',
		type: 'workflowSelector',
		displayOptions: { show: { output: ['batches'] } },
		default: '',
		required: true,
		hint: 'It starts with the trigger When Executed by Another Workflow, and must not wait',
		description:
			'Workflow that gets each batch, with one item per record. If it fails, reading stops there.',
	},
];

const batchOptions: INodeProperties[] = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_BATCH_SIZE,
		description:
			'Min number of records per batch. A batch ends with a page, so it may have a few more; the last one may have fewer.',
	},
	{
		displayName: 'Resume Field',
		name: 'resumeField',
		type: 'string',
		displayOptions: { hide: { '/readMode': ['changes'] } },
		default: '',
		placeholder: 'e.g. resume',
		description:
			'Field to add to the first record of each batch, with the resume point after that batch. If empty, no field is added.',
	},
];

const fileOptions: INodeProperties[] = [
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. vendors.csv',
		description: 'Name of the file. If empty, it is records, with the extension of the format.',
	},
	{
		displayName: 'Max File Size',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_FILE_SIZE,
		description:
			'Max size of the file in MB where n8n keeps files in memory, in its database or in object storage. There is no limit where n8n keeps them on its disk, as it does by default.',
	},
	{
		displayName: 'CSV Columns',
		name: 'csvColumns',
		type: 'string',
		displayOptions: { show: { '/fileFormat': ['csv'] } },
		default: '',
		placeholder: 'e.g. name, country, tier',
		description:
			'Columns to write, separated by commas: names or paths such as owner.email. Other members of a record are left out. If empty, the first page decides, and a record with a new member is an error.',
	},
	{
		displayName: 'Escape Formulas',
		name: 'escapeFormulas',
		type: 'boolean',
		displayOptions: { show: { '/fileFormat': ['csv'] } },
		default: false,
		description:
			'Whether to write an apostrophe before text that starts with =, +, -, or @, so that a spreadsheet does not calculate it. Turn it on if people open the file in Excel, and others can write the records.',
	},
];

/** Members of Options for the chosen output. */
export const outputOptions: INodeProperties[] = [
	optionGroup('Batches', 'batches', batchOptions, { '/output': ['batches'] }),
	optionGroup('File', 'file', fileOptions, { '/output': ['file'] }),
];
