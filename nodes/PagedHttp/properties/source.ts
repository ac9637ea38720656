import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from './authentication';

const EXAMPLE = {
	url: '/api/vendors',
	method: 'GET',
	property: 'items',
	pagingScheme: {
		type: 'pageBased',
		request: {
			pageParameter: 'page',
			pageStartingValue: 1,
			limitParameter: 'pageSize',
			limitValue: 100,
		},
		pageUntil: 'noDataLeft',
	},
};

/** Authentication, and where the paged interface is described. */
export const sourceProperties: INodeProperties[] = [
	authenticationProperty,
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'Fields Below', value: 'fields', description: 'Fill in the fields below' },
			{
				name: 'Dataset (JSON)',
				value: 'dataset',
				description: 'Paste a dataset from a data source configuration',
			},
		],
		default: 'fields',
		description: 'Where the API and its paging scheme are defined',
	},
	{
		displayName: 'Dataset',
		name: 'dataset',
		type: 'json',
		displayOptions: { show: { source: ['dataset'] } },
		typeOptions: { rows: 16 },
		default: JSON.stringify(EXAMPLE, null, 2),
		required: true,
		description:
			'A dataset from a data source configuration, unchanged. Fields that are not used for paging are ignored and listed in the summary.',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://api.example.com',
		description:
			'Added before a URL that is only a path. Leave empty to use the base URL of the credential, or if the URL is complete.',
	},
];
