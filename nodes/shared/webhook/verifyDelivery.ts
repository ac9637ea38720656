import { createHmac, timingSafeEqual } from 'crypto';

import { type RequestHeaders, headerValues } from './deliveryHeaders';
import {
	headerParts,
	presentedHeaders,
	readSignatures,
	type SignatureProblem,
} from './presentedSignatures';
import {
	readSignedText,
	separatorsOf,
	type SenderHeaders,
	type SignatureScheme,
	type SignedTime,
} from './senderScheme';
import { readKeys, type SigningKey } from './signingKeys';

/** Why the time of sending cannot be used. */
export type TimestampProblem = 'missingTimestamp' | 'malformedTimestamp';

/** Why the ID that is signed cannot be used. */
export type IdProblem = 'missingId' | 'malformedId';

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

/** When a delivery was sent. */
export interface SentTime {
	/** Unix seconds at which it was sent. */
	timestamp: number;
	/** Whole seconds since then; negative when the sender's clock is ahead. */
	ageSeconds: number;
}

/** The delivery is genuine, and fresh where its sender signs a time. */
export interface ProvenDelivery extends Partial<SentTime> {
	accepted: true;
	/** Index of the matching secret in `secrets` as given; the lowest one when several match. */
	secretIndex: number;
	/** Several signatures were presented, and the first, the current secret's, is not the one that matched. */
	retiredSecretOnly: boolean;
	/** Presented signatures that none of our secrets has made, where the order says nothing: a rotation. */
	unknownSignatures?: number;
	/** The ID that was signed with it, for senders that sign one. */
	id?: string;
}

/** The delivery is genuine, but its timestamp is too old or too far ahead. */
export interface StaleDelivery extends SentTime {
	accepted: false;
	reason: 'outsideTolerance';
}

/** The delivery is not proven to be from the sender. */
export interface UnprovenDelivery {
	accepted: false;
	reason: 'noSecret' | 'wrongSignature' | SignatureProblem | TimestampProblem | IdProblem;
}

/** The result of {@link verifyDelivery}. */
export type DeliveryVerdict = ProvenDelivery | StaleDelivery | UnprovenDelivery;

/** Every reason for which a delivery is not accepted. */
export type RefusalReason = Exclude<DeliveryVerdict, ProvenDelivery>['reason'];

/**
 * Decides whether a delivery was signed by its sender with one of our secrets, and recently enough where
 * the sender signs a time.
 *
 * Any presented signature may match any secret. The time is checked only after the signature is proven,
 * so `outsideTolerance` always means a genuine delivery. Never throws on what a sender controls; neither
 * the body nor a secret is part of the verdict.
 *
 * @param scheme one of `SENDERS`, or one without a `schemeProblem`
 *
 * @example
 * const { headers } = request;
 * const now = Date.now();
 * const check = { body: bytes, headers, secrets: [secret], now, toleranceSeconds: 300 };
 * const verdict = verifyDelivery(SENDERS.stripe, check);
 * if (!verdict.accepted) response.writeHead(401).end(verdict.reason);
 */
export function verifyDelivery(scheme: SignatureScheme, check: SignatureCheck): DeliveryVerdict {
	const keys = readKeys(scheme, check.secrets);
	if (keys.length === 0) return { accepted: false, reason: 'noSecret' };

	const names = presentedHeaders(scheme, check.headers);
	const parts = headerParts(scheme, check.headers, names.signature);
	const signatures = readSignatures(scheme, parts);
	if (typeof signatures === 'string') return { accepted: false, reason: signatures };
	const time = scheme.time && readTime(scheme.time, names, parts, check.headers);
	if (typeof time === 'string') return { accepted: false, reason: time };
	const id = readId(scheme, names, check.headers);
	if (id && 'reason' in id) return { accepted: false, reason: id.reason };

	const signed = { id: id?.text ?? '', timestamp: time?.text ?? '', body: check.body };
	const matches = compareAll(scheme.signedText, signed, keys, signatures);
	const [first] = matches;
	if (!first) return { accepted: false, reason: 'wrongSignature' };

	const sent = time && {
		timestamp: time.seconds,
		ageSeconds: Math.floor(check.now / 1000) - time.seconds,
	};
	// Written so that a tolerance or a clock that is not a number refuses instead of accepting.
	if (sent && !(Math.abs(sent.ageSeconds) <= check.toleranceSeconds)) {
		return { accepted: false, reason: 'outsideTolerance', ...sent };
	}
	const known = new Set(matches.map(({ signatureIndex }) => signatureIndex)).size;
	return {
		accepted: true,
		...sent,
		secretIndex: first.secretIndex,
		retiredSecretOnly:
			scheme.currentFirst && matches.every(({ signatureIndex }) => signatureIndex > 0),
		...(!scheme.currentFirst &&
			known < signatures.length && { unknownSignatures: signatures.length - known }),
		...(id && { id: id.text }),
	};
}

