import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { textMember } from '../basics/members';

/**
 * A field of a credential with a signing secret.
 *
 * Secrets that people choose have a field of their own: in a list, part of one would count as a whole one where it
 * contains what separates them, as in `Red, round apples`. Rows would not do either: n8n does not show saved
 * secrets again, and puts them back by their place, so after the first row was removed, its secret would still be
 * accepted.
 */
export interface SecretField {
	name: string;
	/** As the form has it. */
	label: string;
	/** Only of the last field: several secrets, separated by commas, as a service makes none with a comma in it. */
	isList?: true;
}

/** Fields with secrets, the current one first. */
export type SecretFields = readonly [SecretField, ...SecretField[]];

/**
 * @param data the decrypted credential
 * @returns a secret for each field, and for each entry of a list, without the blanks around it, `''` where not set
 */
export function readSecretFields(
	data: ICredentialDataDecryptedObject,
	fields: SecretFields,
): string[] {
	return fields.flatMap(({ name, isList }) => {
		const text = textMember(data, name);
		return (isList ? text.split(',') : [text]).map((secret) => secret.trim());
	});
}

/**
 * @param index of a secret in what {@link readSecretFields} returns
 * @returns the field that it is from; an entry of a list is named `additionalSigningSecrets[1]`
 */
export function secretFieldAt(fields: SecretFields, index: number): SecretField {
	const at = Math.min(index, fields.length - 1);
	const field = fields[at] ?? fields[0];
	return field.isList ? { ...field, name: `${field.name}[${index - at}]` } : field;
}
