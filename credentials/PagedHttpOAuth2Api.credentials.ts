import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { connectionFields } from '../nodes/shared/auth/connectionFields';
import { listField, textField } from '../nodes/shared/forms/fields';

/** The hosts of Base URL and Allowed Hosts for n8n's HTTP Request node. It would take an asterisk as a wildcard. */
const HOSTS =
	'={{ [$self["baseUrl"], ...($self["allowedHosts"] ?? "").split(/[\\s,;]/)].map((url) => (url ?? "").trim().replace(/^https?:\\/\\//i, "").replace(/[:/?#].*$/, "")).filter((host) => host !== "" && !host.includes("*")).join(",") }}';

/** n8n's own credential does not hand it down. */
const TOKEN_EXPIRED: INodeProperties = {
	displayName: 'Token Expired Status Code',
	name: 'tokenExpiredStatusCode',
	type: 'number',
	default: 401,
	description: 'Status code with which the API reports that the token has expired, usually 401',
};

/**
 * OAuth2 for an API that Paged HTTP reads, with all the grant types of n8n's own credential. n8n signs
 * the requests itself, so the node checks where they are sent.
 */
export class PagedHttpOAuth2Api implements ICredentialType {
	name = 'pagedHttpOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Paged HTTP OAuth2 API';

	icon = {
		light: 'file:../nodes/PagedHttp/pagedHttp.svg',
		dark: 'file:../nodes/PagedHttp/pagedHttp.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-grc-tprm/n8n-nodes-grc-tprm/blob/main/docs/credential-paged-http.md';

	properties: INodeProperties[] = [
		{
			// n8n clears the scope of a credential that is connected, unless it comes from a default.
			displayName: 'Requested Scope',
			name: 'scope',
			type: 'hidden',
			default: '={{ $self["requestedScope"] }}',
		},
		textField('Scope', 'requestedScope', 'Scopes to request, separated by spaces', {
			placeholder: 'e.g. read offline_access',
		}),
		textField(
			'Base URL',
			'baseUrl',
			'URL of the API. The access token is only sent to its host and to Allowed Hosts.',
			{
				required: true,
				placeholder: 'e.g. https://api.example.com/v1',
			},
		),
		...connectionFields('access token', 'api-eu.example.com'),
		TOKEN_EXPIRED,
		listField(
			'Allowed HTTP Request Domains',
			'allowedHttpRequestDomains',
			'none',
			"Whether n8n's HTTP Request and GraphQL nodes can send the access token. They check the destination less strictly than Paged HTTP.",
			// There is no All: n8n would send the token to any address.
			[
				['None', 'none', 'Only Paged HTTP and its trigger can use this credential'],
				[
					'Specific Domains',
					'domains',
					'HTTP Request and GraphQL can also use this credential, for the hosts of Base URL and Allowed Hosts. For these nodes, n8n does not check the port, require https, or block proxies.',
				],
			],
		),
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: HOSTS,
		},
	];
}