/** A presented signature that one of the secrets has made. */
interface SignatureMatch {
	secretIndex: number;
	signatureIndex: number;
}

/**
 * Compares every secret's signature with every presented one, in the order of the secrets. It does
 * not stop at a match, so that the time taken does not reveal which secret or value it was.
 */
function compareAll(
	signedText: string,
	signed: { id: string; timestamp: string; body: Uint8Array },
	keys: readonly SigningKey[],
	signatures: readonly Buffer[],
): SignatureMatch[] {
	const parts = readSignedText(signedText);
	const matches: SignatureMatch[] = [];
	for (const { key, index: secretIndex } of keys) {
		// An update for each part: joining them would copy the body.
		const hmac = createHmac('sha256', key);
		for (const part of parts) hmac.update('text' in part ? part.text : signed[part.insert]);
		const expected = hmac.digest();
		for (const [signatureIndex, signature] of signatures.entries()) {
			if (timingSafeEqual(expected, signature)) matches.push({ secretIndex, signatureIndex });
		}
	}
	return matches;
}

/** Twelve digits last until the year 33658 and stay far inside the safe integers. */
const UNIX_SECONDS = /^\d{1,12}$/;
const UNIX_MILLISECONDS = /^\d{1,15}$/;

/**
 * Reads the time of sending.
 *
 * Two of them are refused even when they are equal: it would be unclear which one was signed.
 *
 * @param parts the values of the signature header, for senders that have the time in it
 * @returns the value exactly as it was signed and the Unix seconds it stands for; else the reason why it
 *   cannot be used
 */
function readTime(
	{ in: place, prefix = '', unit }: SignedTime,
	names: SenderHeaders,
	parts: readonly string[],
	headers: RequestHeaders,
): { text: string; seconds: number } | TimestampProblem {
	const [text = '', ...more] =
		place === 'pair'
			? parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
			: headerValues(headers, names.timestamp ?? '');
	if (more.length > 0) return 'malformedTimestamp';
	if (text === '') return 'missingTimestamp';
	if (unit === 's')
		return UNIX_SECONDS.test(text) ? { text, seconds: Number(text) } : 'malformedTimestamp';
	return UNIX_MILLISECONDS.test(text)
		? { text, seconds: Math.floor(Number(text) / 1000) }
		: 'malformedTimestamp';
}

/** Visible ASCII: other characters could stand for several bytes. */
const SIGNED_ID = /^[!-~]{1,256}$/;

/**
 * Reads the ID of a delivery where it is part of the signed text. One with a separator of that text in it
 * is refused: characters could be moved between the ID and the time, and the signature would still match.
 *
 *     svix-id: msg_p5jXN8AQM9LWM0D4loKWxJek
 *
 * @returns the ID, or why it cannot be used; `undefined` for senders that sign none
 */
function readId(
	{ signedText }: SignatureScheme,
	names: SenderHeaders,
	headers: RequestHeaders,
): { text: string } | { reason: IdProblem } | undefined {
	const parts = readSignedText(signedText);
	if (!parts.some((part) => 'insert' in part && part.insert === 'id')) return undefined;
	const [text = '', ...more] = headerValues(headers, names.id ?? '');
	if (text === '') return { reason: 'missingId' };
	const isClear = !separatorsOf(parts).some((separator) => text.includes(separator));
	const isGood = more.length === 0 && SIGNED_ID.test(text) && isClear;
	return isGood ? { text } : { reason: 'malformedId' };
}
