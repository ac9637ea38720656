import { forgetOldest } from './forgetOldest';

/**
 * State of the answer to a delivery: `open` while the delivery is in progress, `done` once a 2xx was
 * sent, `failed` once it ended in any other way.
 */
export type ResponseState = 'open' | 'done' | 'failed';

/** `new`: run it. `busy`: the same event is in progress. `duplicate`: it was handled before. */
export type ClaimVerdict = 'new' | 'busy' | 'duplicate';

/** Where the ids of handled events outlive the process, oldest first. One per scope. */
export interface SeenStore {
	load(): readonly string[];
	/** Receives a new array each time, never the loaded one with changes in it. */
	save(ids: string[]): void;
}

/** A delivery whose event is to run. */
export interface ClaimRequest {
	/** Workflow and node; events of different scopes are independent of each other. */
	scopeKey: string;
	/** See `deliveryKey`. */
	eventKey: string;
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

interface Claim {
	state: ResponseState;
	/** Milliseconds since 1970. */
	claimedAt: number;
	persisted: boolean;
}

/** Ids stored per scope at most: about 60 kB, and days of events for most organizations. */
export const STORED_IDS = 2_000;

/** Finished claims remembered per scope at most; fewer than stored, so none is stored twice. */
export const REMEMBERED_CLAIMS = 1_000;

/** Scopes remembered at most that have no delivery in progress. */
export const REMEMBERED_SCOPES = 5_000;

/** A claim is given up after this time: its delivery will not be answered. */
export const OPEN_LIMIT_MS = 24 * 60 * 60 * 1_000;

/**
 * Makes sure that an event that is delivered several times runs once (third-party-risk, Events: Delivery
 * rules 1 and 4).
 *
 * The memory of this process comes first: it knows what is in progress and what failed. The stored
 * ids decide about events that are not in memory, after a restart for instance. A claim is checked
 * and made without a pause in between, so of copies that arrive together one runs.
 */
export class DeliveryLedger {
	/** Scopes, least recently used first; in each its claims, oldest first. */
	private readonly scopes = new Map<string, Map<string, Claim>>();
	private readonly open = new Map<Claim, () => ResponseState>();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number = () => Date.now()) {}

	/**
	 * Asks for the right to run an event. After `new` the event is claimed until the state reader
	 * reports how the delivery ended: there is nothing to release.
	 *
	 * @throws only what the reader or the store throws; the event is not claimed then
	 */
	claim(request: ClaimRequest): ClaimVerdict {
		this.settle();
		const claims = this.useScope(request.scopeKey);
		const stored = request.store.load();
		const seen = handledIds(stored, claims);

		const verdict = verdictFor(claims.get(request.eventKey), seen.has(request.eventKey));
		if (verdict === 'new' && request.persistNow) seen.add(request.eventKey);

		const ids = [...seen].slice(-STORED_IDS);
		if (!sameIds(ids, stored)) request.store.save(ids);
		if (verdict === 'new') this.take(claims, request);

		// Last, because what is forgotten here has just been stored.
		forgetOldest(claims, REMEMBERED_CLAIMS, isSettled);
		return verdict;
	}

	/**
	 * Records how deliveries ended and releases their state readers, with everything those refer to.
	 * Every claim does this first; call it also when an answer was sent, to free the memory of a large
	 * body before the next delivery arrives.
	 */
	settle(): void {
		for (const [claim, readState] of this.open) {
			const givenUp = this.now() - claim.claimedAt >= OPEN_LIMIT_MS;
			claim.state = givenUp ? 'failed' : readState();
			if (isSettled(claim)) this.open.delete(claim);
		}
	}

	private take(claims: Map<string, Claim>, request: ClaimRequest): void {
		const claim: Claim = {
			state: 'open',
			claimedAt: this.now(),
			persisted: request.persistNow,
		};
		// Removed first: a key that is set again keeps its old place in a Map.
		claims.delete(request.eventKey);
		claims.set(request.eventKey, claim);
		this.open.set(claim, request.readState);
	}

	private useScope(scopeKey: string): Map<string, Claim> {
		const claims = this.scopes.get(scopeKey) ?? new Map<string, Claim>();
		this.scopes.delete(scopeKey);
		forgetOldest(this.scopes, REMEMBERED_SCOPES - 1, (scope) =>
			[...scope.values()].every(isSettled),
		);
		this.scopes.set(scopeKey, claims);
		return claims;
	}
}

function verdictFor(known: Claim | undefined, handled: boolean): ClaimVerdict {
	if (known?.state === 'open') return 'busy';
	return handled ? 'duplicate' : 'new';
}

/**
 * The stored ids, corrected by what this process knows. Deliveries that overlap overwrite each
 * other's list, so handled events may be missing from it; and it may contain an event that was stored
 * at once and then failed.
 */
function handledIds(stored: readonly string[], claims: Map<string, Claim>): Set<string> {
	const ids = new Set(stored);
	for (const [eventKey, claim] of claims) {
		if (claim.state === 'done') ids.add(eventKey);
		if (claim.state === 'failed' && claim.persisted) ids.delete(eventKey);
	}
	return ids;
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((id, index) => id === right[index]);
}

function isSettled(claim: Claim): boolean {
	return claim.state !== 'open';
}
