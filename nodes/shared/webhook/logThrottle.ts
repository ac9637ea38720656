import { forgetOldest } from './bounds';

/** The same thing is logged once in this time. */
export const QUIET_MS = 60_000;

/** So many things are remembered; far more than one busy n8n has triggers and reasons. */
const REMEMBERED = 1_000;

interface Entry {
	/** Milliseconds since 1970. */
	loggedAt: number;
	/** Times that it came again since then. */
	unlogged: number;
}

/** Keeps somebody who sends thousands of forged requests from filling the log. */
export class LogThrottle {
	private readonly entries = new Map<string, Entry>();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number = () => Date.now()) {}

	/**
	 * Asks whether something may be logged now.
	 *
	 * @param key what is alike has the same key
	 * @returns how often it was kept out of the log since it was last in it; `undefined` when it is
	 *   to be kept out now
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
		forgetOldest(this.entries, REMEMBERED, () => true);
		return entry?.unlogged ?? 0;
	}
}
