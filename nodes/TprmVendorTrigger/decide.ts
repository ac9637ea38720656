import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../shared/basics/guards';
import { deliveryKey } from '../shared/webhook/deliveryKey';
import type { ClaimVerdict } from '../shared/webhook/ledger';
import type { RequestHeaders } from '../shared/webhook/deliveryHeaders';
import { type AcceptedDelivery, verifySignature } from '../shared/webhook/signature';
import { isUsableSecret } from '../shared/webhook/signingKeys';
import { isPing, readEvent } from './eventEnvelope';
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
export interface DecisionSettings {
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
 * @returns the answer, such as `200 { "message": "Received and ignored: duplicate" }`, and whether the
 *   workflow runs, with the envelope of the event as its item
 */
export function decideDelivery(
	delivery: Delivery,
	settings: DecisionSettings,
	claim: (eventKey: string) => ClaimVerdict,
	now: number,
): Decision {
	const { body, headers } = delivery;
	const { secrets, toleranceSeconds } = settings;
	if (!secrets) return stop(NOT_READY, note('unreadable'));
	if (!secrets.some(isUsableSecret)) return stop(NOT_READY, note('noSecret'));
	if (!body) return stop(NOT_SIGNED, withSource(note('missingBody'), delivery.source));

	const verdict = verifySignature({ body, headers, secrets, toleranceSeconds, now });
	if (!verdict.accepted) {
		return verdict.reason === 'outsideTolerance'
			? stop([503, `The timestamp is outside the tolerance. ${SEND_AGAIN}`], noteOnAge(verdict))
			: stop(NOT_SIGNED, withSource(note(verdict.reason), delivery.source));
	}
	const decision = decideProven(body, settings, claim, verdict);
	return verdict.retiredSecretOnly
		? { ...decision, notes: [note('retiredSecret'), ...decision.notes] }
		: decision;
}

function decideProven(
	body: Uint8Array,
	{ events, includeDelivery }: DecisionSettings,
	claim: (eventKey: string) => ClaimVerdict,
	verdict: AcceptedDelivery,
): Decision {
	const event = readEvent(body);
	if (!event) return stop([200, `${RECEIVED_AND_IGNORED} not an event`], note('noEvent'));

	const { type, data } = event;
	const status = isDataObject(data) ? data['status'] : undefined;
	const isSubscribed =
		events.includes(type) ||
		// Trigger On has values for events of a type with one status only.
		(typeof status === 'string' && events.includes(`${type}:${status}`)) ||
		(events.includes(ALL_EVENTS) && !isPing(type));
	if (!isSubscribed) {
		const notes = events.includes(ALL_EVENTS) ? [note('takenForPing')] : [];
		return stop([200, `${RECEIVED_AND_IGNORED} not subscribed`], ...notes);
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
			return stop([200, `${RECEIVED_AND_IGNORED} duplicate`]);
	}
}

/**
 * Adds how the delivery arrived; the id is the body's, because its header is not signed.
 *
 *     "delivery": { "id": "whd_1", "timestamp": 1774944930, "secret": "webhookSigningSecret" }
 */
function withDelivery(
	event: IDataObject,
	{ timestamp, secretIndex }: AcceptedDelivery,
): IDataObject {
	const secret =
		secretIndex === 0 ? 'webhookSigningSecret' : `additionalSigningSecrets[${secretIndex - 1}]`;
	return { ...event, delivery: { id: event['delivery_id'] ?? null, timestamp, secret } };
}

/** The answer to a delivery that starts nothing: its status, and a message. */
type DeliveryAnswer = [status: 200 | 401 | 503, message: string];

/** The answer to a delivery that cannot be judged, or cannot be taken now. */
export const NOT_READY: DeliveryAnswer = [503, 'Not ready to accept deliveries'];

/** The answer to a delivery that is not proven to be from the service. */
const NOT_SIGNED: DeliveryAnswer = [401, 'The delivery is not signed with a known secret'];

/** What a proven delivery is asked for with a 503: the service sends it again then. */
const SEND_AGAIN = 'Send the delivery again.';

/** What a proven delivery is answered with that starts nothing; the reason follows. */
const RECEIVED_AND_IGNORED = 'Received and ignored:';

/** @returns the decision to start nothing */
export function stop([status, message]: DeliveryAnswer, ...notes: Note[]): Decision {
	return { run: false, status, message, notes };
}
