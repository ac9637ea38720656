import type { IDataObject } from 'n8n-workflow';

import { isText } from '../basics/guards';
import { secretFieldAt } from '../forms/secretFields';
import { memberOf } from '../basics/members';
import type { RequestHeaders } from '../webhook/deliveryHeaders';
import { deliveryKey } from '../webhook/deliveryKey';
import type { EventRules } from '../webhook/eventRules';
import type { ClaimVerdict } from '../webhook/ledger';
import { presentedHeaders } from '../webhook/presentedSignatures';
import { readEvent } from '../webhook/readEvent';
import { secretProblem } from '../webhook/signingKeys';
import { whyNotSelected } from '../webhook/subscription';
import { type ProvenDelivery, verifyDelivery } from '../webhook/verifyDelivery';
import { type Note, noteOnAge, noteOnSecrets, type Notes, notesOf, withSource } from './notes';
import type { Sender, TriggerKind } from './triggerKind';
import { unusableSecrets } from './unusableSecrets';

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
	kind: Pick<TriggerKind, 'words' | 'secretFields'>;
	/** Whether an event counts as handled when the workflow starts, or else when it has ended. */
	persistNow: boolean;
	/** Who sends; a text when the node does not describe it in a way that is safe. */
	sender: Sender | string;
	/** The credential's signing secrets, blank ones included; `undefined` when it is unreadable. */
	secrets: readonly string[] | undefined;
	/** Selected events, see `whyNotSelected`. */
	events: readonly string[];
	toleranceSeconds: number;
	includeDelivery: boolean;
}

/** The answer to a delivery, what to log, and whether the workflow runs. */
export type Decision = { notes: Note[] } & (
	| {
			run: false;
			status: 200 | 401 | 503;
			message: string;
			/** Returned in the place of the message. */
			answer?: IDataObject;
			/** Its event was accepted before, or is in progress: anyone who has seen it may have sent it again. */
			isCopy?: true;
			/** Why nothing runs; missing for an event in progress, and for what is no event. */
			reason?: Note;
	  }
	| { run: true; output: IDataObject; eventKey: string }
);

/** @returns whether a delivery is proven to be from the sender, and could be taken */
export function isGenuine(decision: Decision): boolean {
	return decision.run || decision.status === 200;
}

/** @returns whether it is a copy of no other one too: only then do the sender and this trigger fit together now */
export function isNewAndGenuine(decision: Decision): boolean {
	return isGenuine(decision) && (decision.run || !decision.isCopy);
}

/**
 * Decides what happens to a delivery: never a 4xx for a proven one, which would count towards the
 * deactivation of the endpoint, and never a 2xx for an unproven one (third-party-risk, Events:
 * Signature, Delivery rules).
 *
 * @param claim asks for the right to run an event, by its key; called last, for events that would
 *   run otherwise
 * @param now milliseconds since 1970
 * @returns the answer, such as `200 { "message": "Received and ignored: duplicate" }`, and whether the
 *   workflow runs, with the body of the event as its item
 */
export function decideDelivery(
	delivery: Delivery,
	settings: DecisionSettings,
	claim: (eventKey: string) => ClaimVerdict,
	now: number,
): Decision {
	const { body, headers } = delivery;
	const { sender, secrets, toleranceSeconds } = settings;
	if (typeof sender === 'string') return stop(NOT_READY, brokenSetup(settings, sender));
	const { scheme } = sender;
	const note = notesOf(settings.kind, {
		scheme: { ...scheme, headers: [presentedHeaders(scheme, headers)] },
		events: sender.events,
	});
	if (!secrets) return stop(NOT_READY, note('unreadable'));
	const unusable = unusableSecrets(settings.kind.secretFields, scheme, secrets);
	if (secrets.every((secret) => secretProblem(scheme, secret)))
		return stop(NOT_READY, noteOnSecrets(note('noSecret'), unusable));
	if (!body) return stop(NOT_SIGNED, withSource(note('missingBody'), delivery.source));

	const verdict = verifyDelivery(scheme, { body, headers, secrets, toleranceSeconds, now });
	if (!verdict.accepted) {
		return verdict.reason === 'outsideTolerance'
			? stop(
					[503, `The timestamp is outside the tolerance. ${SEND_AGAIN}`],
					noteOnAge(note(verdict.reason), verdict),
				)
			: stop(
					NOT_SIGNED,
					noteOnSecrets(withSource(note(verdict.reason), delivery.source), unusable),
				);
	}
	const decision = decideProven({ body, headers }, sender.events, settings, claim, verdict, note);
	if (!decision.run && decision.isCopy) return decision;
	const more = [
		...(verdict.retiredSecretOnly ? [note('retiredSecret')] : []),
		...(verdict.unknownSignatures ? [note('unknownSignature')] : []),
	];
	// Why a delivery was rejected comes first.
	return { ...decision, notes: [...decision.notes, ...more] };
}

