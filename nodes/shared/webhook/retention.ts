/** Handled events by their keys, see `deliveryKey`: when each was handled, in hours since 1970. */
export type HandledEvents = Map<string, number>;

/** What decides how long a handled event stays stored. */
export interface Keeping {
	/** Milliseconds since 1970. */
	now: number;
	/**
	 * For how long copies of an event may come, in milliseconds; `undefined` where the sender signs no
	 * time, so that they may come at any time.
	 */
	resendMs?: number | undefined;
}

/** Events stored at most: about 24 kB. */
export const STORED_EVENTS = 2_000;

/**
 * Events that are stored for longer than their sender sends them again: about 1.2 kB. Someone may send
 * one again by hand, or a failed service may do so after its recovery.
 */
export const STORED_LONGER = 100;

/** How long these are stored. */
const LONGER_MS = 30 * 86_400_000;

const HOUR_MS = 3_600_000;

/** @returns hours since 1970 */
export function hourOf(time: number): number {
	return Math.floor(time / HOUR_MS);
}

/** @returns the events that stay stored, oldest first */
export function keepNewest(
	events: HandledEvents,
	{ now, resendMs = Infinity }: Keeping,
): HandledEvents {
	const [first, oldest] = [hourOf(now - resendMs), hourOf(now - LONGER_MS)];
	const newest = [...events].sort(([, a], [, b]) => a - b).slice(-STORED_EVENTS);
	const firstOfLonger = newest.length - STORED_LONGER;
	return new Map(
		newest.filter(([, hour], index) => hour >= first || (index >= firstOfLonger && hour >= oldest)),
	);
}
