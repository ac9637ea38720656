import { createHmac } from 'node:crypto';

export const SECRET = 'whsec_current';
export const OLD_SECRET = 'whsec_retired';

/** The clock of the tests, in Unix seconds. */
export const NOW_SECONDS = 1_790_000_000;

/** The hex signature of a delivery, written after the spec and not after the code under test. */
export function hmacHex(secret: string, timestamp: string, body: Uint8Array | string): string {
	const prefix = Buffer.from(`${timestamp}.`, 'latin1');
	return createHmac('sha256', secret)
		.update(Buffer.concat([prefix, Buffer.from(body)]))
		.digest('hex');
}

/** The two headers of a genuine delivery, one signature for each secret. */
export function signedHeaders(
	body: Uint8Array | string,
	{ secrets = [SECRET], timestamp = String(NOW_SECONDS) } = {},
): { 'x-service-signature': string; 'x-service-timestamp': string } {
	return {
		'x-service-signature': secrets
			.map((secret) => `v1=${hmacHex(secret, timestamp, body)}`)
			.join(','),
		'x-service-timestamp': timestamp,
	};
}
