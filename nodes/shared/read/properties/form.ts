import type { INodeProperties } from 'n8n-workflow';

import { parameterProperties, stopProperties } from './paging';
import { shownIf } from './source';

/** The fields of a dataset that the parameters of the form and some of Options fill, as the engine names them. */
export const FIELDS: Readonly<Record<string, string>> = {
	url: 'url',
	schemeType: 'pagingScheme.type',
	method: 'method',
	body: 'body',
	query: 'body.query',
	variables: 'body.variables',
	property: 'property',
	pageParameter: 'pagingScheme.request.pageParameter',
	pageStartingValue: 'pagingScheme.request.pageStartingValue',
	offsetParameter: 'pagingScheme.request.offsetParameter',
	offsetStartingValue: 'pagingScheme.request.offsetStartingValue',
	tokenType: 'pagingScheme.tokenType',
	cursorParameter: 'pagingScheme.request.tokenParameter',
	limitParameter: 'pagingScheme.request.limitParameter',
	limitValue: 'pagingScheme.request.limitValue',
	pageUntil: 'pagingScheme.pageUntil',
	totalCount: 'pagingScheme.response.totalCount',
	totalPages: 'pagingScheme.response.totalPages',
	moreRecords: 'pagingScheme.response.moreRecords',
	lastPage: 'pagingScheme.response.lastPage',
	cursorPath: 'pagingScheme.response.nextToken',
	pageInfo: 'pagingScheme.response.pageInfo',
	endStatuses: 'pagingScheme.endStatuses',
	keepParameters: 'pagingScheme.request.keepParameters',
	nextBase: 'pagingScheme.response.nextBase',
	valueTemplate: 'pagingScheme.request.valueTemplate',
	parametersIn: 'pagingScheme.parametersIn',
};

const REST = ['nextToken', 'offsetAndLimit', 'onePage', 'pageBased'];

/** The only field that Paging Setup: Automatic needs. */
const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	displayOptions: { show: { source: ['automatic', 'fields'] } },
	default: '',
	required: true,
	placeholder: 'e.g. https://api.example.com/vendors?status=active',
	description:
		'URL of the first page, or with a credential a path below its base URL. You can add filters to its query; the paging parameters are added for you.',
};

/** What to request, and with which scheme. */
const requestProperties: INodeProperties[] = [
	{
		displayName: 'Paging Scheme',
		name: 'schemeType',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'GraphQL Connection',
				value: 'graphqlConnections',
				description: 'A GraphQL API that returns pageInfo with endCursor and hasNextPage',
			},
			{
				name: 'Next Token or URL',
				value: 'nextToken',
				description:
					'Each response contains a token, cursor or URL for the next page, in its body or a Link header',
			},
			{
				name: 'Offset and Limit',
				value: 'offsetAndLimit',
				description: 'The API skips a number of records, e.g. offset=200&limit=100',
			},
			{
				name: 'One Page',
				value: 'onePage',
				description: 'The API returns the whole list at once',
			},
			{
				name: 'Page Number',
				value: 'pageBased',
				description: 'The API numbers its pages, e.g. page=3',
			},
		],
		default: 'pageBased',
		description:
			'How the API returns its pages. If it offers several ways, choose Next Token or GraphQL: they are not affected by records added or deleted during the run.',
	},
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		displayOptions: { show: { schemeType: REST } },
		options: [
			{ name: 'GET', value: 'GET', description: 'Paging parameters are sent in the query' },
			{ name: 'POST', value: 'POST', description: 'Paging parameters are sent in the body' },
		],
		default: 'GET',
		description:
			'HTTP method of the requests. Only use POST to read data, because requests may be repeated.',
	},
	{
		displayName: 'Body',
		name: 'body',
		type: 'json',
		displayOptions: { show: { schemeType: REST, method: ['POST'] } },
		default: '{}',
		description: 'JSON object to send with every request. The paging parameters are added for you.',
	},
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		typeOptions: { rows: 8 },
		displayOptions: { show: { schemeType: ['graphqlConnections'] } },
		default: '',
		required: true,
		placeholder:
			'e.g. query ($first: Int, $after: String) { vendors(first: $first, after: $after) { nodes { name } pageInfo { endCursor hasNextPage } } }',
		description:
			'GraphQL query. It must select pageInfo with endCursor and hasNextPage, and declare $after, which is set for you.',
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'json',
		displayOptions: { show: { schemeType: ['graphqlConnections'] } },
		default: '{}',
		description: 'Variables of the query, except those for paging',
	},
	{
		displayName: 'Records Path',
		name: 'property',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.items',
		description:
			'Path to the array of records in the response, in dot notation. Leave empty if the response itself is the array.',
	},
];

/** Every parameter of the form besides those of Options, in the order in which they are shown. */
export const formProperties: INodeProperties[] = [
	urlField,
	...shownIf({ source: ['fields'] }, [
		...requestProperties,
		...parameterProperties,
		...stopProperties,
	]),
];
