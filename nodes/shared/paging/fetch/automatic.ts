import type { Ticket, Throttle } from './types';
import { createThrottle } from './window';

/** Requests that may be pending at the start, and at most. */
const FIRST = 2;
const MOST = 16;

/** A round that took at most this many times the best one was answered well. */
const FAST = 1.25;
/** A round that took longer than this many times the best one shows that requests have to queue. */
const SLOW = 1.75;
/** Smaller differences say nothing, in milliseconds. */
const NOISE_MS = 10;

/**
 * Finds out how many requests a server answers as fast as a few. The window doubles after a window
 * of such answers, until the first sign of strain, and grows by one after that. Where answers take
 * longer, requests wait for each other in the server, and the window shrinks to those that do not.
 * Refusals and errors shrink it as they do with a number of the user.
 *
 * @param now milliseconds since any fixed time; `undefined` where there is no clock, so that only
 *   refusals and errors count
 */
export function createAutomaticThrottle(now: () => number | undefined): Throttle {
	const refusals = createThrottle(MOST);
	let speed = FIRST;
	let isDoubling = true;
	let best = Infinity;
	let round: number[] = [];
	/** Answers before the window shrank: what was sent before tells nothing about the new one. */
	let since = 0;
	const windowNow = () => Math.min(speed, refusals.window);

	const shrink = (window: number) => {
		isDoubling = false;
		speed = window;
		round = [];
		since = refusals.ticket().answers;
	};
	const endRound = (window: number, took: number) => {
		round = [];
		// So few requests are not what makes a server slower: its later pages may be.
		best = window <= FIRST ? took : Math.min(best, took);
		if (took <= best * FAST + NOISE_MS) {
			speed = Math.min(MOST, isDoubling ? window * 2 : window + 1);
		} else if (took > best * SLOW + NOISE_MS) {
			shrink(Math.max(FIRST, Math.floor((window * best) / took)));
		} else {
			isDoubling = false;
		}
	};

	return {
		get window() {
			return windowNow();
		},
		ticket: () => ({ ...refusals.ticket(), ...sentAt(now()) }),
		refused: (ticket, pending) => {
			refusals.refused(ticket, pending);
			shrink(Math.min(speed, refusals.window));
		},
		answered: (ticket) => {
			const window = windowNow();
			refusals.answered(ticket);
			if (ticket.answers < since) return;
			round.push(latencyOf(ticket, now()));
			if (round.length >= window) endRound(window, medianOf(round));
		},
	};
}

function sentAt(time: number | undefined): Pick<Ticket, 'sentAt'> {
	return time === undefined ? {} : { sentAt: time };
}

function latencyOf({ sentAt }: Ticket, time: number | undefined): number {
	return sentAt === undefined || time === undefined ? 0 : Math.max(0, time - sentAt);
}

/** @returns the value in the middle, which a few slow answers do not change */
function medianOf(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
