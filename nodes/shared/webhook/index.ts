/**
 * Receiving signed webhooks, without n8n: `verifySignature` for the service of TPRM Trigger,
 * `verifyDelivery` for any sender that signs with HMAC and SHA-256.
 */
export type { RequestHeaders } from './deliveryHeaders';
export type { SignatureProblem } from './presentedSignatures';
export { SENDERS } from './senders';
export {
	type KeyEncoding,
	type SenderHeaders,
	type SignatureEncoding,
	type SignatureScheme,
	type SignedTime,
	schemeProblem,
} from './senderScheme';
export { type AcceptedDelivery, type SignatureVerdict, verifySignature } from './signature';
export { isUsableSecret, type SecretProblem, secretProblem } from './signingKeys';
export {
	type DeliveryVerdict,
	type IdProblem,
	type ProvenDelivery,
	type RefusalReason,
	type SentTime,
	type SignatureCheck,
	type StaleDelivery,
	type TimestampProblem,
	type UnprovenDelivery,
	verifyDelivery,
} from './verifyDelivery';
