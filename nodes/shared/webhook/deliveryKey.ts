import { createHash } from 'crypto';

import { isText } from '../basics/guards';
import { SERVICE_EVENTS } from './eventRules';
import { memberAt } from './readEvent';

/** Characters of base64 in a key, which are 66 bits: among thousands of keys, no two are the same by chance. */
const DELIVERY_KEY_LENGTH = 11;

/** By what copies of an event are recognized. */
export interface KeySource {
	/** Paths to IDs in the body, the first that leads to one counts. */
	ids: readonly string[];
	/** The ID that was signed with the delivery, for senders that sign one; counts where the body has none. */
	signedId?: string | undefined;
}

/**
 * The key by which a repeated delivery is recognized (third-party-risk, Events: Envelope, Delivery
 * rule 1): a hash of an ID that was signed, else of the body. The body is always signed. An ID that is not signed never counts:
 * whoever changes it could make a recorded event run again. n8n stores thousands of keys with a
 * workflow for each event, so they have to be short.
 *
 * An id that is blank or neither text nor a number does not count: all events without a proper id would
 * count as the same one.
 *
 * @param body the parsed body: `{ "id": "evt_1", "delivery_id": "whd_1", … }`
 * @param rawBody the bytes it was parsed from
 * @param source where the IDs are; by default, those of TPRM Trigger's service
 * @returns 11 characters, without spaces
 */
export function deliveryKey(
	body: Readonly<Record<string, unknown>>,
	rawBody: Uint8Array,
	source: KeySource = SERVICE_EVENTS,
): string {
	return keyOfIds(body, source) ?? hash('body', rawBody);
}

/**
 * The key as far as it needs no bytes.
 *
 * @returns `undefined` when there is no ID
 */
export function keyOfIds(
	body: Readonly<Record<string, unknown>>,
	{ signedId, ids }: KeySource = SERVICE_EVENTS,
): string | undefined {
	const id = [...ids.map((path) => idText(memberAt(path, body))), signedId].find(isText);
	return id === undefined ? undefined : hash('id', id);
}

/** JSON rounds larger numbers, so that two IDs could become the same. */
function idText(value: unknown): unknown {
	return Number.isSafeInteger(value) ? String(value) : value;
}

/** @param what keeps a body apart from an id with the same text */
function hash(what: 'id' | 'body', content: string | Uint8Array): string {
	return createHash('sha256')
		.update(`${what}:`)
		.update(content)
		.digest('base64url')
		.slice(0, DELIVERY_KEY_LENGTH);
}
