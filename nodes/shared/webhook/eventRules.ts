import type { SENDERS } from './senders';

/**
 * What a sender's events have in common, as plain data. A path is that of a member of the body, dotted:
 * `event.type`; or a header: `header:X-GitHub-Event`.
 */
export interface EventRules {
	/**
	 * Names under which an event may be selected, as texts with paths in them; those whose paths all lead to
	 * text apply: `{header:X-GitHub-Event}.{action}`. Headers are not signed by most senders: they only choose
	 * among genuine events.
	 */
	names: readonly string[];
	/** Whether a body without a name is not an event. */
	isNamed: boolean;
	/** Paths in the body, which is signed, to what repeats in every copy of an event; none where nothing does. */
	ids: readonly string[];
	/** Whether a body that is not JSON may be a form, as the body of a HTML form. */
	hasForms: boolean;
	/** The answer to what a sender sends to find out whether the endpoint is ours. */
	handshake?: Handshake;
	/**
	 * How many hours after the first delivery of an event the sender sends it again at most. Missing for
	 * senders that sign no time: a copy may come at any time.
	 */
	resendHours?: number;
	/** Whether the sender sends an event again by itself that was not answered with 2xx; `maybe` where that is not known. */
	resends: 'yes' | 'no' | 'maybe';
	/**
	 * The answer to a copy of an event whose run is being started. 503 asks for another copy in case that
	 * fails. It is 200 for senders that wait for some seconds only and count each 503 against the endpoint.
	 */
	whenBusy: 200 | 503;
}

/** A signed body that is answered with one of its values, and starts nothing. */
export interface Handshake {
	/** Value of the member `type`. */
	type: string;
	/** Name of the member to return. */
	returns: string;
}

const OF_JSON = { isNamed: false, hasForms: false, resends: 'yes', whenBusy: 503 } as const;

/** The events of TPRM Trigger's service (third-party-risk, Events: Envelope, Delivery rules). */
export const SERVICE_EVENTS: EventRules = {
	...OF_JSON,
	isNamed: true,
	// Trigger On has values for events of a type with one status only.
	names: ['{type}', '{type}:{data.status}'],
	ids: ['id', 'delivery_id'],
	// The last of five attempts is 73 minutes after the first.
	resendHours: 2,
};

/** The events of the senders that have a preset. */
export const SENDER_EVENTS: Record<keyof typeof SENDERS, EventRules> = {
	github: {
		...OF_JSON,
		names: ['{header:X-GitHub-Event}', '{header:X-GitHub-Event}.{action}'],
		// X-GitHub-Delivery is not signed: whoever changes it could make the event run again.
		ids: [],
		hasForms: true,
		// Someone can redeliver them, for three days.
		resends: 'no',
	},
	jiraCloud: { ...OF_JSON, names: ['{webhookEvent}'], ids: [] },
	shopify: {
		...OF_JSON,
		names: ['{header:X-Shopify-Topic}', '{header:Shopify-Topic}'],
		// The member id is that of the order or product, which is the same in many events.
		ids: [],
		// It waits for 5 seconds, and after eight failures in a row it may remove the subscription.
		whenBusy: 200,
	},
	slack: {
		...OF_JSON,
		names: ['{type}', '{event.type}', '{command}'],
		ids: ['event_id'],
		hasForms: true,
		handshake: { type: 'url_verification', returns: 'challenge' },
		// Three times, the last one after five minutes.
		resendHours: 2,
		// It waits for 3 seconds, and turns the subscription off when most deliveries fail.
		whenBusy: 200,
	},
	// The ID is a header, but signed. The specification recommends to send failed deliveries again.
	standardWebhooks: {
		...OF_JSON,
		names: ['{type}'],
		ids: [],
		resends: 'maybe',
		resendHours: 7 * 24,
	},
	// For three days.
	stripe: { ...OF_JSON, names: ['{type}'], ids: ['id'], resendHours: 4 * 24 },
	// For a day and more; Vanta for three and a half.
	svix: { ...OF_JSON, names: ['{type}', '{eventType}'], ids: [], resendHours: 7 * 24 },
};
