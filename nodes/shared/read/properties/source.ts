import type { IDisplayOptions, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** @returns properties that are only shown with these values of others, besides their own conditions */
export function shownIf(
	show: NonNullable<IDisplayOptions['show']>,
	properties: INodeProperties[],
): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...show, ...property.displayOptions?.show },
		},
	}));
}

/**
 * @param show when a credential is needed, besides the choice of it
 * @returns the credentials of a node that reads
 */
export function credentials(show: Record<string, string[]> = {}): INodeCredentialDescription[] {
	return ['grcOAuth2Api', 'pagedHttpApi', 'pagedHttpOAuth2Api'].map((name) => ({
		name,
		required: true,
		displayOptions: { show: { ...show, authentication: [name] } },
	}));
}

/** How requests are signed in. */
const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{
			name: 'GRC OAuth2 API',
			value: 'grcOAuth2Api',
			description: 'Use the access token of a GRC OAuth2 API credential',
		},
		{
			name: 'None',
			value: 'none',
			description: 'For public APIs',
		},
		{
			name: 'Paged HTTP API',
			value: 'pagedHttpApi',
			description: 'Use a key in headers or in the query, a bearer token, or Basic Auth',
		},
		{
			name: 'Paged HTTP OAuth2 API',
			value: 'pagedHttpOAuth2Api',
			description: 'Use OAuth2: authorization code, PKCE or client credentials',
		},
	],
	default: 'none',
	description:
		'How to authenticate. With a credential, requests are only sent to its base URL and allowed hosts.',
};

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
		displayName: 'Paging Setup',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Find out from its responses how the API returns its pages',
			},
			{
				name: 'Set Up Manually',
				value: 'fields',
				description: 'Choose the paging scheme yourself',
			},
			{
				name: 'Saved Setup (JSON)',
				value: 'dataset',
				description:
					'Paste the dataset that Automatic has found, or one of a data source configuration',
			},
		],
		default: 'automatic',
		builderHint: {
			propertyHint: 'automatic is for GET lists only; use fields for POST and GraphQL',
		},
		description: 'How the node learns where the records are, and how to request the next page',
	},
	{
		displayName: 'Saved Setup',
		name: 'dataset',
		type: 'json',
		displayOptions: { show: { source: ['dataset'] } },
		typeOptions: { rows: 16 },
		default: JSON.stringify(EXAMPLE, null, 2),
		required: true,
		description:
			'Dataset from the Summary output of an Automatic run, or from a data source configuration, unchanged. Fields that are not used for paging are ignored and listed in the summary.',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		displayOptions: { show: { source: ['dataset', 'fields'], authentication: ['none'] } },
		default: '',
		placeholder: 'e.g. https://api.example.com',
		description: 'Added before a URL that is only a path. Leave empty if the URL is complete.',
	},
];
