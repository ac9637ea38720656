import { createHmac, timingSafeEqual } from 'crypto';

import type { RequestHeaders, SignatureProblem, TimestampProblem } from './signatureHeaders';
import { readSignatures, readTimestamp } from './signatureHeaders';

export type { RequestHeaders } from './signatureHeaders';

/** A delivery as it arrived, and what it is checked against. */
export interface SignatureCheck {
	/** The body's bytes as sent: not parsed, not re-encoded. May be empty. */
	body: Uint8Array;
	headers: RequestHeaders;
	/** Signing secrets, the current one first. Blanks around them are removed, blank ones are ignored. */
	secrets: readonly string[];
	/** Milliseconds since 1970. */
	now: number;
	/** Largest accepted difference between sending and `now`, in whole seconds, both ways. */
	toleranceSeconds: number;
}

/** The delivery is genuine and fresh. */
export interface AcceptedDelivery {
	accepted: true;
	/** Unix seconds at which it was sent. */
	timestamp: number;
	/** Whole seconds since then; negative when the sender's clock is ahead. */
	ageSeconds: number;
	/** Index of the matching secret in `secrets` as given; the lowest one when several match. */
	secretIndex: number;
	/** Several signatures were presented, and the first, the current secret's, is not the one that matched. */
	retiredSecretOnly: boolean;
	/** A secret matched, but not the first usable one in `secrets`. */
	additionalSecretOnly: boolean;
}

/** The delivery is genuine, but its timestamp is too old or too far ahead. */
export interface StaleDelivery {
	accepted: false;
	reason: 'outsideTolerance';
	/** Unix seconds at which it was sent. */
	timestamp: number;
	/** Whole seconds since then; negative when the sender's clock is ahead. */
	ageSeconds: number;
}

/** The delivery is not proven to be from the service. */
export interface UnprovenDelivery {
	accepted: false;
	reason: 'noSecret' | 'wrongSignature' | SignatureProblem | TimestampProblem;
}

/** The result of {@link verifySignature}. */
export type SignatureVerdict = AcceptedDelivery | StaleDelivery | UnprovenDelivery;

/** Every reason for which a delivery is not accepted. */
export type RefusalReason = Exclude<SignatureVerdict, AcceptedDelivery>['reason'];

/**
 * Decides whether a delivery was signed with one of our secrets, and recently enough
 * (third-party-risk, Events: Signature).
 *
 * Any presented `v1` value may match any secret. The time is checked only after the signature is
 * proven, so `outsideTolerance` always means a genuine delivery. Never throws on what a sender
 * controls; neither the body nor a secret is part of the verdict.
 */
export function verifySignature(check: SignatureCheck): SignatureVerdict {
	const secrets = usableSecrets(check.secrets);
	const [current] = secrets;
	if (!current) return { accepted: false, reason: 'noSecret' };

	const signatures = readSignatures(check.headers);
	if (typeof signatures === 'string') return { accepted: false, reason: signatures };
	const timestamp = readTimestamp(check.headers);
	if (typeof timestamp === 'string') return { accepted: false, reason: timestamp };

	const matches = compareAll(timestamp.text, check.body, secrets, signatures);
	const [first] = matches;
	if (!first) return { accepted: false, reason: 'wrongSignature' };

	const sent = {
		timestamp: timestamp.seconds,
		ageSeconds: Math.floor(check.now / 1000) - timestamp.seconds,
	};
	// Written so that a tolerance or a clock that is not a number refuses instead of accepting.
	if (!(Math.abs(sent.ageSeconds) <= check.toleranceSeconds)) {
		return { accepted: false, reason: 'outsideTolerance', ...sent };
	}
	return {
		accepted: true,
		...sent,
		secretIndex: first.secretIndex,
		retiredSecretOnly: matches.every(({ signatureIndex }) => signatureIndex > 0),
		additionalSecretOnly: first.secretIndex !== current.index,
	};
}

interface Secret {
	/** Index in the list the caller gave. */
	index: number;
	value: string;
}

interface Match {
	secretIndex: number;
	signatureIndex: number;
}

/** @returns whether a secret has a visible character; with a blank one any client could sign */
export function isUsableSecret(secret: string): boolean {
	return /[^\p{Z}\p{C}]/u.test(secret);
}

function usableSecrets(secrets: readonly string[]): Secret[] {
	return secrets
		.map((value, index) => ({ index, value: value.trim() }))
		.filter(({ value }) => isUsableSecret(value));
}

/**
 * Compares every secret's signature with every presented one, in the order of the secrets. It does
 * not stop at a match, so that the time taken does not reveal which secret or value it was.
 */
function compareAll(
	timestamp: string,
	body: Uint8Array,
	secrets: readonly Secret[],
	signatures: readonly Buffer[],
): Match[] {
	const matches: Match[] = [];
	for (const secret of secrets) {
		// Two updates: joining the parts would copy the body.
		const expected = createHmac('sha256', secret.value)
			.update(`${timestamp}.`)
			.update(body)
			.digest();
		for (const [signatureIndex, signature] of signatures.entries()) {
			if (timingSafeEqual(expected, signature)) {
				matches.push({ secretIndex: secret.index, signatureIndex });
			}
		}
	}
	return matches;
}
