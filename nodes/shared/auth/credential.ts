import { createHmac } from 'crypto';

import type { ICredentialDataDecryptedObject, IExecuteFunctions, UserError } from 'n8n-workflow';

import { canonicalJson } from '../basics/json';
import { memberOf, parseUrl } from '../basics/values';
import { userError } from '../n8n/shownErrors';
import { asEntered } from '../n8n/workarounds';

/** Name under which every node requests the shared credential from n8n. */
export const CREDENTIAL_NAME = 'grcOAuth2Api';

/** The fields of the shared credential that the package reads, trimmed, `''` where not set. */
export type GrcCredential = ReturnType<typeof readCredential>;

/** What reading a credential takes of an n8n context. */
export interface CredentialContext extends Pick<
	IExecuteFunctions,
	'getCredentials' | 'getCredentialsProperties'
> {
	/** Only where a node has input items. */
	getInputData?(): readonly unknown[];
}

/** What was found in the credentials of a run, by their type. */
const comparisons = new WeakMap<object, Map<string, Promise<UserError | undefined>>>();

/**
 * Reads a credential, which must be the same for all input items: n8n signs the requests of a run in with
 * that of the first one and stores one token, and some requests are for several items.
 *
 * @throws UserError naming the field whose expression returns another value for another item
 */
export async function credentialFor(
	context: CredentialContext,
	type: string,
): Promise<ICredentialDataDecryptedObject> {
	const found = comparisons.get(context) ?? new Map<string, Promise<UserError | undefined>>();
	comparisons.set(context, found);
	const comparison = found.get(type) ?? compareItems(context, type);
	found.set(type, comparison);
	// A read that failed is repeated.
	comparison.catch(() => found.delete(type));
	const refusal = await comparison;
	if (refusal) throw refusal;
	return await context.getCredentials(type);
}

/**
 * Names with which an expression may take something from its item; with the others it has the same value for
 * all items, or, as with `$now`, another one in each request.
 */
const OF_ITEM = /\$(?!(?:env|now|secrets|self|today|vars)\b)/;

/** @returns why the credential is refused: a field that may depend on the item, and does */
async function compareItems(
	context: CredentialContext,
	type: string,
): Promise<UserError | undefined> {
	const count = context.getInputData?.().length ?? 0;
	if (count < 2) return undefined;
	const entered = await asEntered(context, type);
	const compared = context.getCredentialsProperties(type).filter(({ type: kind, name }) => {
		const text = entered && (JSON.stringify(Reflect.get(entered, name)) ?? '');
		return kind !== 'hidden' && (text === undefined || (text.includes('"=') && OF_ITEM.test(text)));
	});
	if (compared.length === 0) return undefined;
	const textsOf = async (item: number) => {
		const data = await context.getCredentials(type, item);
		return compared.map(({ name }) => JSON.stringify(memberOf(data, name)));
	};
	const first = await textsOf(0);
	for (let item = 1; item < count; item++) {
		const texts = await textsOf(item);
		const field = compared.find((_, index) => texts[index] !== first[index]);
		if (!field) continue;
		return userError(
			`${field.displayName} of the credential differs between rows 1 and ${item + 1}`,
			'All items of a run use the same values of the credential. Use an expression that returns the same value for every item, or a separate node and credential for each account.',
		);
	}
	return undefined;
}

/**
 * Reads n8n's decrypted credential data into a typed, normalized form.
 *
 * @param data what n8n passes to `preAuthentication` and `authenticate` or returns from
 *   `getCredentials`
 * @returns every field as a string, with the defaults filled in
 * @throws UserError naming the field when Base URL or Token URL is not a usable address
 */
export function readCredential(data: ICredentialDataDecryptedObject) {
	const text = (name: string) => textOf(data, name).trim();
	const base = parsePlainUrl('Base URL', text('baseUrl'));
	const baseUrl = base.href.replace(/^(.*[^/])\/*$/, '$1');
	const tokenUrl = parsePlainUrl(
		'Token URL',
		text('tokenUrl') || `${baseUrl}/tprm-api/oauth/token`,
	);
	if (base.protocol === 'https:' && tokenUrl.protocol !== 'https:') {
		throw userError(
			'Token URL uses http while Base URL uses https',
			'The client secret would be sent unencrypted. Change Token URL in the credential to https, or clear it to use the default.',
		);
	}
	return {
		/** Address of the service without a trailing slash, such as `https://grc.example.com`. */
		baseUrl,
		clientId: text('clientId'),
		clientSecret: text('clientSecret'),
		/** Space-separated scopes to request; `''` requests everything the client is allowed. */
		scope: text('scope'),
		/** Address that exchanges client ID and secret for an access token. */
		tokenUrl: tokenUrl.href,
		/** Value of `X-API-Version`. */
		apiVersion: text('apiVersion') || 'v1',
		/** Hosts, comma-separated, that may receive the token besides the base URL's. */
		allowedHosts: text('allowedHosts'),
		/** Whether certificates that cannot be verified are accepted. */
		ignoresSslIssues: isOn(data, 'ignoreSSLIssues'),
		/** Whether tokens are bound to a key (DPoP). */
		useDpop: isOn(data, 'useDpop'),
		/** The user's own private key; `''` when one is made. */
		privateKey: text('privateKey'),
		/** The private key that was made for the stored token; `''` when there is none. */
		dpopPrivateKey: text('dpopPrivateKey'),
		/** The token n8n stored last; `''` when there is none. */
		accessToken: text('accessToken'),
		/** Key (`credentialKey`) of the settings the stored token was issued for; `''` when unknown. */
		tokenIssuedFor: text('tokenIssuedFor'),
		/** IANA name of the time zone in which the service writes dates. */
		organizationTimeZone: text('organizationTimeZone') || 'UTC',
		/** Format in which the service writes dates, as a Luxon pattern. */
		organizationDateFormat: text('organizationDateFormat') || 'yyyy-MM-dd',
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

/** @returns a field as it was entered; `''` when it is not text */
export function textOf(data: Readonly<Record<string, unknown>>, name: string): string {
	const value = memberOf(data, name);
	return typeof value === 'string' ? value : '';
}

/** @returns a switch, for which an expression may return text */
export function isOn(data: ICredentialDataDecryptedObject, name: string): boolean {
	return String(memberOf(data, name)) === 'true';
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
	throw userError(
		`${field} is not a web address: ${withoutUserInfo(value)}`,
		`Change ${field} in the credential to an address that starts with https://, e.g. https://grc.example.com`,
	);
}

/** Removes user name and password, since `https://user:secret@host` must not be in a message. */
export function withoutUserInfo(address: string): string {
	return address.replace(/^([a-z]+:\/\/)?.*@/is, '$1***@');
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

/** @returns what a text must not contain about the client, whatever repeats what it was sent */
export function clientSecrets(credential: GrcCredential): string[] {
	const { clientSecret } = credential;
	if (clientSecret === '') return [];
	return [clientSecret, basicCredentials(credential), basicCredentials(credential, 'plain')];
}

/**
 * Reads the secrets that webhook deliveries are signed with.
 *
 * @param data the decrypted credential
 * @returns Webhook Signing Secret first, `''` where not set, then the additional ones in order
 */
export function readSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	return [
		textOf(data, 'webhookSigningSecret'),
		...textOf(data, 'additionalSigningSecrets').split(','),
	].map((secret) => secret.trim());
}
