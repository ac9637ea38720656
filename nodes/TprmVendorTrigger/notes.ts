import type { RefusalReason, StaleDelivery } from '../shared/webhook/verifyDelivery';

/**
 * A message for the log. Never contains a body, a header of an unproven delivery or a secret; the
 * source address may be from the header of a proxy.
 */
export interface Note {
	/** Notes of one kind are logged once a minute. */
	kind: string;
	text: string;
}

const UNPROVEN_REQUEST = 'A request was rejected with 401:';

const TEXTS = {
	noSecret:
		'A delivery was rejected with 503: the credential has no Webhook Signing Secret. Enter the secret that the service shows for this endpoint.',
	outsideTolerance:
		'A genuine delivery was rejected with 503, so that it is sent again: its timestamp is outside the tolerance. If this keeps happening, correct the clock of the n8n server or raise Tolerance under Options.',
	missingBody: `${UNPROVEN_REQUEST} its original body could not be read.`,
	missingId: `${UNPROVEN_REQUEST} it has no ID.`,
	malformedId: `${UNPROVEN_REQUEST} its ID has characters that an ID cannot contain.`,
	missingSignature: `${UNPROVEN_REQUEST} it has no X-Service-Signature header.`,
	malformedSignature: `${UNPROVEN_REQUEST} its X-Service-Signature header contains no well-formed v1 value.`,
	missingTimestamp: `${UNPROVEN_REQUEST} it has no X-Service-Timestamp header.`,
	malformedTimestamp: `${UNPROVEN_REQUEST} its X-Service-Timestamp header must be a whole number of seconds.`,
	wrongSignature: `${UNPROVEN_REQUEST} no configured secret matches its signature. If the service sent it, check that Webhook Signing Secret in the credential is the one of the endpoint in the service. After ten rejections, the service deactivates the endpoint.`,
	// n8n cannot read the credential, or it was deleted.
	unreadable:
		'A delivery was rejected with 503: n8n could not read the credential of this node. Select an existing one.',
	// Each run in progress keeps its delivery in memory.
	tooMany:
		'A delivery was rejected with 503, so that it is sent again: 10,000 events are in progress. Set Acknowledge to Immediately, or make these workflows faster.',
	noEvent:
		'A genuine delivery was acknowledged and ignored: its body is not an event. If it is empty, it may be a verification ping.',
	// With All Events a type that looks like a ping starts nothing, which could be wrong.
	takenForPing:
		'A delivery looks like a verification ping and did not start the workflow. If it is an event, select it by name under Trigger On.',
	// Logged while there is still time to enter the new secret.
	retiredSecret:
		'The signing secret was rotated in the service and the credential has only the old one. Update Webhook Signing Secret within 24 hours of the rotation, or deliveries will be rejected.',
} satisfies Record<RefusalReason, string> & Record<string, string>;

/** @returns what happened to a delivery, and what to do about it */
export function note(kind: keyof typeof TEXTS): Note {
	return { kind, text: TEXTS[kind] };
}

/** The same for a delivery that is too old or too far ahead, with how far. */
export function noteOnAge({ reason, ageSeconds }: StaleDelivery): Note {
	const age = ageSeconds < 0 ? `${-ageSeconds} s ahead of` : `${ageSeconds} s behind`;
	return { kind: reason, text: `${TEXTS[reason]} The timestamp is ${age} this clock.` };
}

const ADDRESS = /^[\da-f.:]{3,45}$/i;

/**
 * @param source address of the sender; a text that is not one is left out, because behind a proxy the
 *   sender may have written it
 */
export function withSource(note: Note, source = ''): Note {
	return ADDRESS.test(source) ? { ...note, text: `${note.text} It came from ${source}.` } : note;
}
