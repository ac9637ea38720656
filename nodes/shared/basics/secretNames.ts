/** Names that usually have a secret value, whatever stands before them in this list. */
const SECRET_NAME =
	/^(?:(?:access|amz|api|app|auth|client|consumer|private|security|session|subscription|user|x)[_-]?)*(?:auth|hapikey|jwt|key|passw(?:or)?d|pwd|secret|sig(?:nature)?|token)$/i;

/** @returns whether the value of a query parameter usually is a secret: `api_key`, but not `pageToken` */
export function isSecretName(name: string): boolean {
	return SECRET_NAME.test(name);
}
