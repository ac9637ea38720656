import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { textMember } from '../basics/members';

/**
 * Reads the secrets that webhook deliveries are signed with.
 *
 * @param data the decrypted credential
 * @returns Webhook Signing Secret first, `''` where not set, then the additional ones in order
 */
export function readSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	return [
		textMember(data, 'webhookSigningSecret'),
		...textMember(data, 'additionalSigningSecrets').split(','),
	].map((secret) => secret.trim());
}
