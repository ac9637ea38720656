import type { INodePropertyOptions, INodeProperties } from 'n8n-workflow';

import type { FormField } from './formField';

const NO_DATA_LEFT: INodePropertyOptions = {
	name: 'No Data Left',
	value: 'noDataLeft',
	description: 'Stop at the first empty page, which costs one request more',
};

const pageUntil = (
	schemes: string[],
	fallback: string,
	options: INodePropertyOptions[],
): FormField => ({
	field: 'pagingScheme.pageUntil',
	property: {
		displayName: 'Page Until',
		name: 'pageUntil',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { schemeType: schemes } },
		options,
		default: fallback,
		description: 'When all pages have been read',
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
	pageUntil(['offsetAndLimit', 'pageBased'], 'noDataLeft', [
		NO_DATA_LEFT,
		{
			name: 'Total Reached',
			value: 'reachTotalCount',
			description: 'Stop when the pages cover the total that the API tells',
		},
	]),
	pageUntil(['nextToken'], 'noNextToken', [
		NO_DATA_LEFT,
		{
			name: 'No Next Token',
			value: 'noNextToken',
			description: 'Stop when an answer names no next page',
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
			'Where the number of all records is: a path in the answer, or header: and a name',
		),
	},
	{
		field: 'pagingScheme.response.nextToken',
		property: path(
			'Next Path',
			'cursorPath',
			{ schemeType: ['nextToken'] },
			'e.g. nextPageToken or header:Link',
			'Where the token or URL of the next page is: a path in the answer, or header: and a name. header:Link takes the link marked as next.',
		),
	},
	{
		field: 'pagingScheme.response.pageInfo',
		property: path(
			'Page Info Path',
			'pageInfo',
			{ schemeType: ['graphqlConnections'] },
			'e.g. data.vendors.pageInfo',
			'Where the pageInfo object is in the answer; the object itself, not a field in it',
		),
	},
];
