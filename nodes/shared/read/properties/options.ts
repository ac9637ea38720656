import type { INodeProperties } from 'n8n-workflow';

import { namedValues } from '../../auth/fields';
import { optionGroup, optionsCollection } from '../../node/properties/fields';
import { changesOptions } from './changes';
import { shownIf } from './source';

/** MB: an API that sends this much at once does not page. */
export const DEFAULT_MAX_RESPONSE_SIZE = 100;

const FORM = { '/source': ['fields'] };

/** Parts of a dataset that few interfaces need; the form has them under one entry of Options. */
export const pagingDetails: INodeProperties[] = [
	{
		displayName: 'End Statuses',
		name: 'endStatuses',
		type: 'multiOptions',
		options: [
			{ name: '400 Bad Request', value: 400 },
			{ name: '404 Not Found', value: 404 },
			{ name: '416 Range Not Satisfiable', value: 416 },
		],
		default: [],
		description:
			'Statuses that mean that there are no more pages, with Page Number or Offset and Limit. On the first page, they remain errors.',
	},
	...shownIf(FORM, [
		{
			displayName: 'Keep Parameters',
			name: 'keepParameters',
			type: 'string',
			displayOptions: { show: { '/schemeType': ['nextToken'], '/tokenType': ['url'] } },
			default: '',
			placeholder: 'e.g. fields, api-version',
			description:
				'Names of query parameters in the URL to add to each next URL that lacks them, separated by commas',
		},
		{
			displayName: 'Next URL Base Path',
			name: 'nextBase',
			type: 'string',
			displayOptions: { show: { '/schemeType': ['nextToken'], '/tokenType': ['url'] } },
			default: '',
			placeholder: 'e.g. _links.base',
			description: 'Path to the base URL in the response, if the next URLs are relative to it',
		},
		{
			displayName: 'Value Template',
			name: 'valueTemplate',
			type: 'string',
			displayOptions: { show: { '/schemeType': ['pageBased', 'offsetAndLimit', 'nextToken'] } },
			default: '',
			placeholder: 'e.g. {position}-{last}',
			description:
				'Value of the page, offset, or token parameter, if it contains more than that: {position} is the page number, offset, or token, {size} is Page Size, and {last} is the offset of the last record',
		},
		{
			displayName: 'Parameters In',
			name: 'parametersIn',
			type: 'options',
			displayOptions: { show: { '/method': ['POST'] } },
			options: [
				{ name: 'Body', value: 'body' },
				{ name: 'Query', value: 'query' },
			],
			default: 'body',
			description: 'Where a POST request contains the paging parameters',
		},
	]),
];

/** Members of Advanced for everyone who reads. */
const advanced: INodeProperties[] = [
	{
		displayName: 'Allowed Hosts',
		name: 'allowedHosts',
		type: 'string',
		displayOptions: { show: { '/authentication': ['none'] } },
		default: '',
		placeholder: 'e.g. api-eu.example.com',
		description:
			'Additional hosts that next URLs may lead to, separated by commas. A credential has its own Allowed Hosts.',
	},
	{
		displayName: 'Interval',
		name: 'interval',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Seconds to wait between two requests, to reduce the load on the API',
	},
	{
		displayName: 'Max Response Size',
		name: 'maxResponseSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_RESPONSE_SIZE,
		description:
			'Max size of a response in MB, after unpacking. Reading stops at a larger one with an error.',
	},
];

const prefetch: INodeProperties = {
	displayName: 'Prefetch',
	name: 'prefetch',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 64 },
	default: 0,
	description:
		'How many pages to request at once, with Page Number or Offset and Limit: 1 to 64, or 0 to adjust to how fast the API responds. The records and their order stay the same.',
};

/** What a node that reads adds to the entries of Options that all of them have. */
interface OwnOptions {
	changes: INodeProperties[];
	speed?: INodeProperties[];
	advanced?: INodeProperties[];
}

/**
 * The Options collection of a node that reads.
 *
 * @param members entries of the node's own
 * @param own its members of the entries that all of them have
 */
export function readOptions(members: INodeProperties[], own: OwnOptions): INodeProperties {
	return optionsCollection(
		[
			...members,
			...readMembers,
			optionGroup('Changes', 'changes', [...own.changes, ...changesOptions], {
				'/readMode': ['changes'],
			}),
			optionGroup('Paging Details', 'pagingDetails', pagingDetails, {
				'/source': ['dataset', 'fields'],
			}),
			optionGroup('Speed', 'speed', [...(own.speed ?? []), prefetch]),
		],
		[...advanced, ...(own.advanced ?? [])],
	);
}

const readMembers: INodeProperties[] = [
	namedValues({
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
	}),
	{
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description:
			'Max number of pages to read per input item. A run that stops here reports it and can be resumed. With New and Changed, it fails, unless On Incomplete is set to Warn.',
	},
	{
		displayName: 'On Incomplete',
		name: 'onIncomplete',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Return no records for this input item and report the reasons',
			},
			{
				name: 'Warn',
				value: 'warn',
				description: 'Return the records, and report the reasons in the summary and in a hint',
			},
		],
		default: 'warn',
		description:
			'What to do when records may be missing or duplicated, such as fewer than the API reported, or at Max Pages. If a page cannot be read, On Error applies.',
	},
];
