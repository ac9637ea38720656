import { isRecord } from '../basics/guards';
import { isHeaderValue } from '../basics/headerValue';
import { isSecretName } from '../basics/secretNames';

/** RFC 9110, 5.1. */
const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** Headers about the connection and the length of a request, which are not the user's to choose. */
const TRANSPORT =
	/^(host|content-length|content-encoding|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-connection)$/i;

/** @returns what is wrong with a header, as the end of a sentence; `undefined` when it can be sent */
export function headerFault(name: string, value: string): string | undefined {
	if (!NAME.test(name)) return 'is not a valid header name';
	if (TRANSPORT.test(name)) return 'is set by n8n and cannot be changed';
	return isHeaderValue(value)
		? undefined
		: 'has a value with line breaks or other characters that a header cannot contain';
}

/**
 * Normalizes the headers of an HTTP library.
 *
 * @param headers names in any case; lists are joined with commas, other values that are neither text
 *   nor number are dropped
 * @returns lower-case names with text values
 */
export function normalizeHeaders(headers: unknown): Record<string, string> {
	if (!isRecord(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => ['string', 'number'].includes(typeof value) || Array.isArray(value))
			.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

/** Headers that belong to signing in, whatever their value is. */
const SIGN_IN_HEADER = /^(?:proxy-)?authorization$|^cookie$/i;

/** How the names of headers with a secret end: `X-Vault-Token`, `DD-APPLICATION-KEY`, `X-Session-Id`. */
const SECRET_HEADER =
	/(?:token|auth|authorization|key|session(?:[-_]?id)?|secret|passw(?:or)?d|passphrase|jwt)$/i;

/** Those of them that are known to whoever calls: `Idempotency-Key`, `X-CSRF-Token`, `X-Page-Token`. */
const NO_SECRET_HEADER =
	/(?:idempotency|[cx]srf|page|paging|pagination|continuation|cursor|next)[-_]?(?:token|key)$/i;

/**
 * @param hasCredential whether another header, of the credential, signs the client in
 * @returns whether the value of a header usually is a secret that signs a client in
 */
export function isSecretHeader(name: string, hasCredential: boolean): boolean {
	if (SIGN_IN_HEADER.test(name)) return true;
	const isSecret = isSecretName(name) || SECRET_HEADER.test(name);
	return isSecret && !NO_SECRET_HEADER.test(name) && !hasCredential;
}
