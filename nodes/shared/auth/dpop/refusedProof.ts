import { isRecord } from '../../basics/guards';
import { saysTogether, textOfRefusal } from '../../basics/refusal';
import type { Answer } from '../../http/answer';

const INVALID_PROOF = /\binvalid_dpop_proof\b/;

/** A proof is bound to an address: `htu` and `htm` are its URL and method (RFC 9449, 4.2). */
const ABOUT_ADDRESS = /\bht[um]\b|\bur[il]\b|\bmethod\b/;

/** It has the time of this machine: `iat`. */
const ABOUT_CLOCK = /\b(?:iat|clock|timestamp)\b/;

/** Other members of it, which have nothing to do with the time, although a nonce expires. */
const ABOUT_OTHERS =
	/\b(?:ath|jti|jkt|jwk|nonce|hash|thumbprint|key|signature|replay(?:ed)?|used)\b/;

const ABOUT_TIME =
	/\b(?:time|expired?|expiry|future|past|old|early|late|stale|fresh|recent|skew|drift|age)\b/;

/** What a proof was refused for, as far as the answer says. */
export type ProofFault = 'address' | 'time' | 'other';

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

/** @returns what is wrong with a refused proof: a server says it in words of its own, if at all */
export function proofFaultIn(answer: Answer): ProofFault {
	const text = textOfRefusal(answer);
	const says = (words: RegExp) => saysTogether(text, words);
	if (says(ABOUT_ADDRESS)) return 'address';
	if (says(ABOUT_CLOCK)) return 'time';
	return says(ABOUT_TIME) && !says(ABOUT_OTHERS) ? 'time' : 'other';
}

/** What to do about a refused proof; each has another one. */
const ADVICE: Record<ProofFault, string> = {
	address:
		'Check Base URL in the credential: it must be the address that the service itself uses. The service did not accept the DPoP proof.',
	time: 'Check the clock of the n8n server. The service did not accept the DPoP proof, which contains the time.',
	other:
		'Run it again. If that does not help, contact the support team of the service, and include the codes below. The service did not accept the DPoP proof.',
};

/** @returns what to do about a refused proof */
export function adviseOnProof(answer: Answer): string {
	return ADVICE[proofFaultIn(answer)];
}
