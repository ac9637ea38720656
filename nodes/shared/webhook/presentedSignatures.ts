import { type RequestHeaders, headerValues, trimBlanks } from './deliveryHeaders';
import type { SenderHeaders, SignatureEncoding, SignatureScheme } from './senderScheme';

/** Why the signature header contains nothing that can be compared. */
export type SignatureProblem = 'missingSignature' | 'malformedSignature';

/** More values than any rotation needs; the rest of a forged header costs no computing time. */
const MAX_CANDIDATES = 16;

const SHA256_HEX = /^[0-9a-fA-F]{64}$/;

/** Base64 of 32 bytes, in both alphabets, with or without padding. */
const SHA256_BASE64 = /^[\w+/-]{43}=?$/;

/** @returns the set of headers that a delivery has: the first one whose signature is present, else the first */
export function presentedHeaders(
	{ headers: sets }: Pick<SignatureScheme, 'headers'>,
	headers: RequestHeaders,
): SenderHeaders {
	const isPresent = ({ signature }: SenderHeaders) =>
		headerValues(headers, signature).some((value) => value !== '');
	return sets.find(isPresent) ?? sets[0];
}

/**
 * Reads the values of a signature header, apart.
 *
 *     X-Service-Signature: v1=5257a869e7ec…, v1=a1b2c3d4e5f6…
 *     svix-signature: v1,g0hM9SsE+OTP… v1a,hnO3f9T8Ytu9…
 *     Stripe-Signature: t=1774944930,v1=5257a869e7ec…,v0=6ffbb59b2300…
 */
export function headerParts(
	{ separator }: Pick<SignatureScheme, 'separator'>,
	headers: RequestHeaders,
	name: string,
): string[] {
	const values = headerValues(headers, name);
	return (separator === '' ? values : values.join(separator).split(separator))
		.map(trimBlanks)
		.filter((value) => value !== '');
}

/**
 * Reads the presented signatures out of {@link headerParts}.
 *
 * @returns the well-formed ones with the scheme's prefix in the order presented, 32 bytes each, at least
 *   one; else the reason why there is none
 */
export function readSignatures(
	{ prefix, encoding }: Pick<SignatureScheme, 'prefix' | 'encoding'>,
	presented: readonly string[],
): Buffer[] | SignatureProblem {
	const signatures = presented
		.filter((value) => value.startsWith(prefix))
		.slice(0, MAX_CANDIDATES)
		.flatMap((value) => decode(trimBlanks(value.slice(prefix.length)), encoding) ?? []);
	if (signatures.length > 0) return signatures;
	return presented.length === 0 ? 'missingSignature' : 'malformedSignature';
}

/** @returns the 32 bytes of a signature; `undefined` for what does not stand for 32 bytes */
function decode(value: string, encoding: SignatureEncoding): Buffer | undefined {
	if (encoding === 'hex') return SHA256_HEX.test(value) ? Buffer.from(value, 'hex') : undefined;
	if (!SHA256_BASE64.test(value)) return undefined;
	const bytes = Buffer.from(value, 'base64');
	// The last character has two bits that no byte needs: encoders set none of them.
	return bytes.toString('base64url').at(-1) === toUrlAlphabet(value.charAt(42)) ? bytes : undefined;
}

function toUrlAlphabet(character: string): string {
	return character === '+' ? '-' : character === '/' ? '_' : character;
}
