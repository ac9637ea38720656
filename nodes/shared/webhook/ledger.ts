import { forgetOldest, Recent } from '../basics/values';

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

/** Where the ids of handled events outlive the process, oldest first. One per scope. */
export interface SeenStore {
	load(): readonly string[];
	/** Receives a new array each time, never the loaded one with changes in it. */
	save(ids: string[]): void;
}

/** An event of a workflow and node. */
interface EventName {
	/** Workflow and node; events of different scopes are independent of each other. */
	scopeKey: string;
	/** See `deliveryKey`. */
	eventKey: string;
}

/** A delivery whose event is to run. */
interface ClaimRequest extends EventName {
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

/** A claim in progress. */
interface OpenClaim extends EventName {
	readState: () => ResponseState;
	/** Milliseconds since 1970. */
	claimedAt: number;
	persisted: boolean;
}

/** How a claim ended. */
interface Ending {
	isDone: boolean;
	persisted: boolean;
}

/** Ids stored per scope at most: about 24 kB, and days of events for most organizations. */
export const STORED_IDS = 2_000;

/** Endings per scope that correct its store at most; fewer than stored, so none is stored twice. */
export const REMEMBERED_CLAIMS = 1_000;

/** Scopes at most whose stores are corrected. */
export const REMEMBERED_SCOPES = 5_000;

/** Handled events of all scopes remembered at most: about 15 MB. */
export const REMEMBERED_EVENTS = 100_000;

/** Claims in progress at most; each keeps the body of its request in memory. */
export const OPEN_CLAIMS = 10_000;

/** A claim is given up after this time: its delivery will not be answered. */
export const OPEN_LIMIT_MS = 24 * 60 * 60 * 1_000;

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
	private readonly open = new Map<string, OpenClaim>();
	/** Scopes, least recently used first; in each how claims ended, oldest first. */
	private readonly scopes = new Recent<Map<string, Ending>>(REMEMBERED_SCOPES);
	/** Handled events, those that were delivered longest ago first. */
	private readonly handled = new Recent<true>(REMEMBERED_EVENTS);

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number = () => Date.now()) {}

	/**
	 * Asks for the right to run an event. After `new` the event is claimed until the state reader
	 * reports how the delivery ended: there is nothing to release.
	 *
	 * @throws only what the reader or the store throws; the event is not claimed then
	 */
	claim(request: ClaimRequest): ClaimVerdict {
		const key = keyOf(request);
		for (const [openKey, open] of this.open) this.endIfAnswered(openKey, open);
		const endings = this.useScope(request.scopeKey);
		const stored = request.store.load();
		const seen = handledIds(stored, endings);

		const verdict = this.verdictFor(key, seen.has(request.eventKey));
		if (verdict === 'new' && request.persistNow) seen.add(request.eventKey);

		const ids = [...seen].slice(-STORED_IDS);
		if (!sameIds(ids, stored)) request.store.save(ids);
		if (verdict === 'new') this.take(key, request);
		// A copy of it may be replayed for as long as its own timestamp is within the tolerance.
		if (verdict === 'duplicate') this.handled.set(key, true);

		// Last, because what is forgotten here has just been stored.
		forgetOldest(endings, REMEMBERED_CLAIMS);
		return verdict;
	}

	/**
	 * Records how a delivery ended and releases its state reader, with everything that refers to. Each
	 * delivery does this for all others; call it when an answer was sent, to free the memory of a large
	 * body before the next delivery arrives.
	 */
	settle(event: EventName): void {
		const key = keyOf(event);
		const claim = this.open.get(key);
		if (claim) this.endIfAnswered(key, claim);
	}

	private endIfAnswered(key: string, claim: OpenClaim): void {
		const isGivenUp = this.now() - claim.claimedAt >= OPEN_LIMIT_MS;
		const state = isGivenUp ? 'failed' : claim.readState();
		if (state === 'open') return;
		this.open.delete(key);
		const ending = { isDone: state === 'done', persisted: claim.persisted };
		this.useScope(claim.scopeKey).set(claim.eventKey, ending);
		if (state === 'done') this.handled.set(key, true);
	}

	/**
	 * Reads which events of a scope need not run again, for one who stores them apart from a claim.
	 *
	 * @param stored the ids that were stored before
	 * @returns ids, oldest first; also those in progress that may be stored at once
	 */
	handledIn(scopeKey: string, stored: readonly string[]): string[] {
		const seen = handledIds(stored, this.scopes.get(scopeKey) ?? new Map<string, Ending>());
		for (const claim of this.open.values()) {
			if (claim.persisted && claim.scopeKey === scopeKey) seen.add(claim.eventKey);
		}
		return [...seen].slice(-STORED_IDS);
	}

	private verdictFor(key: string, isStored: boolean): ClaimVerdict {
		if (this.open.has(key)) return 'busy';
		if (isStored || this.handled.has(key)) return 'duplicate';
		return this.open.size < OPEN_CLAIMS ? 'new' : 'full';
	}

	private take(key: string, { scopeKey, eventKey, readState, persistNow }: ClaimRequest): void {
		// How it ended before says nothing about this run.
		this.useScope(scopeKey).delete(eventKey);
		const claimedAt = this.now();
		this.open.set(key, { scopeKey, eventKey, readState, claimedAt, persisted: persistNow });
	}

	private useScope(scopeKey: string): Map<string, Ending> {
		const endings = this.scopes.get(scopeKey) ?? new Map<string, Ending>();
		this.scopes.set(scopeKey, endings);
		return endings;
	}
}

function keyOf({ scopeKey, eventKey }: EventName): string {
	return JSON.stringify([scopeKey, eventKey]);
}

/**
 * The stored ids, corrected by what this process knows. Deliveries that overlap overwrite each
 * other's list, so handled events may be missing from it; and it may contain an event that was stored
 * at once and then failed.
 */
function handledIds(stored: readonly string[], endings: Map<string, Ending>): Set<string> {
	const ids = new Set(stored);
	for (const [eventKey, { isDone, persisted }] of endings) {
		if (isDone) ids.add(eventKey);
		else if (persisted) ids.delete(eventKey);
	}
	return ids;
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((id, index) => id === right[index]);
}
