import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { fieldText } from './credential';

/**
 * Reads the secrets that webhook deliveries are signed with.
 *
 * @param data the decrypted credential
 * @returns Webhook Signing Secret first, `''` where not set, then the additional ones in order
 */
export function readSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	return [
		fieldText(data, 'webhookSigningSecret'),
		...fieldText(data, 'additionalSigningSecrets').split(','),
	].map((secret) => secret.trim());
}
