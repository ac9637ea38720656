import { createHash } from 'crypto';

/** Longer ids are replaced by their hash: hundreds of keys are kept with every workflow. */
const MAX_KEY_LENGTH = 200;

/**
 * The key by which a repeated delivery is recognized (third-party-risk, Events: Envelope, Delivery
 * rule 1): the event's `id`, else its `delivery_id`, else a hash of the body.
 *
 * An id that is blank or not text does not count: all events without a proper id would count
 * as the same one.
 *
 * @param envelope the parsed body
 * @param rawBody the bytes it was parsed from
 * @returns at most 200 characters; hashes start with `sha256:`
 */
export function deliveryKey(
	envelope: Readonly<Record<string, unknown>>,
	rawBody: Uint8Array,
): string {
	return keyOfIds(envelope) ?? hash(rawBody);
}

/**
 * The key as far as it needs no bytes.
 *
 * @param envelope the parsed body
 * @returns `undefined` when it has neither of the two ids
 */
export function keyOfIds(envelope: Readonly<Record<string, unknown>>): string | undefined {
	const id = [envelope['id'], envelope['delivery_id']].find(isId);
	return id !== undefined && id.length > MAX_KEY_LENGTH ? hash(id) : id;
}

function isId(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function hash(content: string | Uint8Array): string {
	return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
