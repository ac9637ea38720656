import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { connectionFields, SECRET } from '../nodes/shared/auth/connectionFields';
import { authenticateRequest, renewToken } from '../nodes/shared/auth/credentialHooks';
import { DATE_FORMATS, DEFAULT_DATE_FORMAT } from '../nodes/shared/auth/dateFormats';
import { PROBE_PATH } from '../nodes/shared/auth/tokenProbe';
import { listField, switchField, textField } from '../nodes/shared/forms/fields';

/** Every status but 2xx, and 403: a token without access to the list of events is a good one. */
const FAILURES = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
	(status) => status !== 403,
);

/** What the test says about a status: n8n shows nothing but this. */
const ADVICE = {
	'Enter the final URL as Base URL. This one redirects.': [301, 302, 303, 307, 308],
	'Set API Version to v1. The service does not support this one.': [400],
	'Check Base URL and Token URL. They may belong to different environments: the service did not accept the access token.':
		[401],
	'Check Base URL. Nothing was found at this address.': [404, 405],
	'Test again later. The service is busy or has a problem.': [429, 500, 502, 503, 504],
};

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
		textField(
			'Base URL',
			'baseUrl',
			'URL of the service, without a path. Development, demo, and production environments have different URLs.',
			{ required: true, placeholder: 'e.g. https://grc.example.com' },
		),
		textField('Client ID', 'clientId', 'Provided by an administrator of the service', {
			required: true,
			placeholder: 'e.g. n8n-production',
		}),
		textField(
			'Client Secret',
			'clientSecret',
			'Provided together with the client ID. It is only sent to the token URL.',
			{ ...SECRET, required: true },
		),
		textField(
			'Webhook Signing Secret',
			'webhookSigningSecret',
			'Shown by the service where the webhook endpoint is registered. Only needed for TPRM Trigger, which rejects all events without it. The connection test does not check it.',
			SECRET,
		),
		textField(
			'Additional Signing Secrets',
			'additionalSigningSecrets',
			'More signing secrets of the service to accept, separated by commas, such as those of other endpoints, or the new one during a rotation',
			SECRET,
		),
		textField(
			'Organization Time Zone',
			'organizationTimeZone',
			'Time zone in the settings of your organization in the service. The service reads and writes dates in this time zone.',
			{ default: 'UTC', placeholder: 'e.g. Europe/Berlin' },
		),
		listField(
			'Organization Date Format',
			'organizationDateFormat',
			DEFAULT_DATE_FORMAT,
			'Date format in the settings of your organization in the service',
			DATE_FORMATS,
		),
		textField(
			'OAuth Scopes',
			'scope',
			'Scopes to request for the access token, separated by spaces. Leave empty to request all scopes of the client.',
			{ placeholder: 'e.g. scopes:read vendors:read' },
		),
		textField('Token URL', 'tokenUrl', 'Leave empty to use /tprm-api/oauth/token at the base URL', {
			typeOptions: { password: false },
			placeholder: 'e.g. https://login.example.com/oauth/token',
		}),
		textField(
			'API Version',
			'apiVersion',
			'Version of the third-party risk API to use for all requests',
			{ default: 'v1' },
		),
		...connectionFields('access token', 'reports.example.com'),
		switchField(
			'Use DPoP',
			'useDpop',
			'Whether to bind access tokens to a private key, so that a stolen token is useless without it. The service must support DPoP (RFC 9449).',
		),
		textField(
			'Private Key',
			'privateKey',
			'Leave empty to use a generated key. Your own key must be an EC key for the curve P-256, as PEM or JWK.',
			{ ...SECRET, displayOptions: { show: { useDpop: [true] } } },
		),
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Token Issued For',
			name: 'tokenIssuedFor',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'DPoP Private Key',
			name: 'dpopPrivateKey',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
	];

	preAuthentication = renewToken;

	/**
	 * Without this, n8n 2.41 adds Allowed HTTP Request Domains (All by default) below our Allowed Hosts, which
	 * already decides where HTTP Request may send the secret.
	 */
	hideDomainRestrictionFields = true;

	authenticate: IAuthenticate = authenticateRequest;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl?.trim() }}',
			url: PROBE_PATH,
			headers: { 'X-API-Version': '={{ $credentials.apiVersion?.trim() }}' },
			ignoreHttpStatusErrors: { ignore: true, except: FAILURES },
		},
		rules: Object.entries(ADVICE).flatMap(([message, statuses]) =>
			statuses.map((value) => ({ type: 'responseCode' as const, properties: { value, message } })),
		),
	};
}
