import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isDataObject } from '../shared/basics/guards';
import { deliveryKey } from '../shared/webhook/deliveryKey';
import type { ClaimVerdict } from '../shared/webhook/ledger';
import {
	type AcceptedDelivery,
	isUsableSecret,
	type RequestHeaders,
	verifySignature,
} from '../shared/webhook/signature';
import { type Note, note, noteOnAge, withSource } from './notes';

/** The value of Trigger On that stands for every event. */
export const ALL_EVENTS = '*';

/** A request as it arrived. */
export interface Delivery {
	/** The bytes as sent; `undefined` when n8n no longer has them. */
	body: Uint8Array | undefined;
	headers: RequestHeaders;
	/** Address of the sender as n8n sees it, for the log; without a setting of n8n, that of a proxy. */
	source?: string;
}

/** The settings that decide about a delivery. */
export interface TriggerSettings {
	/** The credential's signing secrets, blank ones included; `undefined` when it is unreadable. */
	secrets: readonly string[] | undefined;
	/** Subscribed event names, or {@link ALL_EVENTS}. */
	events: readonly string[];
	toleranceSeconds: number;
	includeDelivery: boolean;
}

/** The answer to a delivery, and whether the workflow runs. */
export type Decision = { notes: Note[] } & (
	{ run: false; status: 200 | 401 | 503; message: string } | { run: true; output: IDataObject }
);

/**
 * Decides what happens to a delivery: never a 4xx for a proven one, which would count towards the
 * deactivation of the endpoint, and never a 2xx for an unproven one (third-party-risk, Events:
 * Signature, Delivery rules).
 *
 * @param claim asks for the right to run an event, by its key; called last, for events that would
 *   run otherwise
 * @param now milliseconds since 1970
 */
export function decideDelivery(
	delivery: Delivery,
	settings: TriggerSettings,
	claim: (eventKey: string) => ClaimVerdict,
	now: number,
): Decision {
	const { body, headers } = delivery;
	const { secrets, toleranceSeconds } = settings;
	if (!secrets) return stop(NOT_READY, note('unreadable'));
	if (!secrets.some(isUsableSecret)) return stop(NOT_READY, note('noSecret'));
	if (!body) return stop(UNPROVEN, withSource(note('missingBody'), delivery.source));

	const verdict = verifySignature({ body, headers, secrets, toleranceSeconds, now });
	if (!verdict.accepted) {
		return verdict.reason === 'outsideTolerance'
			? stop([503, `The timestamp is outside the tolerance. ${SEND_AGAIN}`], noteOnAge(verdict))
			: stop(UNPROVEN, withSource(note(verdict.reason), delivery.source));
	}
	const decision = decideProven(body, settings, claim, verdict);
	return verdict.retiredSecretOnly
		? { ...decision, notes: [note('retiredSecret'), ...decision.notes] }
		: decision;
}

function decideProven(
	body: Uint8Array,
	{ events, includeDelivery }: TriggerSettings,
	claim: (eventKey: string) => ClaimVerdict,
	verdict: AcceptedDelivery,
): Decision {
	const event = readEvent(body);
	if (!event) return stop([200, `${IGNORED} not an event`], note('noEvent'));

	const { type, data } = event;
	const status = isDataObject(data) ? data['status'] : undefined;
	const isSubscribed =
		events.includes(type) ||
		// Trigger On has values for events of a type with one status only.
		(typeof status === 'string' && events.includes(`${type}:${status}`)) ||
		(events.includes(ALL_EVENTS) && !PING.test(type));
	if (!isSubscribed) {
		const notes = events.includes(ALL_EVENTS) ? [note('takenForPing')] : [];
		return stop([200, `${IGNORED} not subscribed`], ...notes);
	}

	switch (claim(deliveryKey(event, body))) {
		case 'new':
			return {
				run: true,
				output: includeDelivery ? withDelivery(event, verdict) : event,
				notes: [],
			};
		case 'busy':
			return stop([503, `The same event is in progress. ${SEND_AGAIN}`]);
		case 'full':
			return stop([503, `Too many events are in progress. ${SEND_AGAIN}`], note('tooMany'));
		case 'duplicate':
			return stop([200, `${IGNORED} duplicate`]);
	}
}

/** Adds how the delivery arrived; the id is the body's, because its header is not signed. */
function withDelivery(
	event: IDataObject,
	{ timestamp, secretIndex }: AcceptedDelivery,
): IDataObject {
	const secret =
		secretIndex === 0 ? 'webhookSigningSecret' : `additionalSigningSecrets[${secretIndex - 1}]`;
	return { ...event, delivery: { id: event['delivery_id'] ?? null, timestamp, secret } };
}

/** The answer to a delivery that starts nothing: its status, and a message. */
type Answer = [status: 200 | 401 | 503, message: string];

/** To a delivery that cannot be judged, or cannot be taken now. */
export const NOT_READY: Answer = [503, 'Not ready to accept deliveries'];
const UNPROVEN: Answer = [401, 'The delivery is not signed with a known secret'];
const SEND_AGAIN = 'Send the delivery again.';
const IGNORED = 'Received and ignored:';

/** @returns the decision to start nothing */
export function stop([status, message]: Answer, ...notes: Note[]): Decision {
	return { run: false, status, message, notes };
}

/**
 * Reads the envelope of an event (third-party-risk, Events: Envelope).
 *
 * @param body the bytes; invalid UTF-8 in them is replaced, since losing an event is worse
 * @returns `undefined` for what is not an event, such as an empty body
 */
function readEvent(body: Uint8Array): (IDataObject & { type: string }) | undefined {
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
