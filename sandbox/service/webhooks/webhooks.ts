import { randomBytes } from 'node:crypto';

import { Refusal } from '../envelope';
import { EVENT_NAMES } from '../eventCatalog';
import { ANSWER_LIMIT_MS, Delivery, attempt, classify, SCHEDULE_MS } from './delivery';
import type { EndpointSettings } from './endpoint';
import { Endpoint } from './endpoint';
import type { EventChanges, EventSources, ServiceEvent } from './events';
import { makeEvent } from './events';
import { Timers } from './timers';

/** Requests to receivers at once. */
const MAX_CONCURRENT = 20;

/**
 * Outbound webhooks: what an admin does with endpoints in the application, and the deliveries that
 * follow from events there. Calls of the REST interface emit nothing.
 */
export class Webhooks {
	/** Names that may be subscribed to, as the live list gives them. */
	eventNames: readonly string[] = EVENT_NAMES;
	readonly endpoints: Endpoint[] = [];
	/** The delivery log, in the order in which events happened. */
	readonly deliveries: Delivery[] = [];
	/** Waits between attempts take this share of their time; 0.001 makes an hour 3.6 seconds. */
	timeScale = 1;
	answerLimitMs = ANSWER_LIMIT_MS;
	/** Order is best effort: with `true` events that happen together are sent in random order. */
	shuffle = false;
	/** From 0 to below 1; seeded by tests that want the same order twice. */
	random: () => number = Math.random;

	private readonly timers = new Timers();
	private readonly waiting: Delivery[] = [];
	private running = 0;
	private unsettled = new Set<Delivery>();
	private settledListeners: Array<() => void> = [];

	constructor(private readonly sources: EventSources) {}

	/**
	 * What an admin does to register an endpoint.
	 *
	 * @throws Refusal when it is to subscribe to an event that there is not
	 */
	register(settings: EndpointSettings): Endpoint {
		const unknown = settings.events.filter((name) => !this.eventNames.includes(name));
		if (unknown.length > 0) {
			throw new Refusal(422, 'webhook.event_unknown', `There is no event ${unknown.join(', ')}`);
		}
		const endpoint = new Endpoint(this.sources.clock, settings);
		this.endpoints.push(endpoint);
		return endpoint;
	}

	/** Sends an event to each active endpoint that subscribes to it. */
	emit(type: string, changes?: EventChanges): ServiceEvent {
		const event = makeEvent(type, this.sources, changes);
		for (const endpoint of this.endpoints) {
			if (!endpoint.active || !endpoint.events.includes(type)) continue;
			this.start(new Delivery(endpoint, event, `whd_${randomBytes(12).toString('hex')}`));
		}
		return event;
	}

	/** Sends a delivery of the log again, as after a failure recovery: with the same ids. */
	redeliver(delivery: Delivery): Delivery {
		const again = new Delivery(delivery.endpoint, delivery.event, delivery.id);
		this.start(again);
		return again;
	}

	/**
	 * What an admin does to enable a deactivated endpoint.
	 *
	 * @throws Refusal when the receiver does not answer the verification ping with 2xx
	 */
	async enable(endpoint: Endpoint): Promise<void> {
		const event = { ...makeEvent('webhook.ping', this.sources), data: {} };
		const ping = new Delivery(endpoint, event, `whd_${randomBytes(12).toString('hex')}`);
		const { status } = await attempt(ping, this.sources.clock, this.answerLimitMs);
		if (classify(status) !== 'delivered') {
			const answer = status === 0 ? 'nothing' : String(status);
			throw new Refusal(409, 'webhook.ping_failed', `The endpoint answered ${answer} to the ping`);
		}
		endpoint.active = true;
		endpoint.failuresInARow = 0;
	}

	/** @returns how many deliveries of the log are in each state */
	counts(): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { state } of this.deliveries) counts[state] = (counts[state] ?? 0) + 1;
		return counts;
	}

	/** Deliveries that are due and wait for their turn. */
	get queued(): number {
		return this.waiting.length;
	}

	/** Settles when no delivery is in progress. */
	async idle(): Promise<void> {
		if (this.unsettled.size === 0) return;
		await new Promise<void>((resolve) => this.settledListeners.push(resolve));
	}

	/** Ends all waits; deliveries that are on their way stay pending. */
	close(): void {
		this.timers.close();
		this.waiting.length = 0;
	}

	private start(delivery: Delivery): void {
		this.deliveries.push(delivery);
		this.unsettled.add(delivery);
		this.waiting.push(delivery);
		this.timers.soon(() => this.work());
	}

	/** Takes deliveries that are due, as many as may be sent at once. */
	private work(): void {
		while (this.running < MAX_CONCURRENT) {
			const place = this.shuffle ? Math.floor(this.random() * this.waiting.length) : 0;
			const [delivery] = this.waiting.splice(place, 1);
			if (!delivery) return;
			this.running++;
			void this.send(delivery).finally(() => {
				this.running--;
				this.work();
			});
		}
	}

	private async send(delivery: Delivery): Promise<void> {
		const { endpoint } = delivery;
		if (!endpoint.active) return this.settle(delivery, 'dropped');

		const done = await attempt(delivery, this.sources.clock, this.answerLimitMs);
		delivery.attempts.push(done);
		const verdict = classify(done.status);
		if (verdict === 'retry') return this.retryLater(delivery);
		if (verdict === 'delivered') endpoint.succeeded();
		else endpoint.failedPermanently();
		this.settle(delivery, verdict);
	}

	private retryLater(delivery: Delivery): void {
		const wait = SCHEDULE_MS[delivery.attempts.length];
		if (wait === undefined) return this.settle(delivery, 'exhausted');
		this.timers.after(wait * this.timeScale, () => {
			this.waiting.push(delivery);
			this.work();
		});
	}

	private settle(delivery: Delivery, state: Delivery['state']): void {
		delivery.state = state;
		this.unsettled.delete(delivery);
		if (this.unsettled.size > 0) return;
		for (const listener of this.settledListeners.splice(0)) listener();
	}
}
