/** Names that usually have a secret value, whatever stands before them in this list. */
const SECRET_NAME =
	/^(?:(?:access|amz|api|app|auth|client|consumer|private|security|session|subscription|user|x)[_-]?)*(?:auth|hapikey|jwt|key|passw(?:or)?d|pwd|secret|sig(?:nature)?|token)$/i;

/** Words that are a secret by themselves, but not after any other word: `Idempotency-Key`. */
const NEEDS_CONTEXT = /^(?:auth|key|sig(?:nature)?|token)$/i;

/** Headers that belong to signing in, whatever their value is. */
const SIGN_IN_HEADER = /^(?:proxy-)?authorization$|^cookie$/i;

/** @returns whether the value of a query parameter usually is a secret: `api_key`, but not `pageToken` */
export function isSecretName(name: string): boolean {
	return SECRET_NAME.test(name);
}

/**
 * @returns whether the value of a header usually is a secret; the name of the API may stand before it:
 *   `X-Shopify-Access-Token`
 */
export function isSecretHeader(name: string): boolean {
	if (isSignInHeader(name) || isSecretName(name)) return true;
	const words = name.split(/[_-]/);
	return words.some((_, start) => {
		const end = words.slice(start).join('-');
		return isSecretName(end) && !NEEDS_CONTEXT.test(end);
	});
}

/** @returns whether a header is the one with which clients sign in: `Authorization` */
export function isSignInHeader(name: string): boolean {
	return SIGN_IN_HEADER.test(name);
}
