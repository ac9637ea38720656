import { Recent } from '../basics/recent';
import { type HandledEvents, hourOf, type Keeping, keepNewest } from './retention';

/**
 * State of the answer to a delivery: `open` while the delivery is in progress, `done` once a 2xx was
 * sent, `failed` once it ended in any other way.
 */
export type ResponseState = 'open' | 'done' | 'failed';

/**
 * `new`: run it. `busy`: the same event is in progress. `duplicate`: it was handled before. `full`:
 * too many others are in progress.
 */
export type ClaimVerdict = 'new' | 'busy' | 'duplicate' | 'full';

/** Where handled events outlive the process. One per scope. */
export interface SeenStore {
	load(): HandledEvents;
	/** Receives a new map each time, oldest first, never the loaded one with changes in it. */
	save(events: HandledEvents): void;
}

/** An event of a workflow and node. */
interface EventName {
	/** Workflow and node; events of different scopes are independent of each other. */
	scopeKey: string;
	/** See {@link deliveryKey}. */
	eventKey: string;
}

/** A delivery whose event is to run. */
interface ClaimRequest extends EventName, Keeping {
	/** Reads the state of this delivery's answer; called until that is no longer `open`. */
	readState: () => ResponseState;
	store: SeenStore;
	/**
	 * Whether accepting the event is as good as having handled it, so that its id may be stored at
	 * once. The store must then keep it only if the run was really started. With `false` the id is
	 * stored with a later delivery, when this one is done.
	 */
	persistNow: boolean;
}

/** How a claim ended. */
interface ClaimEnding {
	isDone: boolean;
	persisted: boolean;
	/** When the claim was made, in milliseconds since 1970. */
	at: number;
}

/** Endings per scope that correct its store at most. */
export const REMEMBERED_CLAIMS = 1_000;

/** Scopes at most whose stores are corrected. */
export const REMEMBERED_SCOPES = 5_000;

/** Handled events of all scopes remembered at most: about 15 MB. */
export const REMEMBERED_EVENTS = 100_000;

/** Claims in progress at most; each keeps the body of its request in memory. */
export const OPEN_CLAIMS = 10_000;

/**
 * Makes sure that an event that is delivered several times runs once (third-party-risk, Events: Delivery
 * rules 1 and 4).
 *
 * The memory of this process comes first: it knows what is in progress and what was handled. The
 * stored ids decide about events that are not in memory, after a restart for instance. A claim is
 * checked and made without a pause in between, so of copies that arrive together one runs.
 */
export class DeliveryLedger {
	/** Claims in progress. */
	private readonly open = new Map<string, ClaimRequest>();
	/** Scopes, least recently used first; in each how claims ended, oldest first. */
	private readonly scopes = new Recent<Map<string, ClaimEnding>>(REMEMBERED_SCOPES);
	/** Handled events, those that were delivered longest ago first. */
	private readonly handled = new Recent<true>(REMEMBERED_EVENTS);

	/**
	 * Asks for the right to run an event. After `new` the event is claimed until the state reader
	 * reports how the delivery ended: there is nothing to release.
	 *
	 * @throws only what the reader or the store throws; the event is not claimed then
	 */
	claim(request: ClaimRequest): ClaimVerdict {
		const { scopeKey, eventKey, store, persistNow, now } = request;
		const key = claimKey(request);
		for (const [openKey, open] of this.open) this.endIfAnswered(openKey, open);
		const endings = this.endingsOf(scopeKey);
		const stored = store.load();
		const seen = correct(stored, endings);
		const verdict = this.verdictFor(key, seen.has(eventKey));
		if (verdict === 'new' && persistNow) seen.set(eventKey, hourOf(now));

		const kept = keepNewest(seen, request);
		if (!haveSameKeys(kept, stored)) store.save(kept);
		if (verdict === 'new') {
			// How it ended before says nothing about this run.
			endings.delete(eventKey);
			this.open.set(key, request);
		}
		// A copy of it may be replayed for as long as its own timestamp is within the tolerance.
		if (verdict === 'duplicate') this.handled.set(key, true);
		return verdict;
	}

	/**
	 * Records how a delivery ended and releases its state reader, with everything that refers to. Each
	 * delivery does this for all others; call it when an answer was sent, to free the memory of a large
	 * body before the next delivery arrives.
	 */
	settle(event: EventName): void {
		const key = claimKey(event);
		const claim = this.open.get(key);
		if (claim) this.endIfAnswered(key, claim);
	}

	/** Forgets a claim whose delivery was answered, and remembers how it ended. */
	private endIfAnswered(
		key: string,
		{ scopeKey, eventKey, readState, persistNow, now }: ClaimRequest,
	): void {
		const state = readState();
		if (state === 'open') return;
		this.open.delete(key);
		const isDone = state === 'done';
		this.endingsOf(scopeKey).set(eventKey, { isDone, persisted: persistNow, at: now });
		if (isDone) this.handled.set(key, true);
	}

	/** @returns whether this process has claimed an event: on a worker of a queue, another one has */
	hasClaimed(event: EventName): boolean {
		return this.open.has(claimKey(event)) || this.endingsOf(event.scopeKey).has(event.eventKey);
	}

	/**
	 * Reads which events of a scope need not run again, for one who stores them apart from a claim.
	 *
	 * @param stored what was stored before
	 * @returns the handled events; also those in progress that may be stored at once
	 */
	handledIn(scopeKey: string, stored: HandledEvents): HandledEvents {
		const seen = correct(stored, this.endingsOf(scopeKey));
		for (const claim of this.open.values())
			if (claim.persistNow && claim.scopeKey === scopeKey && !seen.has(claim.eventKey))
				seen.set(claim.eventKey, hourOf(claim.now));
		return seen;
	}

	private verdictFor(key: string, isStored: boolean): ClaimVerdict {
		if (this.open.has(key)) return 'busy';
		if (isStored || this.handled.has(key)) return 'duplicate';
		return this.open.size < OPEN_CLAIMS ? 'new' : 'full';
	}

	private endingsOf(scopeKey: string): Map<string, ClaimEnding> {
		const endings = this.scopes.get(scopeKey) ?? new Recent<ClaimEnding>(REMEMBERED_CLAIMS);
		this.scopes.set(scopeKey, endings);
		return endings;
	}
}

/** @returns a text that no other event of any scope has */
function claimKey({ scopeKey, eventKey }: EventName): string {
	return JSON.stringify([scopeKey, eventKey]);
}

/**
 * The stored events, corrected by what this process knows. Deliveries that overlap overwrite each
 * other's list, so handled events may be missing from it; and it may contain an event that was stored
 * at once and then failed.
 */
function correct(stored: HandledEvents, endings: Map<string, ClaimEnding>): HandledEvents {
	const events = new Map(stored);
	for (const [eventKey, { isDone, persisted, at }] of endings) {
		if (isDone && !events.has(eventKey)) events.set(eventKey, hourOf(at));
		else if (!isDone && persisted) events.delete(eventKey);
	}
	return events;
}

function haveSameKeys(a: HandledEvents, b: HandledEvents): boolean {
	const keys = [...b.keys()];
	return a.size === keys.length && [...a.keys()].every((key, index) => key === keys[index]);
}
