import { createHash, randomUUID, sign } from 'crypto';

import type { DpopKey } from './key';

/** What a proof is for. */
interface ProofSubject {
	/** Method of the request, in any case; GET where it is not set. */
	method: string | undefined;
	/** Address of the request. Query and fragment are not part of the proof. */
	target: URL;
	/** The token that is sent with it; none in a request for a token. */
	accessToken?: string;
	/** The server's own value to be repeated (RFC 9449, 8 and 9), as far as it is known. */
	nonce: string | undefined;
}

/**
 * Makes a DPoP proof: a JWT that shows that the sender has the key, for one request only (RFC 9449,
 * 4.2).
 *
 * @returns the value of the header `DPoP`
 */
export function createProof(
	{ privateKey, publicJwk }: DpopKey,
	{ method = 'GET', target, accessToken, nonce }: ProofSubject,
): string {
	const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk };
	const claims = {
		jti: randomUUID(),
		htm: method.toUpperCase(),
		htu: target.origin + target.pathname,
		iat: Math.floor(Date.now() / 1000),
		...(accessToken !== undefined && {
			ath: createHash('sha256').update(accessToken).digest('base64url'),
		}),
		...(nonce !== undefined && { nonce }),
	};
	const content = [header, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
	// JWS has the two numbers of a signature in a row, not in ASN.1 (RFC 7518, 3.4).
	const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
	return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
