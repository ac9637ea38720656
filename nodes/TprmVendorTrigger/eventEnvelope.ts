import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isDataObject } from '../shared/basics/guards';

/**
 * The envelope of an event, as the body of a delivery has it (third-party-risk, Events: Envelope); only
 * its type is sure to be there.
 *
 *     {
 *       "id": "evt_1", "type": "assessment.status_changed", "api_version": "v1",
 *       "occurred_at": "2026-03-31T10:15:30+02:00", "source": "ui",
 *       "data": { "assessment_id": "a-7", "status": "Completed" },
 *       "delivery_id": "whd_1"
 *     }
 */
export type EventEnvelope = IDataObject & { type: string };

/**
 * Reads the envelope of an event.
 *
 * @param body the bytes; invalid UTF-8 in them is replaced, since losing an event is worse
 * @returns `undefined` for what is not an event, such as an empty body
 */
export function readEvent(body: Uint8Array): EventEnvelope | undefined {
	// The decoder removes a byte order mark, which is not JSON.
	const event = jsonParse<unknown>(new TextDecoder().decode(body), { fallbackValue: null });
	if (!isDataObject(event)) return undefined;
	const { type } = event;
	return typeof type === 'string' && type.trim() !== '' ? { ...event, type } : undefined;
}

/**
 * Types that look like the ping that is sent before an endpoint is enabled again, which the specification
 * does not show. Few names only: an event taken for a ping is lost, a ping taken for an event does no harm.
 */
const PING = /^(ping|(webhook|endpoint)[._-](ping|verification|test))$/i;

/** @returns whether a type is that of a verification ping, see {@link PING} */
export function isPing(type: string): boolean {
	return PING.test(type);
}
