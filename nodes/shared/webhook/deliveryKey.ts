import { createHash } from 'crypto';

/** Characters of base64 in a key, which are 66 bits: among thousands of keys, no two are the same by chance. */
const DELIVERY_KEY_LENGTH = 11;

/**
 * The key by which a repeated delivery is recognized (third-party-risk, Events: Envelope, Delivery
 * rule 1): a hash of the event's `id`, else of its `delivery_id`, else of the body. n8n stores
 * thousands of keys with a workflow for each event, so they have to be short.
 *
 * An id that is blank or not text does not count: all events without a proper id would count
 * as the same one.
 *
 * @param envelope the parsed body: `{ "id": "evt_1", "delivery_id": "whd_1", … }`
 * @param rawBody the bytes it was parsed from
 * @returns 11 characters, without spaces
 */
export function deliveryKey(
	envelope: Readonly<Record<string, unknown>>,
	rawBody: Uint8Array,
): string {
	return keyOfIds(envelope) ?? hash('body', rawBody);
}

/**
 * The key as far as it needs no bytes.
 *
 * @param envelope the parsed body
 * @returns `undefined` when it has neither of the two ids
 */
export function keyOfIds(envelope: Readonly<Record<string, unknown>>): string | undefined {
	const id = [envelope['id'], envelope['delivery_id']].find(isId);
	return id === undefined ? undefined : hash('id', id);
}

function isId(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** @param what keeps a body apart from an id with the same text */
function hash(what: 'id' | 'body', content: string | Uint8Array): string {
	return createHash('sha256')
		.update(`${what}:`)
		.update(content)
		.digest('base64url')
		.slice(0, DELIVERY_KEY_LENGTH);
}
