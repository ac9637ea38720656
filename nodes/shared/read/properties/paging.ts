import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * The stop conditions of the form. Three of them are not among those of the specification: a dataset
 * has them as a path beside its stop condition.
 */
export const STOPS_OF_OURS = ['moreRecords', 'lastPage', 'totalPages'] as const;

/** A text that the scheme cannot do without. */
const required = (
	displayName: string,
	name: string,
	show: NonNullable<IDisplayOptions['show']>,
	description: string,
	more: Pick<INodeProperties, 'placeholder'> & { default?: string },
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { show },
	default: '',
	required: true,
	...more,
	description,
});

/** Every combination in which the page size is used; elsewhere it is not shown. */
const LIMIT_VALUE_SHOWN: Array<INodeProperties['displayOptions']> = [
	{ show: { schemeType: ['offsetAndLimit'] } },
	{ show: { schemeType: ['pageBased'], pageUntil: ['reachTotalCount'] } },
	{
		show: { schemeType: ['pageBased'], pageUntil: ['noDataLeft', ...STOPS_OF_OURS] },
		hide: { limitParameter: [''] },
	},
	{
		show: { schemeType: ['graphqlConnections', 'nextToken'] },
		hide: { limitParameter: [''] },
	},
];

/** How each page's parameters are built. */
export const parameterProperties: INodeProperties[] = [
	required(
		'Page Parameter',
		'pageParameter',
		{ schemeType: ['pageBased'] },
		'Name of the parameter for the page number. In a POST body, use dots for nested fields.',
		{ default: 'page' },
	),
	{
		displayName: 'First Page',
		name: 'pageStartingValue',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: { show: { schemeType: ['pageBased'] } },
		default: 1,
		description:
			'Number of the first page in the API, usually 0 or 1. A wrong number causes no error, but records may be missing.',
	},
	required(
		'Offset Parameter',
		'offsetParameter',
		{ schemeType: ['offsetAndLimit'] },
		'Name of the parameter for the number of records to skip. In a POST body, use dots for nested fields.',
		{ default: 'offset' },
	),
	{
		displayName: 'First Offset',
		name: 'offsetStartingValue',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: { show: { schemeType: ['offsetAndLimit'] } },
		default: 0,
		description: 'Offset of the first record: 0 for most APIs, 1 if the API counts records from 1',
	},
	{
		displayName: 'Next Page Type',
		name: 'tokenType',
		type: 'options',
		displayOptions: { show: { schemeType: ['nextToken'] } },
		options: [
			{
				name: 'Token',
				value: 'token',
				description: 'A token or cursor to send in a parameter of the next request',
			},
			{ name: 'URL', value: 'url', description: 'The complete URL of the next page' },
		],
		default: 'token',
		description: 'What the response contains for the next page',
	},
	required(
		'Token Parameter',
		'cursorParameter',
		{ schemeType: ['nextToken'], tokenType: ['token'] },
		'Name of the parameter for the token. In a POST body, use dots for nested fields.',
		{ placeholder: 'e.g. pageToken' },
	),
	{
		displayName: 'Page Size Parameter',
		name: 'limitParameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. limit',
		description:
			'Name of the parameter or GraphQL variable for the number of records per page. Leave empty to use the default of the API.',
	},
	...LIMIT_VALUE_SHOWN.map((displayOptions): INodeProperties => ({
		displayName: 'Page Size',
		name: 'limitValue',
		type: 'number',
		typeOptions: { minValue: 1 },
		...(displayOptions && { displayOptions }),
		default: 100,
		description:
			'Number of records per page, up to the maximum of the API. Also used to calculate offsets and totals.',
	})),
];

const NO_DATA_LEFT: INodePropertyOptions = {
	name: 'No Data Left',
	value: 'noDataLeft',
	description: 'Stop at the first page without records, which takes one extra request',
};

const LAST_PAGE: INodePropertyOptions = {
	name: 'Last Page Flag',
	value: 'lastPage',
	description: 'Stop when a field of the response, such as last, is true',
};

const MORE_RECORDS: INodePropertyOptions = {
	name: 'More Records Flag',
	value: 'moreRecords',
	description: 'Stop when a field of the response, such as has_more, is false',
};

const TOTAL_PAGES: INodePropertyOptions = {
	name: 'Total Pages Reached',
	value: 'totalPages',
	description: 'Stop when the reported number of pages has been read',
};

const TOTAL: INodePropertyOptions = {
	name: 'Total Reached',
	value: 'reachTotalCount',
	description: 'Stop when the reported total has been reached',
};

const REST = ['nextToken', 'offsetAndLimit', 'pageBased'];

const pageUntil = (
	schemes: string[],
	fallback: string,
	options: INodePropertyOptions[],
): INodeProperties => ({
	displayName: 'Stop When',
	name: 'pageUntil',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { schemeType: schemes } },
	options,
	default: fallback,
	description: 'What marks the last page',
});

/** When to stop, and where the response says so. */
export const stopProperties: INodeProperties[] = [
	pageUntil(['pageBased'], 'noDataLeft', [
		LAST_PAGE,
		MORE_RECORDS,
		NO_DATA_LEFT,
		TOTAL_PAGES,
		TOTAL,
	]),
	pageUntil(['offsetAndLimit'], 'noDataLeft', [LAST_PAGE, MORE_RECORDS, NO_DATA_LEFT, TOTAL]),
	pageUntil(['nextToken'], 'noNextToken', [
		LAST_PAGE,
		MORE_RECORDS,
		NO_DATA_LEFT,
		{
			name: 'No Next Token',
			value: 'noNextToken',
			description: 'Stop when a response contains no token or URL',
		},
	]),
	pageUntil(['graphqlConnections'], 'noNextPage', [
		NO_DATA_LEFT,
		{
			name: 'No Next Page',
			value: 'noNextPage',
			description: 'Stop when hasNextPage is false',
		},
	]),
	required(
		'Total Path',
		'totalCount',
		{ schemeType: ['offsetAndLimit', 'pageBased'], pageUntil: ['reachTotalCount'] },
		'Path to the total number of records in the response, or header: followed by a header name',
		{ placeholder: 'e.g. meta.total or header:X-Total-Count' },
	),
	required(
		'Total Pages Path',
		'totalPages',
		{ schemeType: ['pageBased'], pageUntil: ['totalPages'] },
		'Path to the number of pages in the response, or header: followed by a header name',
		{ placeholder: 'e.g. meta.totalPages or header:X-Total-Pages' },
	),
	required(
		'More Records Path',
		'moreRecords',
		{ schemeType: REST, pageUntil: ['moreRecords'] },
		'Path to the field of the response that is true while there are more records',
		{ placeholder: 'e.g. has_more' },
	),
	required(
		'Last Page Path',
		'lastPage',
		{ schemeType: REST, pageUntil: ['lastPage'] },
		'Path to the field of the response that is true on the last page',
		{ placeholder: 'e.g. last' },
	),
	required(
		'Next Path',
		'cursorPath',
		{ schemeType: ['nextToken'] },
		'Path to the token or URL of the next page in the response, such as data.-1.id for the ID of the last record, or header: followed by a header name. header:Link uses the link marked as next.',
		{ placeholder: 'e.g. nextPageToken or header:Link' },
	),
	required(
		'Page Info Path',
		'pageInfo',
		{ schemeType: ['graphqlConnections'] },
		'Path to the pageInfo object in the response, not to a field inside it',
		{ placeholder: 'e.g. data.vendors.pageInfo' },
	),
];
