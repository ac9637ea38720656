import { createHmac, randomBytes } from 'node:crypto';

import type { ServiceClock } from '../clock';

/** How long deliveries are also signed with a retired secret. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** The secrets of one endpoint: a current one, and a retired one for a day. */
export class SigningSecrets {
	private retired: { secret: string; until: number } | undefined;

	constructor(
		private readonly clock: ServiceClock,
		public current: string = newSecret(),
	) {}

	/** @returns the new secret */
	rotate(secret: string = newSecret()): string {
		this.retired = { secret: this.current, until: this.clock.now() + OVERLAP_MS };
		this.current = secret;
		return secret;
	}

	/** @returns the value of `X-Service-Signature`: the current secret's first */
	sign(timestamp: string, body: string): string {
		const { retired } = this;
		const secrets = [this.current];
		if (retired && this.clock.now() < retired.until) secrets.push(retired.secret);
		return secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`)}`).join(',');
	}
}

function hmac(secret: string, text: string): string {
	return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64url')}`;
}
