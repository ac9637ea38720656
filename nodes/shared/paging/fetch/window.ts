import type { Throttle } from './types';

/** Windows of answers before a size that was refused is tried again; every trial costs a wait. */
const FIRST_TRIAL_AFTER = 16;
const LAST_TRIAL_AFTER = 64;

/**
 * Halves the window when the server refuses, and lets it grow by one again after a window of
 * answers. A size that was refused is tried again late, and later each time.
 *
 * Requests that were pending together are refused together; such a burst halves the window once,
 * and shrinks it further only to the number that the server did accept.
 *
 * @param most largest window, and the first one
 */
export function createThrottle(most: number): Throttle {
	let window = most;
	let epoch = 0;
	let answers = 0;
	let successes = 0;
	let tooMany = Infinity;
	let trialAfter = FIRST_TRIAL_AFTER / 2;
	let burst = { pending: most, half: most, refusals: 0, beside: 0 };

	return {
		get window() {
			return window;
		},
		ticket: () => ({ epoch, answers }),
		refused: (ticket, pending) => {
			if (ticket.epoch === epoch) {
				epoch++;
				burst = { pending, half: Math.floor(window / 2), refusals: 0, beside: 0 };
				trialAfter = Math.min(trialAfter * 2, LAST_TRIAL_AFTER);
			}
			burst.refusals++;
			successes = 0;
			// What is still pending may be accepted; what was answered beside this request was.
			burst.beside = Math.max(burst.beside, answers - ticket.answers);
			const accepted = Math.max(burst.pending - burst.refusals, burst.beside);
			tooMany = Math.max(2, accepted + 1);
			window = Math.max(1, Math.min(burst.half, accepted));
		},
		answered: () => {
			answers++;
			if (window >= most) return;
			successes++;
			const isTrial = window + 1 >= tooMany;
			if (successes < (isTrial ? window * trialAfter : window)) return;
			successes = 0;
			window++;
			if (isTrial) tooMany = Infinity;
		},
	};
}