function brokenSetup({ kind }: DecisionSettings, problem: string): Note {
	const note = notesOf(kind)('brokenSetup');
	return { ...note, text: `${note.text} (${problem})` };
}

function decideProven(
	{ body, headers }: { body: Uint8Array; headers: RequestHeaders },
	rules: EventRules,
	{ events, includeDelivery, kind, persistNow }: DecisionSettings,
	claim: (eventKey: string) => ClaimVerdict,
	verdict: ProvenDelivery,
	note: Notes,
): Decision {
	const event = readEvent(body, headers, rules);
	if (!event) return stop([200, `${RECEIVED_AND_IGNORED} not an event`], note('noEvent'));

	const challenge = answerTo(event.body, rules);
	if (challenge) return { ...stop([200, 'Verified']), answer: challenge };

	const reason = whyNotSelected(event, events);
	if (reason) {
		const decision = stop([200, `${RECEIVED_AND_IGNORED} not subscribed`], note(reason));
		return reason === 'notSelected' ? unlogged(decision) : decision;
	}

	const eventKey = deliveryKey(event.body, body, { signedId: verdict.id, ids: rules.ids });
	switch (claim(eventKey)) {
		case 'new': {
			const output = includeDelivery
				? { ...event.body, delivery: describe(event.body, verdict, kind) }
				: event.body;
			return { run: true, output, eventKey, notes: [] };
		}
		case 'busy':
			// If a run that is in progress fails, only another copy can start it again.
			return copyOf(
				persistNow && rules.whenBusy === 200
					? [200, `${RECEIVED_AND_IGNORED} in progress`]
					: [503, `The same event is in progress. ${SEND_AGAIN}`],
			);
		case 'full':
			return stop([503, `Too many events are in progress. ${SEND_AGAIN}`], note('tooMany'));
		case 'duplicate':
			return copyOf([200, `${RECEIVED_AND_IGNORED} duplicate`], note('duplicate'));
	}
}

/** @returns the decision about an event that was accepted before, or is in progress */
function copyOf(answer: DeliveryAnswer, reason?: Note): Decision {
	return { ...unlogged(stop(answer, reason)), isCopy: true };
}

/** @returns the answer to a handshake: `{ "challenge": "a1b2c3…" }` */
function answerTo(body: IDataObject, { handshake }: EventRules): IDataObject | undefined {
	if (!handshake || memberOf(body, 'type') !== handshake.type) return undefined;
	const value = memberOf(body, handshake.returns);
	return isText(value) ? { [handshake.returns]: value } : undefined;
}

/**
 * How a delivery arrived; its ID is one that is signed, or that of the body, because other headers are not.
 *
 *     "delivery": { "id": "whd_1", "timestamp": 1774944930, "secret": "webhookSigningSecret" }
 */
function describe(
	body: IDataObject,
	{ id, timestamp, secretIndex }: ProvenDelivery,
	{ secretFields }: Pick<TriggerKind, 'secretFields'>,
): IDataObject {
	return {
		id: id ?? memberOf(body, 'delivery_id') ?? null,
		timestamp: timestamp ?? null,
		secret: secretFieldAt(secretFields, secretIndex).name,
	};
}

/** The answer to a delivery that starts nothing: its status, and a message. */
type DeliveryAnswer = [status: 200 | 401 | 503, message: string];

/** The answer to a delivery that cannot be judged, or cannot be taken now. */
export const NOT_READY: DeliveryAnswer = [503, 'Not ready to accept deliveries'];

/** The answer to a delivery that is not proven to be from the sender. */
const NOT_SIGNED: DeliveryAnswer = [401, 'The delivery is not signed with a known secret'];

/** What a proven delivery is asked for with a 503: the sender sends it again then. */
const SEND_AGAIN = 'Send the delivery again.';

/** What a proven delivery is answered with that starts nothing; the reason follows. */
const RECEIVED_AND_IGNORED = 'Received and ignored:';

/** @returns the decision to start nothing, the reason of which is logged */
export function stop([status, message]: DeliveryAnswer, reason?: Note): Decision & { run: false } {
	const decision = { run: false, status, message } as const;
	return reason ? { ...decision, reason, notes: [reason] } : { ...decision, notes: [] };
}

/** What is usual would fill the log. */
function unlogged<T extends Decision>(decision: T): T {
	return { ...decision, notes: [] };
}
