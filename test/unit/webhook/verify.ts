import type { SignatureCheck, SignatureVerdict } from '../../../nodes/shared/webhook/signature';
import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { hmacHex, NOW_SECONDS, OLD_SECRET, SECRET, signedHeaders } from './sign';

export const BODY = '{"id":"evt_1","type":"vendor.created"}';
export const TIMESTAMP = String(NOW_SECONDS);
export const HEX = hmacHex(SECRET, TIMESTAMP, BODY);
export const OLD_HEX = hmacHex(OLD_SECRET, TIMESTAMP, BODY);
export const FOREIGN_HEX = hmacHex('another secret', TIMESTAMP, BODY);

/** Verdict on a genuine delivery, apart from what the test changes. */
export function verify(
	changes: Partial<Omit<SignatureCheck, 'body'>> & { body?: string | Buffer } = {},
) {
	const body = Buffer.from(changes.body ?? BODY);
	return verifySignature({
		headers: signedHeaders(body),
		secrets: [SECRET],
		now: NOW_SECONDS * 1000,
		toleranceSeconds: 300,
		...changes,
		body,
	});
}

/** Verdict on the standard body with this signature header. */
export function withSignature(signature: string | string[] | undefined, secrets = [SECRET]) {
	return verify({
		headers: { 'x-service-signature': signature, 'x-service-timestamp': TIMESTAMP },
		secrets,
	});
}

/** Verdict on a body signed with exactly this timestamp text. */
export function withTimestamp(timestamp: string, signedText = timestamp) {
	const signature = `v1=${hmacHex(SECRET, signedText, BODY)}`;
	return verify({
		headers: { 'x-service-signature': signature, 'x-service-timestamp': timestamp },
	});
}

/** The verdict in one word. */
export function reason(verdict: SignatureVerdict): string {
	return verdict.accepted ? 'accepted' : verdict.reason;
}
