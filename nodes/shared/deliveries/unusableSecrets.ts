import { type SecretFields, secretFieldAt } from '../forms/secretFields';
import type { SignatureScheme } from '../webhook/senderScheme';
import { type SecretProblem, secretProblem } from '../webhook/signingKeys';

/** A secret of a credential that no signature can be compared with. Never contains the secret. */
export interface UnusableSecret {
	/** What is wrong: `Former Secret in the credential cannot be used: it is not base64`. */
	message: string;
	/** What to do about it, as a sentence. */
	advice: string;
	/** Both in short: `Correct Former Secret: it is not base64.` */
	brief: string;
}

const PROBLEMS: Record<SecretProblem, [why: string, advice: string]> = {
	blank: ['it is incomplete', 'Copy it again, to its last character.'],
	misplacedPrefix: [
		'it contains whsec_ twice, or not at its beginning',
		'Enter one secret, from whsec_ to its last character, and each further one in a field of its own.',
	],
	notBase64: [
		'it is not base64',
		'For this sender, it must be base64, after whsec_ or without it. Copy it again, to its last character.',
	],
	tooShort: [
		'it is too short',
		'For this sender, it must encode at least 24 bytes. Copy it again, to its last character.',
	],
	publicKey: [
		'it is a key for signatures with public keys (v1a)',
		'This node does not check such signatures. Enter the secret that starts with whsec_.',
	],
};

/** @returns what is wrong with the secrets that were entered, in the order of their fields; none for empty fields */
export function unusableSecrets(
	fields: SecretFields,
	scheme: SignatureScheme,
	secrets: readonly string[],
): UnusableSecret[] {
	return secrets.flatMap((secret, index) => {
		const { label } = secretFieldAt(fields, index);
		const problem = secret === '' ? undefined : secretProblem(scheme, secret);
		if (!problem) return [];
		const [why, advice] = PROBLEMS[problem];
		return {
			message: `${label} in the credential cannot be used: ${why}`,
			advice,
			brief: `Correct ${label}: ${why}.`,
		};
	});
}
