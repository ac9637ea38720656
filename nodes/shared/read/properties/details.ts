import type { INodeProperties } from 'n8n-workflow';

import type { FormField } from './formField';

/** An option of its own, since a pasted dataset may need it, too. */
export const endStatuses: FormField = {
	field: 'pagingScheme.endStatuses',
	property: {
		displayName: 'End Statuses',
		name: 'endStatuses',
		type: 'multiOptions',
		displayOptions: { show: { '/source': ['dataset', 'fields'] } },
		options: [
			{ name: '400 Bad Request', value: 400 },
			{ name: '404 Not Found', value: 404 },
			{ name: '416 Range Not Satisfiable', value: 416 },
		],
		default: [],
		description:
			'Statuses that mean that there are no more pages, with Page Number or Offset and Limit. On the first page, they remain errors.',
	},
};

/** Parts of a dataset that few interfaces need; the form has them under one heading of Options. */
export const detailFields: FormField[] = [
	{
		field: 'pagingScheme.request.keepParameters',
		property: {
			displayName: 'Keep Parameters',
			name: 'keepParameters',
			type: 'string',
			displayOptions: { show: { '/schemeType': ['nextToken'], '/tokenType': ['url'] } },
			default: '',
			placeholder: 'e.g. fields, api-version',
			description:
				'Names of query parameters in the URL to add to each next URL that lacks them, separated by commas',
		},
	},
	{
		field: 'pagingScheme.response.nextBase',
		property: {
			displayName: 'Next URL Base Path',
			name: 'nextBase',
			type: 'string',
			displayOptions: { show: { '/schemeType': ['nextToken'], '/tokenType': ['url'] } },
			default: '',
			placeholder: 'e.g. _links.base',
			description: 'Path to the base URL in the response, if the next URLs are relative to it',
		},
	},
	{
		field: 'pagingScheme.request.valueTemplate',
		property: {
			displayName: 'Value Template',
			name: 'valueTemplate',
			type: 'string',
			displayOptions: { show: { '/schemeType': ['pageBased', 'offsetAndLimit', 'nextToken'] } },
			default: '',
			placeholder: 'e.g. {position}-{last}',
			description:
				'Value of the page, offset, or token parameter, if it contains more than that: {position} is the page number, offset, or token, {size} is Page Size, and {last} is the offset of the last record',
		},
	},
	{
		field: 'pagingScheme.parametersIn',
		property: {
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
	},
];

/** Name of the heading, and of its only group of fields. */
export const PAGING_DETAILS = { name: 'pagingDetails', group: 'details' } as const;

/** The fields above as one entry of Options. */
export const pagingDetails: INodeProperties = {
	displayName: 'Paging Details',
	name: PAGING_DETAILS.name,
	type: 'fixedCollection',
	displayOptions: { show: { '/source': ['fields'] } },
	default: {},
	options: [
		{
			displayName: 'Paging Details',
			name: PAGING_DETAILS.group,
			values: detailFields.map(({ property }) => property),
		},
	],
};
