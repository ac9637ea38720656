import { SERVICE } from './senders';
import {
	type DeliveryVerdict,
	type ProvenDelivery,
	type SentTime,
	type SignatureCheck,
	verifyDelivery,
} from './verifyDelivery';

/** The delivery is genuine and fresh. */
export type AcceptedDelivery = ProvenDelivery & SentTime;

/** The result of {@link verifySignature}. */
export type SignatureVerdict = AcceptedDelivery | Exclude<DeliveryVerdict, ProvenDelivery>;

/**
 * Decides whether a delivery of the service was signed with one of our secrets, and recently enough
 * (third-party-risk, Events: Signature); see {@link verifyDelivery}, which does the same for any sender.
 *
 * @example
 * const { headers } = request;
 * const now = Date.now();
 * const check = { body: bytes, headers, secrets: [secret], now, toleranceSeconds: 300 };
 * const verdict = verifySignature(check);
 * if (!verdict.accepted) response.writeHead(401).end(verdict.reason);
 */
export function verifySignature(check: SignatureCheck): SignatureVerdict {
	const verdict = verifyDelivery(SERVICE, check);
	if (!verdict.accepted) return verdict;
	const { timestamp, ageSeconds } = verdict;
	// The service signs a time, so it is there.
	if (timestamp === undefined || ageSeconds === undefined)
		return { accepted: false, reason: 'missingTimestamp' };
	return { ...verdict, timestamp, ageSeconds };
}
