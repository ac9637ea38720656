import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { GrcCredential } from './types';

/** Name under which every node requests the shared credential from n8n. */
export const CREDENTIAL_NAME = 'grcOAuth2Api';

const DEFAULT_EXCHANGE_PATH = '/tprm-api/oauth/token';
const DEFAULT_API_VERSION = 'v1';
const DEFAULT_TIME_ZONE = 'UTC';
const DEFAULT_DATE_FORMAT = 'yyyy-MM-dd';

/**
 * Reads n8n's decrypted credential data into a typed, normalized form.
 *
 * @param data what n8n passes to `preAuthentication` and `authenticate` or returns from
 *   `getCredentials`
 * @returns every field as a string, with the defaults filled in
 * @throws UserError naming the field when Base URL or Token URL is not a usable address
 */
export function readCredential(data: ICredentialDataDecryptedObject): GrcCredential {
	const text = (name: string) => textOf(data, name).trim();
	const base = parseHttpUrl('Base URL', text('baseUrl'));
	const baseUrl = base.href.replace(/\/+$/, '');
	return {
		baseUrl,
		clientId: text('clientId'),
		clientSecret: text('clientSecret'),
		scope: text('scope'),
		tokenUrl: parseTokenUrl(text('tokenUrl') || baseUrl + DEFAULT_EXCHANGE_PATH, base),
		apiVersion: text('apiVersion') || DEFAULT_API_VERSION,
		allowedHosts: text('allowedHosts'),
		accessToken: text('accessToken'),
		issuedFor: text('issuedFor'),
		organizationTimeZone: text('organizationTimeZone') || DEFAULT_TIME_ZONE,
		organizationDateFormat: text('organizationDateFormat') || DEFAULT_DATE_FORMAT,
	};
}

/**
 * Reads the secrets that webhook deliveries are signed with.
 *
 * @param data the decrypted credential
 * @returns Webhook Signing Secret first, `''` where not set, then the additional ones in order
 */
export function readSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	const additional = textOf(data, 'additionalSigningSecrets').split(',');
	return [textOf(data, 'webhookSigningSecret'), ...additional].map((secret) => secret.trim());
}

function textOf(data: ICredentialDataDecryptedObject, name: string): string {
	const value = data[name];
	return typeof value === 'string' ? value : '';
}

/** The client secret is sent to the token URL, so it needs the same protection as the base URL. */
function parseTokenUrl(value: string, base: URL): string {
	const url = parseHttpUrl('Token URL', value);
	if (base.protocol === 'https:' && url.protocol !== 'https:') {
		throw new UserError('Token URL uses http while Base URL uses https', {
			description:
				'The client secret would be sent unencrypted. Change Token URL in the credential to https, or clear it to use the default.',
		});
	}
	return url.href;
}

function parseHttpUrl(field: string, value: string): URL {
	if (value === '') {
		throw new UserError(`${field} is empty`, {
			description:
				'Enter the address of the service in the credential, e.g. https://grc.example.com',
		});
	}
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new UserError(`${field} is not a web address: ${withoutUserInfo(value)}`, {
			description: `Change ${field} in the credential to an address that starts with https://, e.g. https://grc.example.com`,
		});
	}
	if (url.username || url.password || /[?#]/.test(value)) {
		throw new UserError(`${field} has parts that do not belong there`, {
			description: `${field} takes only protocol, host and path. Remove any user name, password, "?" and "#" from it; Client ID and Client Secret are separate fields.`,
		});
	}
	return url;
}

/** Removes user name and password, since `https://user:secret@host` must not be in a message. */
export function withoutUserInfo(address: string): string {
	return address.replace(/([a-z]+:\/\/)?.*@/is, '$1***@');
}
