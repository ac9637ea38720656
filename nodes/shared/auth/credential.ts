import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	badAddressError,
	downgradeError,
	extraPartsError,
	noAddressError,
} from './credentialErrors';
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
	const baseUrl = base.href.replace(/^(.*[^/])\/*$/, '$1');
	return {
		baseUrl,
		clientId: text('clientId'),
		clientSecret: text('clientSecret'),
		scope: text('scope'),
		tokenUrl: parseTokenUrl(text('tokenUrl') || baseUrl + DEFAULT_EXCHANGE_PATH, base),
		apiVersion: text('apiVersion') || DEFAULT_API_VERSION,
		allowedHosts: text('allowedHosts'),
		// An expression may return text.
		ignoresSslIssues: String(data.ignoreSSLIssues) === 'true',
		useDpop: String(data.useDpop) === 'true',
		privateKey: text('privateKey'),
		dpopPrivateKey: text('dpopPrivateKey'),
		accessToken: text('accessToken'),
		tokenIssuedFor: text('tokenIssuedFor'),
		organizationTimeZone: text('organizationTimeZone') || DEFAULT_TIME_ZONE,
		organizationDateFormat: text('organizationDateFormat') || DEFAULT_DATE_FORMAT,
	};
}

/** @returns a field as it was entered; `''` when it is not text */
export function textOf(data: ICredentialDataDecryptedObject, name: string): string {
	const value = data[name];
	return typeof value === 'string' ? value : '';
}

/** The client secret is sent to the token URL, so it needs the same protection as the base URL. */
function parseTokenUrl(value: string, base: URL): string {
	const url = parseHttpUrl('Token URL', value);
	if (base.protocol === 'https:' && url.protocol !== 'https:') throw downgradeError();
	return url.href;
}

function parseHttpUrl(field: string, value: string): URL {
	if (value === '') throw noAddressError(field);
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) throw badAddressError(field, value);
	if (url.username || url.password || /[?#]/.test(value)) throw extraPartsError(field);
	return url;
}

/** How ID and secret are written in HTTP Basic: as RFC 6749 says (2.3.1), or as they are. */
export type BasicForm = 'formEncoded' | 'plain';

/** @returns the value of HTTP Basic: ID and secret in a form, then base64 */
export function basicCredentials(
	{ clientId, clientSecret }: GrcCredential,
	form: BasicForm = 'formEncoded',
): string {
	const write = form === 'plain' ? (text: string) => text : formEncode;
	return Buffer.from(`${write(clientId)}:${write(clientSecret)}`).toString('base64');
}

function formEncode(value: string): string {
	return new URLSearchParams({ value }).toString().slice('value='.length);
}
