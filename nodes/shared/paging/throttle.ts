/** Successes per place in the window before it is tried again at a size that was refused. */
const FIRST_PATIENCE = 8;
const MOST_PATIENCE = 64;

/** How many requests may be out at once, learned from what the server refuses. */
export interface Throttle {
	/** Requests that may be out now. */
	readonly window: number;
	/** To be kept with a request when it leaves. */
	readonly epoch: number;
	/**
	 * A request was refused.
	 *
	 * @param epoch what was kept with it
	 * @param out requests that were out, the refused one included
	 * @returns the epoch to keep with it from now on
	 */
	refused(epoch: number, out: number): number;
	/** A request was answered. */
	succeeded(): void;
}

/**
 * Halves the window when the server refuses, and lets it grow by one again after a window of
 * answers. Sizes known to be too big are tried again late, and later each time: every trial costs a
 * wait.
 *
 * Requests that were out together are refused together; such a burst halves the window once, and
 * shrinks it further only to the number that was not refused.
 *
 * @param most largest window, and the first one
 */
export function createThrottle(most: number): Throttle {
	let window = most;
	let epoch = 0;
	let successes = 0;
	let tooMany = Infinity;
	let patience = FIRST_PATIENCE / 2;
	let burst = { out: most, half: most, refusals: 0 };

	return {
		get window() {
			return window;
		},
		get epoch() {
			return epoch;
		},
		refused: (requestEpoch, out) => {
			if (requestEpoch === epoch) {
				epoch++;
				burst = { out, half: Math.floor(window / 2), refusals: 0 };
				patience = Math.min(patience * 2, MOST_PATIENCE);
			}
			burst.refusals++;
			successes = 0;
			const accepted = burst.out - burst.refusals;
			tooMany = Math.max(2, accepted + 1);
			window = Math.max(1, Math.min(burst.half, accepted));
			return epoch;
		},
		succeeded: () => {
			if (window >= most) return;
			successes++;
			const isTrial = window + 1 >= tooMany;
			if (successes < (isTrial ? window * patience : window)) return;
			successes = 0;
			window++;
			if (isTrial) tooMany = window + 1;
		},
	};
}
