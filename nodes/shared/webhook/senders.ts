import type { SignatureScheme } from './senderScheme';

/** HMAC over the body alone, its secret as text. */
const OF_THE_BODY = {
	separator: '',
	encoding: 'hex',
	key: 'text',
	minKeyBytes: 1,
	signedText: '{body}',
	currentFirst: false,
} as const;

/** Standard Webhooks: an ID, a time in seconds, several signatures apart by spaces, keys in base64. */
const STANDARD = {
	separator: ' ',
	prefix: 'v1,',
	encoding: 'base64',
	key: 'base64',
	// The specification asks for 24 to 64 bytes.
	minKeyBytes: 24,
	time: { in: 'header', unit: 's' },
	signedText: '{id}.{timestamp}.{body}',
	currentFirst: true,
} as const;

const STANDARD_HEADERS = {
	signature: 'webhook-signature',
	timestamp: 'webhook-timestamp',
	id: 'webhook-id',
} as const;

/**
 * The service of TPRM Trigger (third-party-risk, Events: Request headers of a delivery, Signature).
 *
 *     X-Service-Timestamp: 1774944930
 *     X-Service-Signature: v1=5257a869e7ec…, v1=a1b2c3d4e5f6…
 *
 * The second signature is there for 24 hours after a rotation, and is that of the retired secret.
 */
export const SERVICE: SignatureScheme = {
	headers: [{ signature: 'X-Service-Signature', timestamp: 'X-Service-Timestamp' }],
	separator: ',',
	prefix: 'v1=',
	encoding: 'hex',
	key: 'text',
	minKeyBytes: 1,
	time: { in: 'header', unit: 's' },
	signedText: '{timestamp}.{body}',
	currentFirst: true,
};

/**
 * How known senders sign. Not among them: senders that sign the URL, which n8n does not know as it was
 * called; senders with public keys; and those that send a fixed token, which proves nothing about the body.
 */
export const SENDERS = {
	/**
	 *     X-Hub-Signature-256: sha256=757107ea0eb2509f…
	 *
	 * `X-Hub-Signature` beside it is SHA-1 and does not count.
	 */
	github: {
		...OF_THE_BODY,
		headers: [{ signature: 'X-Hub-Signature-256' }],
		prefix: 'sha256=',
	},
	/**
	 *     X-Hub-Signature: sha256=a4771c39fbe90f31…
	 */
	jiraCloud: {
		...OF_THE_BODY,
		headers: [{ signature: 'X-Hub-Signature' }],
		prefix: 'sha256=',
	},
	/**
	 *     X-Shopify-Hmac-Sha256: dzukRpPHVT1u4g9h6l0nV6mk9KRNKEGuTpW1LkzWLbQ=
	 */
	shopify: {
		...OF_THE_BODY,
		headers: [{ signature: 'X-Shopify-Hmac-Sha256' }, { signature: 'Shopify-Hmac-Sha256' }],
		prefix: '',
		encoding: 'base64',
	},
	/**
	 *     X-Slack-Request-Timestamp: 1531420618
	 *     X-Slack-Signature: v0=a2114d57b48eac39…
	 */
	slack: {
		...OF_THE_BODY,
		headers: [{ signature: 'X-Slack-Signature', timestamp: 'X-Slack-Request-Timestamp' }],
		prefix: 'v0=',
		time: { in: 'header', unit: 's' },
		signedText: 'v0:{timestamp}:{body}',
	},
	/**
	 *     webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek
	 *     webhook-timestamp: 1614265330
	 *     webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1a,hnO3f9T8…
	 */
	standardWebhooks: { ...STANDARD, headers: [STANDARD_HEADERS] },
	/**
	 *     Stripe-Signature: t=1492774577,v1=5257a869e7ecebed…,v0=6ffbb59b2300aae6…
	 */
	stripe: {
		headers: [{ signature: 'Stripe-Signature' }],
		separator: ',',
		prefix: 'v1=',
		encoding: 'hex',
		// The secret begins with `whsec_`, which is part of the key.
		key: 'text',
		minKeyBytes: 1,
		time: { in: 'pair', prefix: 't=', unit: 's' },
		signedText: '{timestamp}.{body}',
		currentFirst: false,
	},
	/** Svix, which Vanta and others send with: the headers of Standard Webhooks under names of its own, or theirs. */
	svix: {
		...STANDARD,
		headers: [
			{ signature: 'svix-signature', timestamp: 'svix-timestamp', id: 'svix-id' },
			STANDARD_HEADERS,
		],
	},
} as const satisfies Record<string, SignatureScheme>;
