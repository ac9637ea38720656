import type { Answer } from '../../http/answer';
import { isRecord } from '../../json';

/** The proof needs a nonce, or another one: nothing is wrong with the token. */
export const NONCE = 'use_dpop_nonce';

/** The proof is wrong, such as for its time or its key. */
export const INVALID = 'invalid_dpop_proof';

/** Why a server has refused a proof. */
export type ProofRefusal = typeof NONCE | typeof INVALID;

const SCHEME = /\bDPoP\b/;
const ERROR = /\berror="?(use_dpop_nonce|invalid_dpop_proof)\b/;

/**
 * Reads whether an answer refused the proof, as opposed to the token, the client or the request.
 *
 * @param answer of a resource, 401 with `WWW-Authenticate` (RFC 9449, 7.1 and 9), or of a token
 *   endpoint, 400 with `error` in its body (RFC 9449, 5 and 8)
 * @returns `undefined` for every other answer
 */
export function readProofRefusal({ status, headers, body }: Answer): ProofRefusal | undefined {
	const inBody = status === 400 && isRecord(body) ? body.error : undefined;
	const error = status === 401 ? inChallenge(headers['www-authenticate']) : inBody;
	return ([NONCE, INVALID] as const).find((refusal) => refusal === error);
}

/** @returns whether a resource takes bound tokens alone: it offers no other scheme (RFC 9449, 7.1 and 7.2) */
export function requiresDpop({ status, headers }: Answer): boolean {
	const challenge = headers['www-authenticate'] ?? '';
	return status === 401 && SCHEME.test(challenge) && !/\bBearer\b/i.test(challenge);
}

/** `WWW-Authenticate` may have several challenges, and the value with or without quotes. */
function inChallenge(header = ''): string | undefined {
	const start = header.search(SCHEME);
	return start < 0 ? undefined : ERROR.exec(header.slice(start))?.[1];
}
