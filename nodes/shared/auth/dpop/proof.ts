import { createHash, randomUUID, sign } from 'crypto';

import type { DpopKey } from './key';

/** What a proof is for. */
export interface ProofSubject {
	/** Method of the request, in any case; GET where it is not set. */
	method: string | undefined;
	/** Address of the request. Query and fragment are not part of the proof. */
	target: URL;
	/** The token that is sent with it; none in a request for a token. */
	accessToken?: string;
}

/** What the server expects of a proof, as far as it is known. */
export interface ProofTerms {
	/** The server's own value to be repeated (RFC 9449, 8 and 9). */
	nonce: string | undefined;
	/** The clock of the server minus the one of this machine, in milliseconds. */
	clockOffsetMs: number;
}

/**
 * Makes a DPoP proof: a JWT that shows that the sender has the key, for one request only (RFC 9449,
 * 4.2).
 *
 * @param nowMs the time of this machine, in milliseconds since 1970
 * @returns the value of the header `DPoP`
 */
export function createProof(
	{ privateKey, publicJwk }: DpopKey,
	{ method = 'GET', target, accessToken }: ProofSubject,
	{ nonce, clockOffsetMs }: ProofTerms,
	nowMs: number,
): string {
	const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk };
	const claims = {
		jti: randomUUID(),
		htm: method.toUpperCase(),
		htu: target.origin + target.pathname,
		iat: Math.floor((nowMs + clockOffsetMs) / 1000),
		...(accessToken !== undefined && { ath: hash(accessToken) }),
		...(nonce !== undefined && { nonce }),
	};
	const content = `${encode(header)}.${encode(claims)}`;
	// JWS has the two numbers of a signature in a row, not in ASN.1 (RFC 7518, 3.4).
	const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
	return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** @returns the headers of a request with a token that is bound to the key (RFC 9449, 7.1) */
export function proofHeaders(
	key: DpopKey,
	subject: Required<ProofSubject>,
	terms: ProofTerms,
): { Authorization: string; DPoP: string } {
	return {
		Authorization: `DPoP ${subject.accessToken}`,
		DPoP: createProof(key, subject, terms, Date.now()),
	};
}

function encode(part: object): string {
	return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function hash(accessToken: string): string {
	return createHash('sha256').update(accessToken).digest('base64url');
}
