import type { INodePropertyOptions, INodeProperties } from 'n8n-workflow';

import type { FormField } from './formField';

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
): FormField => ({
	field: 'pagingScheme.pageUntil',
	property: {
		displayName: 'Stop When',
		name: 'pageUntil',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { schemeType: schemes } },
		options,
		default: fallback,
		description: 'What marks the last page',
	},
});

const path = (
	displayName: string,
	name: string,
	show: NonNullable<INodeProperties['displayOptions']>['show'],
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { ...(show && { show }) },
	default: '',
	required: true,
	placeholder,
	description,
});

/** When to stop, and where the response says so. */
export const stopProperties: FormField[] = [
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
	{
		field: 'pagingScheme.response.totalCount',
		property: path(
			'Total Path',
			'totalCount',
			{ schemeType: ['offsetAndLimit', 'pageBased'], pageUntil: ['reachTotalCount'] },
			'e.g. meta.total or header:X-Total-Count',
			'Path to the total number of records in the response, or header: followed by a header name',
		),
	},
	{
		field: 'pagingScheme.response.totalPages',
		property: path(
			'Total Pages Path',
			'totalPages',
			{ schemeType: ['pageBased'], pageUntil: ['totalPages'] },
			'e.g. meta.totalPages or header:X-Total-Pages',
			'Path to the number of pages in the response, or header: followed by a header name',
		),
	},
	{
		field: 'pagingScheme.response.moreRecords',
		property: path(
			'More Records Path',
			'moreRecords',
			{ schemeType: REST, pageUntil: ['moreRecords'] },
			'e.g. has_more',
			'Path to the field of the response that is true while there are more records',
		),
	},
	{
		field: 'pagingScheme.response.lastPage',
		property: path(
			'Last Page Path',
			'lastPage',
			{ schemeType: REST, pageUntil: ['lastPage'] },
			'e.g. last',
			'Path to the field of the response that is true on the last page',
		),
	},
	{
		field: 'pagingScheme.response.nextToken',
		property: path(
			'Next Path',
			'cursorPath',
			{ schemeType: ['nextToken'] },
			'e.g. nextPageToken or header:Link',
			'Path to the token or URL of the next page in the response, such as data.-1.id for the ID of the last record, or header: followed by a header name. header:Link uses the link marked as next.',
		),
	},
	{
		field: 'pagingScheme.response.pageInfo',
		property: path(
			'Page Info Path',
			'pageInfo',
			{ schemeType: ['graphqlConnections'] },
			'e.g. data.vendors.pageInfo',
			'Path to the pageInfo object in the response, not to a field inside it',
		),
	},
];
