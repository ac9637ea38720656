import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/** Name under which every node asks n8n for the shared credential. */
export const CREDENTIAL_NAME = 'grcOAuth2Api';

/** The fields of the shared credential that the package reads, trimmed, `''` where not set. */
export interface GrcCredential {
	/** Address of the service without a trailing slash, such as `https://grc.example.com`. */
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	/** Space-separated scopes to ask for; `''` asks for whatever the client may have. */
	scope: string;
	/** Address that exchanges client id and secret for an access token. */
	tokenUrl: string;
	/** Value of `X-API-Version`. */
	apiVersion: string;
	/** Hosts, comma-separated, that may receive the token besides the base URL's. */
	allowedHosts: string;
	/** The token n8n stored last; `''` when there is none. */
	accessToken: string;
	/** {@link credentialKey} of the settings the stored token was issued for; `''` when unknown. */
	issuedFor: string;
	/** IANA name of the zone in which the service writes dates, `UTC` when not set. */
	organizationTimeZone: string;
	/** How the service writes a date, in the letters of Luxon. */
	organizationDateFormat: string;
}

const DEFAULT_EXCHANGE_PATH = '/tprm-api/oauth/token';
const DEFAULT_API_VERSION = 'v1';
const DEFAULT_DATE_FORMAT = 'yyyy-MM-dd';

/**
 * Reads n8n's decrypted credential data into a typed, normalized form.
 *
 * @param data what n8n hands to `preAuthentication`, `authenticate` and `getCredentials`
 * @returns every field as a string, with the defaults filled in
 * @throws UserError naming the field when Base URL or Token URL is not a usable address
 */
export function readCredential(data: ICredentialDataDecryptedObject): GrcCredential {
	const text = (name: string) => {
		const value = data[name];
		return typeof value === 'string' ? value.trim() : '';
	};
	const baseUrl = parseHttpUrl('Base URL', text('baseUrl'));
	const tokenUrl = text('tokenUrl');
	return {
		baseUrl: baseUrl.href.replace(/\/+$/, ''),
		clientId: text('clientId'),
		clientSecret: text('clientSecret'),
		scope: text('scope'),
		tokenUrl: tokenUrl
			? tokenUrlBeside(baseUrl, tokenUrl)
			: baseUrl.href.replace(/\/+$/, '') + DEFAULT_EXCHANGE_PATH,
		apiVersion: text('apiVersion') || DEFAULT_API_VERSION,
		allowedHosts: text('allowedHosts'),
		accessToken: text('accessToken'),
		issuedFor: text('issuedFor'),
		organizationTimeZone: text('organizationTimeZone') || 'UTC',
		organizationDateFormat: text('organizationDateFormat') || DEFAULT_DATE_FORMAT,
	};
}

/**
 * Reads the secrets that deliveries of webhooks are signed with.
 *
 * @returns Webhook Signing Secret first, `''` where not set, then the additional ones in order
 */
export function readSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	const text = (name: string) => {
		const value = data[name];
		return typeof value === 'string' ? value : '';
	};
	const additional = text('additionalSigningSecrets').split(',');
	return [text('webhookSigningSecret'), ...additional].map((secret) => secret.trim());
}

/** The client secret goes to the token URL, so it must be as well protected as the base URL. */
function tokenUrlBeside(baseUrl: URL, tokenUrl: string): string {
	const url = parseHttpUrl('Token URL', tokenUrl);
	if (baseUrl.protocol === 'https:' && url.protocol !== 'https:') {
		throw new UserError('Token URL uses http while Base URL uses https', {
			description:
				'The client secret would travel unencrypted. Change Token URL in the credential to https, or empty it to use the default.',
		});
	}
	return url.href;
}

function parseHttpUrl(field: string, value: string): URL {
	if (value === '') {
		throw new UserError(`${field} is empty`, {
			description: `Enter the address of the service in the credential, e.g. https://grc.example.com`,
		});
	}
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname) {
		throw new UserError(`${field} is not a web address: ${redactUserInfo(value)}`, {
			description: `Change ${field} in the credential to an address that starts with https://, e.g. https://grc.example.com`,
		});
	}
	if (url.username || url.password || /[?#]/.test(value)) {
		throw new UserError(`${field} has parts that do not belong there`, {
			description: `${field} takes only protocol, host and path. Remove any user name, password, "?" and "#" from it; client id and secret have fields of their own.`,
		});
	}
	return url;
}

/** `https://user:secret@host` must not repeat its password in a message. */
function redactUserInfo(value: string): string {
	return value.replace(/[^/\s]*@/, '***@');
}
