import type { INodeProperties } from 'n8n-workflow';

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
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'GRC OAuth2 API',
				value: 'grcOAuth2Api',
				description: 'Send the access token of the GRC OAuth2 API credential',
			},
			{
				name: 'None',
				value: 'none',
				description: 'For public APIs and those that take a key in the URL',
			},
		],
		default: 'none',
		description:
			'How to sign in. With the credential, requests go to its base URL and its allowed hosts only.',
	},
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'Fields Below', value: 'fields', description: 'Fill in a form' },
			{
				name: 'Dataset (JSON)',
				value: 'dataset',
				description: 'Paste one dataset of a data-source configuration',
			},
		],
		default: 'fields',
		description: 'Where the API and its way of paging are described',
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
			'One dataset of a data-source configuration, as it is written there. Fields that paging does not know are ignored and named in the summary.',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://api.example.com',
		description:
			'Address to put before a URL that is only a path. Leave empty to use the base URL of the credential, or when the URL is complete.',
	},
];
