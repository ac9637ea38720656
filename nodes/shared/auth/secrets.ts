import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Clean } from '../http/redact';
import { redactor } from '../http/redact';
import { basicCredentials, readCredential } from './credential';
import { readSigningSecrets } from './signingSecrets';
import { credentialKey, tokens } from './tokenCache';
import type { GrcCredential } from './types';

/** @returns what a text must not contain about the client, whatever repeats what it was sent */
export function clientSecrets(credential: GrcCredential): string[] {
	const { clientSecret } = credential;
	if (clientSecret === '') return [];
	return [clientSecret, basicCredentials(credential), basicCredentials(credential, 'plain')];
}

/**
 * @param data the decrypted credential
 * @returns what prepares a text for the user that may repeat what was sent with this credential, the
 *   tokens included that were issued by the time it is called
 */
export function cleanFor(data: ICredentialDataDecryptedObject): Clean {
	return (text) => {
		const credential = readCredential(data);
		const secrets = [...clientSecrets(credential), ...readSigningSecrets(data)];
		return redactor([
			...secrets,
			credential.accessToken,
			...tokens.issued(credentialKey(credential)),
		])(text);
	};
}
