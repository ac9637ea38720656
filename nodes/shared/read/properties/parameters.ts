import type { INodeProperties } from 'n8n-workflow';

import type { FormField } from './formField';
import { STOPS_OF_OURS } from './formField';

const parameter = (
	displayName: string,
	name: string,
	schemeType: string,
	fallback: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { show: { schemeType: [schemeType] } },
	default: fallback,
	required: true,
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
export const parameterProperties: FormField[] = [
	{
		field: 'pagingScheme.request.pageParameter',
		property: parameter(
			'Page Parameter',
			'pageParameter',
			'pageBased',
			'page',
			'Name of the parameter for the page number. In a POST body, use dots for nested fields.',
		),
	},
	{
		field: 'pagingScheme.request.pageStartingValue',
		property: {
			displayName: 'First Page',
			name: 'pageStartingValue',
			type: 'number',
			typeOptions: { minValue: 0 },
			displayOptions: { show: { schemeType: ['pageBased'] } },
			default: 1,
			description:
				'Number of the first page in the API, usually 0 or 1. A wrong number causes no error, but records may be missing.',
		},
	},
	{
		field: 'pagingScheme.request.offsetParameter',
		property: parameter(
			'Offset Parameter',
			'offsetParameter',
			'offsetAndLimit',
			'offset',
			'Name of the parameter for the number of records to skip. In a POST body, use dots for nested fields.',
		),
	},
	{
		field: 'pagingScheme.request.offsetStartingValue',
		property: {
			displayName: 'First Offset',
			name: 'offsetStartingValue',
			type: 'number',
			typeOptions: { minValue: 0 },
			displayOptions: { show: { schemeType: ['offsetAndLimit'] } },
			default: 0,
			description:
				'Offset of the first record: 0 for most APIs, 1 if the API counts records from 1',
		},
	},
	{
		field: 'pagingScheme.tokenType',
		property: {
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
	},
	{
		field: 'pagingScheme.request.tokenParameter',
		property: {
			displayName: 'Token Parameter',
			name: 'cursorParameter',
			type: 'string',
			displayOptions: { show: { schemeType: ['nextToken'], tokenType: ['token'] } },
			default: '',
			required: true,
			placeholder: 'e.g. pageToken',
			description:
				'Name of the parameter for the token. In a POST body, use dots for nested fields.',
		},
	},
	{
		field: 'pagingScheme.request.limitParameter',
		property: {
			displayName: 'Page Size Parameter',
			name: 'limitParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. limit',
			description:
				'Name of the parameter or GraphQL variable for the number of records per page. Leave empty to use the default of the API.',
		},
	},
	...LIMIT_VALUE_SHOWN.map((displayOptions): FormField => ({
		field: 'pagingScheme.request.limitValue',
		property: {
			displayName: 'Page Size',
			name: 'limitValue',
			type: 'number',
			typeOptions: { minValue: 1 },
			...(displayOptions && { displayOptions }),
			default: 100,
			description:
				'Number of records per page, up to the maximum of the API. Also used to calculate offsets and totals.',
		},
	})),
];
