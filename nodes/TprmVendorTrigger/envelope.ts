import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../shared/json';

/** A proven body, read: an event, or why it is not one. */
export type ReadBody =
	| { event: IDataObject; type: string }
	| { noEvent: 'emptyBody' | 'notJson' | 'notObject' | 'noType' };

/**
 * Reads the envelope of an event (third-party-risk, Events: Envelope).
 *
 * @param body the bytes; invalid UTF-8 in them is replaced, since losing an event is worse
 */
export function readEvent(body: Uint8Array): ReadBody {
	// Removes a byte order mark, which is not JSON.
	const text = new TextDecoder().decode(body);
	if (text.trim() === '') return { noEvent: 'emptyBody' };

	const event = parse(text);
	if (event === undefined) return { noEvent: 'notJson' };
	if (!isDataObject(event)) return { noEvent: 'notObject' };
	const { type } = event;
	if (typeof type !== 'string' || type.trim() === '') return { noEvent: 'noType' };
	return { event, type };
}

/** Few names only: an event taken for a ping is lost, a ping taken for an event does no harm. */
const PING = /^(ping|(webhook|endpoint)[._-](ping|verification|test))$/i;

/**
 * Guesses whether a type stands for the ping that is sent before an endpoint is enabled again, which
 * the specification does not show. One without a body or a type is not an event anyway.
 */
export function isPing(type: string): boolean {
	return PING.test(type);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
