import { createHmac } from 'crypto';

import { IANAZone } from 'luxon';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isHeaderValue } from '../basics/headerValue';
import { canonicalJson } from '../basics/json';
import { memberOf, textMember } from '../basics/members';
import { parseUrl } from '../basics/parseUrl';
import { userError } from '../n8n/nodeErrors';
import { DEFAULT_DATE_FORMAT } from './dateFormats';

/** Name under which every node requests the shared credential from n8n. */
export const CREDENTIAL_NAME = 'grcOAuth2Api';

/** Where the service issues tokens, below the base URL (third-party-risk, Authentication 1). */
export const ISSUER_PATH = '/tprm-api/oauth/token';

/**
 * Credentials that the process remembers something about, those used last: more than one n8n has in use.
 * Each takes a few kB, and one that was forgotten costs a request or two.
 */
export const MOST_CREDENTIALS = 500;

/** The fields of the shared credential that the package reads, trimmed, `''` where not set. */
export interface GrcCredential {
	/** Address of the service without a trailing slash, such as `https://grc.example.com`. */
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	/** Space-separated scopes to request; `''` requests everything the client is allowed. */
	scope: string;
	/** Address that exchanges client ID and secret for an access token. */
	tokenUrl: string;
	/** Value of `X-API-Version`. */
	apiVersion: string;
	/** Hosts, comma-separated, that may receive the token besides the base URL's. */
	allowedHosts: string;
	/** Whether certificates that cannot be verified are accepted. */
	ignoresSslIssues: boolean;
	/** Whether tokens are bound to a key (DPoP). */
	useDpop: boolean;
	/** The user's own private key; `''` when one is made. */
	privateKey: string;
	/** The private key that was made for the stored token; `''` when there is none. */
	dpopPrivateKey: string;
	/** The token n8n stored last; `''` when there is none. */
	accessToken: string;
	/** Key (`credentialKey`) of the settings the stored token was issued for; `''` when unknown. */
	tokenIssuedFor: string;
	/** IANA name of the time zone in which the service writes dates. */
	organizationTimeZone: string;
	/** Format in which the service writes dates, as a Luxon pattern. */
	organizationDateFormat: string;
}

/**
 * Reads n8n's decrypted credential data into a typed, normalized form.
 *
 * @param data what n8n passes to `preAuthentication` and `authenticate` or returns from
 *   `getCredentials`
 * @returns every field as a string, with the defaults filled in
 * @throws UserError naming the field when Base URL or Token URL is not a usable address, API Version
 *   cannot be sent, or there is no such time zone
 */
export function readCredential(data: ICredentialDataDecryptedObject): GrcCredential {
	const text = (name: string) => textMember(data, name).trim();
	const base = parsePlainUrl('Base URL', text('baseUrl'));
	const baseUrl = base.href.replace(/^(.*[^/])\/*$/, '$1');
	const tokenUrl = parsePlainUrl('Token URL', text('tokenUrl') || baseUrl + ISSUER_PATH);
	if (base.protocol === 'https:' && tokenUrl.protocol !== 'https:') {
		throw userError(
			'Token URL uses http while Base URL uses https',
			'The client secret would be sent unencrypted. Change Token URL in the credential to https, or clear it to use the default.',
		);
	}
	const apiVersion = text('apiVersion') || 'v1';
	if (!isHeaderValue(apiVersion)) {
		throw userError(
			'API Version has characters that a header cannot contain',
			'Change API Version in the credential to a version such as v1.',
		);
	}
	return {
		baseUrl,
		clientId: text('clientId'),
		clientSecret: text('clientSecret'),
		scope: text('scope'),
		tokenUrl: tokenUrl.href,
		apiVersion,
		allowedHosts: text('allowedHosts'),
		ignoresSslIssues: isOn(data, 'ignoreSSLIssues'),
		useDpop: isOn(data, 'useDpop'),
		privateKey: text('privateKey'),
		dpopPrivateKey: text('dpopPrivateKey'),
		accessToken: text('accessToken'),
		tokenIssuedFor: text('tokenIssuedFor'),
		organizationTimeZone: existingZone(text('organizationTimeZone') || 'UTC'),
		organizationDateFormat: text('organizationDateFormat') || DEFAULT_DATE_FORMAT,
	};
}

/**
 * Identifies the settings that a token depends on. A token issued for other settings is not used, so
 * a changed base URL or secret takes effect with the next request. All settings count but those named
 * here: whoever has answered a request with Ignore SSL Issues on, may not be the service.
 *
 * @returns a hash that the client secret is the key of, so that it does not help to guess the secret
 */
export function credentialKey(credential: GrcCredential): string {
	const {
		clientSecret,
		// What becomes of a token, and what came with it.
		accessToken: _accessToken,
		allowedHosts: _allowedHosts,
		apiVersion: _apiVersion,
		dpopPrivateKey: _dpopPrivateKey,
		organizationDateFormat: _organizationDateFormat,
		organizationTimeZone: _organizationTimeZone,
		tokenIssuedFor: _tokenIssuedFor,
		...settings
	} = credential;
	return createHmac('sha256', clientSecret).update(canonicalJson(settings)).digest('hex');
}

/** @returns a switch, for which an expression may return text */
export function isOn(data: ICredentialDataDecryptedObject, name: string): boolean {
	return String(memberOf(data, name)) === 'true';
}

/**
 * Only nodes that convert dates need it, but a mistake is best found when the credential is tested, be its token
 * good or not.
 *
 * @throws UserError when there is no such time zone
 */
function existingZone(zone: string): string {
	// Luxon remembers those that it has seen.
	if (IANAZone.create(zone).isValid) return zone;
	throw userError(
		`Organization Time Zone is not a time zone: ${zone}`,
		'Change it in the credential to a name like Europe/Berlin or America/New_York.',
	);
}

function parsePlainUrl(field: string, value: string): URL {
	const url = parseHttpUrl(field, value);
	if (!url.username && !url.password && !/[?#]/.test(value)) return url;
	throw userError(
		`${field} has a user name, password, ? or #`,
		'Remove the user name and password, and everything from ? or # on. Client ID and Client Secret are separate fields.',
	);
}

/** @throws UserError naming the field when it is empty, or not an address that can be requested */
export function parseHttpUrl(field: string, value: string): URL {
	if (value === '') {
		throw userError(
			`${field} is empty`,
			'Enter the address of the service in the credential, e.g. https://grc.example.com',
		);
	}
	const url = parseUrl(value);
	if (url && /^https?:$/.test(url.protocol)) return url;
	// The test of a credential shows the message alone.
	const fault = /^https?:/i.test(value)
		? 'is not a web address'
		: 'must begin with https://, but is';
	throw userError(
		`${field} ${fault}: ${withoutUserInfo(value)}`,
		`Change ${field} in the credential to an address that starts with https://, e.g. https://grc.example.com`,
	);
}

/** Removes user name and password, since `https://user:secret@host` must not be in a message. */
export function withoutUserInfo(address: string): string {
	return address.replace(/^([a-z]+:\/\/)?.*@/is, '$1***@');
}
