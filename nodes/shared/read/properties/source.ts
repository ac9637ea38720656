import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { jsonField, listField, shownIf, textField } from '../../forms/fields';
import { parameterProperties, stopProperties } from './paging';

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

/** The only field that Paging Setup: Automatic needs. */
const urlField = textField(
	'URL',
	'url',
	'URL of the first page, or a path below the base URL of the credential. You can add filters to its query; the paging parameters are added for you.',
	{
		displayOptions: { show: { source: ['automatic', 'fields'] } },
		required: true,
		placeholder: 'e.g. https://api.example.com/vendors?status=active',
	},
);

/** Where the list is, and how to sign in. */
export const sourceProperties: INodeProperties[] = [
	listField(
		'Paging Setup',
		'source',
		'automatic',
		'How the node learns where the records are, and how to request the next page',
		[
			['Automatic', 'automatic', 'Detect how the API returns its pages'],
			['Set Up Manually', 'fields', 'Choose the paging scheme yourself'],
			[
				'Saved Setup (JSON)',
				'dataset',
				'Paste what the Summary output of an Automatic run has under dataset, or a dataset of a dataSource.json file',
			],
		],
		{
			builderHint: {
				propertyHint: 'automatic is for GET lists only; use fields for POST and GraphQL',
			},
		},
	),
	jsonField(
		'Saved Setup',
		'dataset',
		'What the Summary output of an Automatic run has under dataset, or a dataset of a dataSource.json file, unchanged. Fields that are not used for paging are ignored and listed in the summary.',
		{
			displayOptions: { show: { source: ['dataset'] } },
			typeOptions: { rows: 16 },
			required: true,
		},
	),
	urlField,
	listField(
		'Authentication',
		'authentication',
		'none',
		'How to authenticate. With a credential, requests are only sent to its base URL and allowed hosts.',
		[
			[
				'GRC OAuth2 API',
				'grcOAuth2Api',
				'Use the access token of a GRC OAuth2 API credential. To change vendors, scopes, or assignments, use their own nodes.',
			],
			['None', 'none', 'For public APIs'],
			[
				'Paged HTTP API',
				'pagedHttpApi',
				'Use a key in headers or in the query, a bearer token, or Basic Auth',
			],
			[
				'Paged HTTP OAuth2 API',
				'pagedHttpOAuth2Api',
				'Use OAuth2: authorization code, PKCE, or client credentials',
			],
		],
	),
	textField(
		'Base URL',
		'baseUrl',
		'Added before a URL that is only a path. Leave empty if the URL is complete.',
		{
			displayOptions: { show: { source: ['dataset', 'fields'], authentication: ['none'] } },
			placeholder: 'e.g. https://api.example.com',
		},
	),
];

/** Paging Setup: Set Up Manually. */
export const manualProperties = shownIf({ source: ['fields'] }, [
	listField(
		'Paging Scheme',
		'schemeType',
		'pageBased',
		'How the API returns its pages. If it offers several ways, choose Next Token or URL, or GraphQL Connection: they are not affected by records added or deleted during the run.',
		[
			[
				'GraphQL Connection',
				'graphqlConnections',
				'A GraphQL API that returns pageInfo with endCursor and hasNextPage',
			],
			[
				'Next Token or URL',
				'nextToken',
				'Each response contains a token, cursor, or URL for the next page, in its body or a Link header',
			],
			[
				'Offset and Limit',
				'offsetAndLimit',
				'The API skips a number of records, e.g. offset=200&limit=100',
			],
			['One Page', 'onePage', 'The API returns the whole list at once'],
			['Page Number', 'pageBased', 'The API numbers its pages, e.g. page=3'],
		],
		{ noDataExpression: true },
	),
	...shownIf({ schemeType: ['nextToken', 'offsetAndLimit', 'onePage', 'pageBased'] }, [
		listField(
			'Method',
			'method',
			'GET',
			'HTTP method of the requests. Do not use a POST that changes data, because requests may be repeated.',
			[
				['GET', 'GET', 'Paging parameters are sent in the query'],
				['POST', 'POST', 'Paging parameters are sent in the body'],
			],
		),
		jsonField(
			'Body',
			'body',
			'JSON object to send with every request. The paging parameters are added for you.',
			{ displayOptions: { show: { method: ['POST'] } }, default: '{}' },
		),
	]),
	...shownIf({ schemeType: ['graphqlConnections'] }, [
		textField(
			'Query',
			'query',
			'GraphQL query. It must select pageInfo with endCursor and hasNextPage, and declare $after, which is set for you.',
			{
				typeOptions: { rows: 8 },
				required: true,
				placeholder:
					'e.g. query ($first: Int, $after: String) { vendors(first: $first, after: $after) { nodes { name } pageInfo { endCursor hasNextPage } } }',
			},
		),
		jsonField('Variables', 'variables', 'Variables of the query, except those for paging', {
			default: '{}',
		}),
	]),
	textField(
		'Records Path',
		'property',
		'Path to the array of records in the response, in dot notation. Leave empty if the response itself is the array.',
		{ placeholder: 'e.g. data.items' },
	),

	...parameterProperties,
	...stopProperties,
]);

/** What the form says about the list, in the order in which it is shown. */
export const formProperties: INodeProperties[] = [urlField, ...manualProperties];
