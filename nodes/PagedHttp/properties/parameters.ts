import type { INodeProperties } from 'n8n-workflow';

import type { FormField } from './formField';

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
		show: { schemeType: ['pageBased'], pageUntil: ['noDataLeft'] },
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
			'Name of the parameter that carries the page number. In a POST body, dots write nested members.',
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
				'Number of the first page: 0 or 1, as the API counts. A wrong number raises no error: the first page is skipped, or an empty one is read first.',
		},
	},
	{
		field: 'pagingScheme.request.offsetParameter',
		property: parameter(
			'Offset Parameter',
			'offsetParameter',
			'offsetAndLimit',
			'offset',
			'Name of the parameter that says how many records to skip. In a POST body, dots write nested members.',
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
				'Offset of the first record: 0 for most APIs, 1 where records are counted from 1',
		},
	},
	{
		field: 'pagingScheme.tokenType',
		property: {
			displayName: 'Next Page Comes As',
			name: 'tokenType',
			type: 'options',
			displayOptions: { show: { schemeType: ['nextToken'] } },
			options: [
				{
					name: 'Token',
					value: 'token',
					description: 'A token or cursor that the next request carries in a parameter',
				},
				{ name: 'URL', value: 'url', description: 'The complete address of the next page' },
			],
			default: 'token',
			description: 'What the answer says about the next page',
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
				'Name of the parameter that carries the token to the API. In a POST body, dots write nested members.',
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
				'Name of the parameter, or GraphQL variable, for the number of records per page. Leave empty to let the API decide.',
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
				'Records per page: at most what the API allows. Offsets and totals are counted with it.',
		},
	})),
];
