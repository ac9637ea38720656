import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { textMember } from '../basics/members';

/**
 * A field of a credential that contains one signing secret.
 *
 * Each secret has a field of its own. In a list, part of a secret would count as a whole one where it contains
 * what separates them: `Red, round apples`. Rows would not do either: n8n does not show saved secrets again, and
 * puts them back by their place, so after the first row was removed, its secret would still be accepted.
 */
export interface SecretField {
	name: string;
	/** As the form has it. */
	label: string;
}

/** Fields with secrets, the current one first. */
export type SecretFields = readonly [SecretField, ...SecretField[]];

/**
 * @param data the decrypted credential
 * @returns a secret for each field, without the blanks around it, `''` where not set
 */
export function readSecretFields(
	data: ICredentialDataDecryptedObject,
	fields: SecretFields,
): string[] {
	return fields.map(({ name }) => textMember(data, name).trim());
}
