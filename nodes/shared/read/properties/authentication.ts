import type { INodeProperties } from 'n8n-workflow';

/** How requests are signed in. */
export const authenticationProperty: INodeProperties = {
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
