import type { FormField } from './formField';

const REST = ['nextToken', 'offsetAndLimit', 'pageBased'];

/** What to request, and with which scheme. */
export const requestProperties: FormField[] = [
	{
		field: 'url',
		property: {
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/vendors?status=active',
			description:
				'Address of the API, or a path behind the base URL. Filters may be in its query; paging adds its own parameters.',
		},
	},
	{
		field: 'pagingScheme.type',
		property: {
			displayName: 'Paging Scheme',
			name: 'schemeType',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'GraphQL Connection',
					value: 'graphqlConnections',
					description: 'A GraphQL API whose answers hold pageInfo with endCursor and hasNextPage',
				},
				{
					name: 'Next Token or URL',
					value: 'nextToken',
					description:
						'Each answer names the next page by a token, a cursor or a URL, also in a Link header',
				},
				{
					name: 'Offset and Limit',
					value: 'offsetAndLimit',
					description: 'The API skips so many records, such as offset=200&limit=100',
				},
				{
					name: 'Page Number',
					value: 'pageBased',
					description: 'The API counts pages, such as page=3',
				},
			],
			default: 'pageBased',
			description:
				'How the API hands out its pages. Take Next Token or GraphQL where the API offers several: changes between two pages do not disturb them.',
		},
	},
	{
		field: 'method',
		property: {
			displayName: 'Method',
			name: 'method',
			type: 'options',
			displayOptions: { show: { schemeType: REST } },
			options: [
				{ name: 'GET', value: 'GET', description: 'Paging parameters go into the query' },
				{ name: 'POST', value: 'POST', description: 'Paging parameters go into the body' },
			],
			default: 'GET',
			description: 'How the API is asked. A POST must only read, since it may be repeated.',
		},
	},
	{
		field: 'body',
		property: {
			displayName: 'Body',
			name: 'body',
			type: 'json',
			displayOptions: { show: { schemeType: REST, method: ['POST'] } },
			default: '{}',
			description: 'JSON object to send with every page. Paging adds its parameters to a copy.',
		},
	},
	{
		field: 'body.query',
		property: {
			displayName: 'Query',
			name: 'query',
			type: 'string',
			typeOptions: { rows: 8 },
			displayOptions: { show: { schemeType: ['graphqlConnections'] } },
			default: '',
			required: true,
			placeholder:
				'e.g. query ($first: Int, $after: String) { vendors(first: $first, after: $after) { nodes { name } pageInfo { endCursor hasNextPage } } }',
			description:
				'GraphQL query. It must declare $after and select pageInfo with endCursor and hasNextPage; paging fills $after in.',
		},
	},
	{
		field: 'body.variables',
		property: {
			displayName: 'Variables',
			name: 'variables',
			type: 'json',
			displayOptions: { show: { schemeType: ['graphqlConnections'] } },
			default: '{}',
			description: 'Your own variables of the query, without those of paging',
		},
	},
	{
		field: 'property',
		property: {
			displayName: 'Records Path',
			name: 'property',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.items',
			description:
				'Where the list of records is in the answer, with dots between the names. Leave empty if the answer itself is the list.',
		},
	},
];
