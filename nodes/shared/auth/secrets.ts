import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readSecretFields } from '../forms/secretFields';
import { type Clean, redactor } from '../http/redact';
import { clientSecrets } from './clientCredentials';
import { credentialKey, readCredential } from './credential';
import { SIGNING_SECRETS } from './signingSecrets';
import { tokens } from './tokenCache';

/** @returns the secrets of the decrypted credential, with the tokens that were issued so far, the valid one first */
export function secretsOf(data: ICredentialDataDecryptedObject): Secret[] {
	const credential = readCredential(data);
	const key = credentialKey(credential);
	const valid = tokens.current(key)?.value ?? '';
	return [
		...[valid, credential.accessToken, ...tokens.issued(key)].map((value) => {
			return { value, sentAs: ACCESS_TOKEN };
		}),
		...[...clientSecrets(credential), ...readSecretFields(data, SIGNING_SECRETS)].map((value) => ({
			value,
		})),
	];
}

/** @returns what prepares a text for the user that may repeat what was sent with this credential */
export function cleanFor(data: ICredentialDataDecryptedObject): Clean {
	return (text) => redactor(secretsOf(data).map(({ value }) => value))(text);
}

/** A secret of a credential. */
export interface Secret {
	value: string;
	/**
	 * What it is, if it may be sent again where an API repeats it in its URLs. The same for the secret
	 * that replaces it. A password, a client secret, or a refresh token is never sent again.
	 */
	sentAs?: string;
}

/** `sentAs` of access tokens. */
export const ACCESS_TOKEN = 'access token';
