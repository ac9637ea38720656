import { createHmac, timingSafeEqual } from 'crypto';

import { plainText } from '../basics/plainText';

/**
 * Request headers in the shape that Node.js delivers them; names in any letter case. Those that count
 * (third-party-risk, Events: Request headers of a delivery):
 *
 *     X-Service-Timestamp: 1774944930
 *     X-Service-Signature: v1=5257a869e7ec…, v1=a1b2c3d4e5f6…
 *
 * The second signature is there for 24 hours after a rotation, and is that of the retired secret.
 */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the signature header contains nothing that can be compared. */
export type SignatureProblem = 'missingSignature' | 'malformedSignature';

/** Why the timestamp header cannot be used. */
export type TimestampProblem = 'missingTimestamp' | 'malformedTimestamp';

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
 *
 * @example
 * const { headers } = request;
 * const now = Date.now();
 * const check = { body: bytes, headers, secrets: [secret], now, toleranceSeconds: 300 };
 * const verdict = verifySignature(check);
 * if (!verdict.accepted) response.writeHead(401).end(verdict.reason);
 */
export function verifySignature(check: SignatureCheck): SignatureVerdict {
	const secrets = usableSecrets(check.secrets);
	if (secrets.length === 0) return { accepted: false, reason: 'noSecret' };

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
	};
}

/** A secret that can be compared with. */
interface SigningSecret {
	/** Index in the list the caller gave. */
	index: number;
	value: string;
}

/** A presented signature that one of the secrets has made. */
interface SignatureMatch {
	secretIndex: number;
	signatureIndex: number;
}

/**
 * @returns whether a secret has a visible character; with a blank one any client could sign
 *
 * @example
 * if (!secrets.some(isUsableSecret)) throw new Error('Set a signing secret');
 */
export function isUsableSecret(secret: string): boolean {
	return plainText(secret).trim() !== '';
}

function usableSecrets(secrets: readonly string[]): SigningSecret[] {
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
	secrets: readonly SigningSecret[],
	signatures: readonly Buffer[],
): SignatureMatch[] {
	const matches: SignatureMatch[] = [];
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

const SIGNATURE_HEADER = 'x-service-signature';
const TIMESTAMP_HEADER = 'x-service-timestamp';

const VERSION_PREFIX = 'v1=';
const SHA256_HEX = /^[0-9a-fA-F]{64}$/;

/** Twelve digits last until the year 33658 and stay far inside the safe integers. */
const UNIX_SECONDS = /^\d{1,12}$/;

/** More values than any rotation needs; the rest of a forged header costs no computing time. */
const MAX_CANDIDATES = 16;

/**
 * Reads the presented signatures (third-party-risk, Events: request headers, Signature rules 1, 3).
 *
 * @returns the well-formed `v1` values in the order presented, 32 bytes each, at least one; else
 *   the reason why there is none
 */
function readSignatures(headers: RequestHeaders): Buffer[] | SignatureProblem {
	const presented = headerValues(headers, SIGNATURE_HEADER)
		.join(',')
		.split(',')
		.map(trimBlanks)
		.filter((value) => value !== '');
	const signatures = presented
		.filter((value) => value.startsWith(VERSION_PREFIX))
		.slice(0, MAX_CANDIDATES)
		.map((value) => value.slice(VERSION_PREFIX.length))
		.filter((hex) => SHA256_HEX.test(hex))
		.map((hex) => Buffer.from(hex, 'hex'));
	if (signatures.length > 0) return signatures;
	return presented.length === 0 ? 'missingSignature' : 'malformedSignature';
}

/**
 * Reads the time of sending (third-party-risk, Events: request headers).
 *
 * Two of them are refused even when they are equal: it would be unclear which one was signed.
 *
 * @returns the header value exactly as it was signed and the Unix seconds it stands for; else the
 *   reason why it cannot be used
 */
function readTimestamp(
	headers: RequestHeaders,
): { text: string; seconds: number } | TimestampProblem {
	const [text = '', ...more] = headerValues(headers, TIMESTAMP_HEADER);
	if (more.length > 0) return 'malformedTimestamp';
	if (text === '') return 'missingTimestamp';
	return UNIX_SECONDS.test(text) ? { text, seconds: Number(text) } : 'malformedTimestamp';
}

/** Every value given for a header, also where it comes as a list or under several spellings. */
function headerValues(headers: RequestHeaders, lowerCaseName: string): string[] {
	return Object.entries(headers)
		.filter(([name]) => name.toLowerCase() === lowerCaseName)
		.flatMap(([, value]) => value ?? [])
		.map(trimBlanks);
}

/**
 * Removes the spaces and tabs around a header value, which HTTP does not count as part of it.
 * `trim()` would also remove a no-break space, one bit away from a space: a changed header could
 * pass. A regular expression would take quadratic time on a long row of blanks.
 */
function trimBlanks(value: string): string {
	let start = 0;
	let end = value.length;
	// Outside of the text the code is NaN, which ends both.
	while (isBlank(value.charCodeAt(start))) start++;
	while (isBlank(value.charCodeAt(end - 1))) end--;
	return value.slice(start, end);
}

function isBlank(code: number): boolean {
	return code === 0x20 || code === 0x09;
}
