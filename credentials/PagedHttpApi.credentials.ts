import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { authenticateWithKey } from '../nodes/shared/auth/apiKeyCredential';
import { connectionFields, SECRET } from '../nodes/shared/auth/connectionFields';
import { listField, textField } from '../nodes/shared/forms/fields';
import { namedValues } from '../nodes/shared/forms/namedValues';

/** A key, a token, or a user and password for an API that Paged HTTP reads. */
export class PagedHttpApi implements ICredentialType {
	name = 'pagedHttpApi';

	displayName = 'Paged HTTP API';

	icon = {
		light: 'file:../nodes/PagedHttp/pagedHttp.svg',
		dark: 'file:../nodes/PagedHttp/pagedHttp.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-grc-tprm/n8n-nodes-grc-tprm/blob/main/docs/credential-paged-http.md';

	properties: INodeProperties[] = [
		textField(
			'Base URL',
			'baseUrl',
			'URL of the API. The secret is only sent to its host and to Allowed Hosts.',
			{ required: true, placeholder: 'e.g. https://api.example.com/v1' },
		),
		listField('Authentication', 'authentication', 'header', 'How the API expects the secret', [
			['Basic Auth', 'basic', 'A user and a password'],
			['Bearer Token', 'bearer', 'A token in the Authorization header, after the word Bearer'],
			['Key in Header', 'header', 'One or more headers with any names, such as X-API-Key'],
			['Key in Query', 'query', 'One or more query parameters, such as api_key'],
		]),
		namedValues({
			displayName: 'Headers',
			name: 'headers',
			displayOptions: { show: { authentication: ['header'] } },
			default: { header: [{ name: '', value: '' }] },
			entry: 'Header',
			nameField: { placeholder: 'e.g. X-API-Key' },
			valueField: {
				...SECRET,
				description: 'The complete value, including a prefix such as Token if the API expects one',
			},
		}),
		namedValues({
			displayName: 'Query Parameters',
			name: 'query',
			displayOptions: { show: { authentication: ['query'] } },
			default: { parameter: [{ name: '', value: '' }] },
			entry: 'Parameter',
			nameField: { placeholder: 'e.g. api_key' },
			valueField: SECRET,
		}),
		textField('Token', 'bearerToken', 'The token alone, without the word Bearer', {
			...SECRET,
			displayOptions: { show: { authentication: ['bearer'] } },
			required: true,
		}),
		textField('User', 'userOrApiKey', 'Some APIs expect a key here, and no password', {
			...SECRET,
			displayOptions: { show: { authentication: ['basic'] } },
		}),
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			displayOptions: { show: { authentication: ['basic'] } },
			default: '',
		},
		textField(
			'Test Path',
			'testPath',
			'Path to request when this credential is tested, such as that of your own account. It must not be readable without the secret. Leave empty to request the base URL.',
			{ placeholder: 'e.g. /me' },
		),
		...connectionFields('secret', 'api-eu.example.com'),
	];

	/**
	 * Without this, n8n 2.41 adds Allowed HTTP Request Domains (All by default) below our Allowed Hosts, which
	 * already decides where HTTP Request may send the secret.
	 */
	hideDomainRestrictionFields = true;

	authenticate: IAuthenticate = authenticateWithKey;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl?.trim() }}',
			url: '={{ $credentials.testPath?.trim() }}',
			headers: { Accept: 'application/json' },
		},
		rules: [
			...[301, 302, 303, 307, 308].map((status) =>
				failure(
					status,
					'The API redirects, which is not followed. Enter the final URL in Base URL or Test Path.',
				),
			),
			failure(
				401,
				'The API did not accept the secret. Check the secret, and that Authentication is what the API expects.',
			),
			failure(
				403,
				'The API refused access. Check the secret, or set Test Path to a path that the secret gives access to.',
			),
			failure(
				404,
				'There is nothing at this URL. Set Test Path to a path that the secret gives access to.',
			),
			failure(405, 'This URL does not accept GET. Set Test Path to a path that does.'),
		],
	};
}

function failure(value: number, message: string) {
	return { type: 'responseCode' as const, properties: { value, message } };
}
