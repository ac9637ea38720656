import { createHmac } from 'node:crypto';
import path from 'node:path';

import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';

import type { SENDERS } from '../../../nodes/shared/webhook/senders';

/** A sender that has a preset. */
export type SenderName = keyof typeof SENDERS;

/** What a sender puts into a delivery. */
export interface Sent {
	id: string;
	/** Unix seconds. */
	timestamp: number;
	body: Uint8Array | string;
}

const hmac = (key: string | Buffer, before: string, { body }: Sent) =>
	createHmac('sha256', key).update(before).update(body);

const keyIn = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');

/** The headers of a genuine delivery, written after the documentation of each sender and not after the code under test. */
const SIGNERS: Record<SenderName, (secret: string, sent: Sent) => Record<string, string>> = {
	github: (secret, sent) => ({
		'X-Hub-Signature-256': `sha256=${hmac(secret, '', sent).digest('hex')}`,
		'X-Hub-Signature': `sha1=${createHmac('sha1', secret).update(sent.body).digest('hex')}`,
	}),
	jiraCloud: (secret, sent) => ({
		'X-Hub-Signature': `sha256=${hmac(secret, '', sent).digest('hex')}`,
	}),
	shopify: (secret, sent) => ({
		'X-Shopify-Hmac-Sha256': hmac(secret, '', sent).digest('base64'),
	}),
	slack: (secret, sent) => ({
		'X-Slack-Request-Timestamp': String(sent.timestamp),
		'X-Slack-Signature': `v0=${hmac(secret, `v0:${sent.timestamp}:`, sent).digest('hex')}`,
	}),
	standardWebhooks: (secret, sent) => ({
		'webhook-id': sent.id,
		'webhook-timestamp': String(sent.timestamp),
		'webhook-signature': `v1,${hmac(keyIn(secret), `${sent.id}.${sent.timestamp}.`, sent).digest('base64')}`,
	}),
	stripe: (secret, sent) => ({
		'Stripe-Signature': `t=${sent.timestamp},v1=${hmac(secret, `${sent.timestamp}.`, sent).digest('hex')}`,
	}),
	svix: (secret, sent) => ({
		'svix-id': sent.id,
		'svix-timestamp': String(sent.timestamp),
		'svix-signature': `v1,${hmac(keyIn(secret), `${sent.id}.${sent.timestamp}.`, sent).digest('base64')}`,
	}),
};

export function signAs(sender: SenderName, secret: string, sent: Sent): Record<string, string> {
	return SIGNERS[sender](secret, sent);
}

/** Signs a text with GitHub's own library, which is an ES module. */
const octokit = loadOutsideJest(
	path.resolve(__dirname, '../../../node_modules/@octokit/webhooks-methods/dist-node/index.js'),
) as { sign: (secret: string, payload: string) => Promise<string> };

/** What the library of a sender calls the signature of a text, for senders that have one. */
export const LIBRARIES = {
	github: async (secret: string, { body }: Sent & { body: string }) =>
		await octokit.sign(secret, body),
	standardWebhooks: (secret: string, { id, timestamp, body }: Sent & { body: string }) =>
		new StandardWebhook(secret).sign(id, new Date(timestamp * 1000), body),
	stripe: (secret: string, { timestamp, body }: Sent & { body: string }) =>
		Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
	svix: (secret: string, { id, timestamp, body }: Sent & { body: string }) =>
		new SvixWebhook(secret).sign(id, new Date(timestamp * 1000), body),
};
