import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { type Choice, listField, numberField, shownIf, textField } from '../../forms/fields';

/**
 * The stop conditions of the form. Three of them are not among those of the specification: a dataset
 * has them as a path beside its stop condition.
 */
export const STOPS_OF_OURS = ['moreRecords', 'lastPage', 'totalPages'] as const;

/**
 * The fields of a dataset that the parameters of the form and of Paging Details fill, as the engine names
 * them; those that are missing here have the same name.
 */
export const DATASET_FIELDS: Readonly<Record<string, string>> = {
	schemeType: 'pagingScheme.type',
	query: 'body.query',
	variables: 'body.variables',
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
	tokenFormat: 'pagingScheme.request.tokenFormat',
	parametersIn: 'pagingScheme.parametersIn',
};

/** A text that the scheme cannot do without. */
const required = (
	displayName: string,
	name: string,
	show: NonNullable<IDisplayOptions['show']>,
	description: string,
	more: Partial<INodeProperties>,
) =>
	textField(displayName, name, description, {
		displayOptions: { show },
		required: true,
		...more,
	});

/** Every combination in which the page size is used; elsewhere it is not shown. */
const LIMIT_VALUE_SHOWN: IDisplayOptions[] = [
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
	...shownIf({ schemeType: ['pageBased'] }, [
		textField(
			'Page Parameter',
			'pageParameter',
			'Name of the parameter for the page number. In a POST body, use dots for nested fields.',
			{ required: true, default: 'page' },
		),
		numberField(
			'First Page',
			'pageStartingValue',
			1,
			[0],
			'Number of the first page in the API, usually 0 or 1. A wrong number causes no error, but records may be missing.',
		),
	]),
	...shownIf({ schemeType: ['offsetAndLimit'] }, [
		textField(
			'Offset Parameter',
			'offsetParameter',
			'Name of the parameter for the number of records to skip. In a POST body, use dots for nested fields.',
			{ required: true, default: 'offset' },
		),
		numberField(
			'First Offset',
			'offsetStartingValue',
			0,
			[0],
			'Offset of the first record: 0 for most APIs, 1 if the API counts records from 1',
		),
	]),
	listField(
		'Next Page Type',
		'tokenType',
		'token',
		'What the response contains for the next page',
		[
			['Token', 'token', 'A token or cursor to send in a parameter of the next request'],
			['URL', 'url', 'The complete URL of the next page'],
		],
		{ displayOptions: { show: { schemeType: ['nextToken'] } } },
	),
	required(
		'Token Parameter',
		'cursorParameter',
		{ schemeType: ['nextToken'], tokenType: ['token'] },
		'Name of the parameter for the token. In a POST body, use dots for nested fields.',
		{ placeholder: 'e.g. pageToken' },
	),
	textField(
		'Page Size Parameter',
		'limitParameter',
		'Name of the parameter or GraphQL variable for the number of records per page. Leave empty to use the default of the API.',
		{ placeholder: 'e.g. limit' },
	),
	...LIMIT_VALUE_SHOWN.map((displayOptions) =>
		numberField(
			'Page Size',
			'limitValue',
			100,
			[1],
			'Number of records per page, up to the maximum of the API. If Page Size Parameter is empty, enter the page size that the API uses, or records may be missing.',
			{ displayOptions },
		),
	),
];

const NO_DATA_LEFT: Choice = [
	'No Data Left',
	'noDataLeft',
	'Stop at the first page without records, which takes one extra request',
];
const LAST_PAGE: Choice = [
	'Last Page Flag',
	'lastPage',
	'Stop when a field of the response, such as last, is true',
];
const MORE_RECORDS: Choice = [
	'More Records Flag',
	'moreRecords',
	'Stop when a field of the response, such as has_more, is false',
];
const TOTAL: Choice = [
	'Total Reached',
	'reachTotalCount',
	'Stop when the reported total has been reached',
];

const REST_SCHEMES = ['nextToken', 'offsetAndLimit', 'pageBased'];

const pageUntil = (scheme: string, fallback: string, choices: Choice[]) =>
	listField('Stop When', 'pageUntil', fallback, 'What marks the last page', choices, {
		displayOptions: { show: { schemeType: [scheme] } },
		noDataExpression: true,
	});

/** When to stop, and where the response says so. */
export const stopProperties: INodeProperties[] = [
	pageUntil('pageBased', 'noDataLeft', [
		LAST_PAGE,
		MORE_RECORDS,
		NO_DATA_LEFT,
		['Total Pages Reached', 'totalPages', 'Stop when the reported number of pages has been read'],
		TOTAL,
	]),
	pageUntil('offsetAndLimit', 'noDataLeft', [LAST_PAGE, MORE_RECORDS, NO_DATA_LEFT, TOTAL]),
	pageUntil('nextToken', 'noNextToken', [
		LAST_PAGE,
		MORE_RECORDS,
		NO_DATA_LEFT,
		['No Next Token', 'noNextToken', 'Stop when a response contains no token or URL'],
	]),
	pageUntil('graphqlConnections', 'noNextPage', [
		NO_DATA_LEFT,
		['No Next Page', 'noNextPage', 'Stop when hasNextPage is false'],
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
		{ schemeType: REST_SCHEMES, pageUntil: ['moreRecords'] },
		'Path to the field of the response that is true while there are more records',
		{ placeholder: 'e.g. has_more' },
	),
	required(
		'Last Page Path',
		'lastPage',
		{ schemeType: REST_SCHEMES, pageUntil: ['lastPage'] },
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
