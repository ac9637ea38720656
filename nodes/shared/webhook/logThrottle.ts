import { forgetOldest } from './ledger';

/** Messages with the same key are logged once in this time. */
export const QUIET_MS = 60_000;

/** Keys remembered at most; far more than one busy n8n has triggers and reasons. */
const REMEMBERED_KEYS = 1_000;

interface Entry {
	/** Milliseconds since 1970. */
	loggedAt: number;
	/** Messages left out since then. */
	unlogged: number;
}

/** Keeps a client that sends thousands of forged requests from filling the log. */
export class LogThrottle {
	private readonly entries = new Map<string, Entry>();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number = () => Date.now()) {}

	/**
	 * Decides whether a message may be logged now, and counts it.
	 *
	 * @param key messages that repeat each other have the same key
	 * @returns how many of them were left out since the last one was logged; `undefined` when this
	 *   one is to be left out too
	 */
	take(key: string): number | undefined {
		const entry = this.entries.get(key);
		const age = entry ? this.now() - entry.loggedAt : Infinity;
		// A clock that was set back must not silence the log for longer.
		if (entry && age >= 0 && age < QUIET_MS) {
			entry.unlogged++;
			return undefined;
		}
		this.entries.delete(key);
		this.entries.set(key, { loggedAt: this.now(), unlogged: 0 });
		forgetOldest(this.entries, REMEMBERED_KEYS);
		return entry?.unlogged ?? 0;
	}
}
