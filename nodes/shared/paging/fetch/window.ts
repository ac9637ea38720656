/** Windows of answers before a size that was refused is tried again; every trial costs a wait. */
const FIRST_PATIENCE = 16;
const MOST_PATIENCE = 64;

/** What was known when a request left. */
export interface Ticket {
	/** Which burst of refusals the request came after. */
	epoch: number;
	/** Requests answered until then. */
	answers: number;
}

/** How many requests may be out at once, learned from what the server refuses. */
export interface Throttle {
	/** Requests that may be out now. */
	readonly window: number;
	/** @returns what to keep with a request that leaves, for when it is refused */
	ticket(): Ticket;
	/**
	 * A request was refused.
	 *
	 * @param ticket what was kept with it
	 * @param out requests that were out, the refused one included
	 */
	refused(ticket: Ticket, out: number): void;
	/** A request was answered. */
	answered(): void;
}

/**
 * Halves the window when the server refuses, and lets it grow by one again after a window of
 * answers. A size that was refused is tried again late, and later each time.
 *
 * Requests that were out together are refused together; such a burst halves the window once, and
 * shrinks it further only to the number that the server did take.
 *
 * @param most largest window, and the first one
 */
export function createThrottle(most: number): Throttle {
	let window = most;
	let epoch = 0;
	let answers = 0;
	let successes = 0;
	let tooMany = Infinity;
	let patience = FIRST_PATIENCE / 2;
	let burst = { out: most, half: most, refusals: 0, beside: 0 };

	return {
		get window() {
			return window;
		},
		ticket: () => ({ epoch, answers }),
		refused: (ticket, out) => {
			if (ticket.epoch === epoch) {
				epoch++;
				burst = { out, half: Math.floor(window / 2), refusals: 0, beside: 0 };
				patience = Math.min(patience * 2, MOST_PATIENCE);
			}
			burst.refusals++;
			successes = 0;
			// What is still out may be taken; what was answered beside this request was.
			burst.beside = Math.max(burst.beside, answers - ticket.answers);
			const taken = Math.max(burst.out - burst.refusals, burst.beside);
			tooMany = Math.max(2, taken + 1);
			window = Math.max(1, Math.min(burst.half, taken));
		},
		answered: () => {
			answers++;
			if (window >= most) return;
			successes++;
			const isTrial = window + 1 >= tooMany;
			if (successes < (isTrial ? window * patience : window)) return;
			successes = 0;
			window++;
			if (isTrial) tooMany = Infinity;
		},
	};
}
