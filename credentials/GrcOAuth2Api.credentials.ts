import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { authenticateRequest, renewToken } from '../nodes/shared/auth/authenticate';

/**
 * OAuth2 client credentials of the service (third-party-risk, Authentication).
 *
 * It does not extend n8n's `oAuth2Api`: that one can neither refuse to send a token elsewhere nor
 * bind it to a key.
 */
export class GrcOAuth2Api implements ICredentialType {
	name = 'grcOAuth2Api';

	displayName = 'GRC OAuth2 API';

	icon = { light: 'file:grc.svg', dark: 'file:grc.dark.svg' } as const;

	documentationUrl =
		'https://github.com/n8n-nodes-grc-tprm/n8n-nodes-grc-tprm/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://grc.example.com',
			description:
				'Address of the service, without a path behind it. Development, demo and production environments differ in this address.',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. n8n-production',
			description: 'Issued by an administrator of the service',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Issued together with the client ID. Sent only to the token URL.',
		},
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Shown by the service where the webhook endpoint is registered. Only the TPRM Trigger needs it; without it the trigger accepts nothing.',
		},
		{
			displayName: 'Additional Signing Secrets',
			name: 'additionalSigningSecrets',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'More signing secrets that are accepted, separated by commas: those of other endpoints, or the new one while a secret is being rotated',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: '',
			placeholder: 'e.g. scopes:read vendors:read',
			description:
				'Limits what the access token may do, separated by spaces. Leave empty to get everything the client may have.',
		},
		{
			displayName: 'Token URL',
			name: 'tokenUrl',
			type: 'string',
			typeOptions: { password: false },
			default: '',
			placeholder: 'e.g. https://login.example.com/oauth/token',
			description: 'Leave empty to use /tprm-api/oauth/token below the base URL',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			default: 'v1',
			description: 'Version of the third-party risk interface that every request is pinned to',
		},
		{
			displayName: 'Allowed Hosts',
			name: 'allowedHosts',
			type: 'string',
			default: '',
			placeholder: 'e.g. reports.example.com, files.example.com:8443',
			description:
				'Hosts besides that of the base URL which may receive the access token, separated by commas. Requests to every other host are refused.',
		},
		{
			displayName: 'Organization Time Zone',
			name: 'organizationTimeZone',
			type: 'string',
			default: 'UTC',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'Time zone set in the service under the settings of your organization. It reads and writes dates in this zone.',
		},
		{
			displayName: 'Organization Date Format',
			name: 'organizationDateFormat',
			type: 'options',
			options: [
				{ name: 'DD-MM-YYYY', value: 'dd-MM-yyyy' },
				{ name: 'MM-DD-YYYY', value: 'MM-dd-yyyy' },
				{ name: 'YYYY-MM-DD', value: 'yyyy-MM-dd' },
			],
			default: 'yyyy-MM-dd',
			description: 'Date format set in the service under the settings of your organization',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Issued For',
			name: 'issuedFor',
			type: 'hidden',
			default: '',
		},
	];

	preAuthentication = renewToken;

	authenticate: IAuthenticate = authenticateRequest;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/tprm-api/manage/webhooks/events',
			headers: { 'X-API-Version': '={{ $credentials.apiVersion }}' },
		},
	};
}
