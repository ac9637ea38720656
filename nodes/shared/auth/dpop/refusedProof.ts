import { isRecord } from '../../basics/guards';
import type { Answer } from '../../http/answer';

const INVALID_PROOF = /\binvalid_dpop_proof\b/;

/** A proof is bound to an address: `htu` and `htm` are its URL and method (RFC 9449, 4.2). */
const ABOUT_ADDRESS = /\bht[um]\b|\bur[il]\b|\bmethod\b/i;

/**
 * Reads whether a resource refuses the proof of a request, and not its token (RFC 9449, 7.1):
 *
 *     WWW-Authenticate: DPoP error="invalid_dpop_proof", error_description="iat is too old"
 */
export function refusesProof({ status, headers, body }: Answer): boolean {
	const challenge = headers['www-authenticate'] ?? '';
	const error = isRecord(body) ? body.error : undefined;
	return [400, 401].includes(status) && INVALID_PROOF.test(`${challenge} ${String(error)}`);
}

/** @returns what to do about a refused proof: it has the time of this machine, and the address of the request */
export function adviseOnProof({ headers, body }: Answer): string {
	const said = `${headers['www-authenticate'] ?? ''} ${JSON.stringify(body) ?? ''}`;
	return ABOUT_ADDRESS.test(said)
		? 'Check Base URL in the credential: it must be the address that the service itself uses. The service did not accept the DPoP proof.'
		: 'Check the clock of the n8n server. The service did not accept the DPoP proof, which contains the time.';
}
