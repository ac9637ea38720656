import type { Clock, PageResponse } from '../types';

/** How a request went. */
export type FetchResult =
	{ kind: 'response'; response: PageResponse } | { kind: 'failed'; error: unknown };

/** What was known when a request was sent. */
export interface Ticket {
	/** Number of bursts of refusals before it. */
	epoch: number;
	/** Requests answered before it. */
	answers: number;
	/** When it was sent, in milliseconds; 0 where there is no clock. */
	sentAt: number;
}

/** How many requests may be pending at once, learned from how the server answers. */
export interface Throttle {
	/** Requests that may be pending now. */
	readonly window: number;
	/** @returns what to keep with a request that is sent, for when it is refused */
	ticket(): Ticket;
	/**
	 * A request was refused, or failed beside others.
	 *
	 * @param ticket what was kept with it
	 * @param pending requests that were pending, including the refused one
	 */
	refused(ticket: Ticket, pending: number): void;
	/**
	 * A request was answered.
	 *
	 * @param ticket what was kept with it
	 */
	answered(ticket: Ticket): void;
}

/** @returns how many requests may be pending with a prefetch of the user */
export function throttleFor(prefetch: number | 'automatic', clock: Clock | undefined): Throttle {
	if (prefetch !== 'automatic') return createThrottle(prefetch);
	return createAutomaticThrottle(() => clock?.now?.() ?? 0);
}

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
 * @param now milliseconds since any fixed time, for the tickets
 */
export function createThrottle(most: number, now = () => 0): Throttle {
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
		ticket: () => ({ epoch, answers, sentAt: now() }),
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
 * @param now milliseconds since any fixed time; always the same where there is no clock, so that only
 *   refusals and errors count
 */
export function createAutomaticThrottle(now: () => number): Throttle {
	const refusals = createThrottle(MOST, now);
	let speed = FIRST;
	let isDoubling = true;
	let best = Infinity;
	let round: number[] = [];
	/** Answers before the window changed: what was sent before tells nothing about the new one. */
	let since = 0;
	const windowNow = () => Math.min(speed, refusals.window);

	const resize = (window: number) => {
		speed = Math.min(window, MOST);
		round = [];
		since = refusals.ticket().answers;
	};
	const endRound = (window: number, took: number) => {
		// So few requests are not what makes a server slower: its later pages may be.
		best = window <= FIRST ? took : Math.min(best, took);
		const isFast = took <= best * FAST + NOISE_MS;
		if (isFast) return resize(isDoubling ? window * 2 : window + 1);
		isDoubling = false;
		const isSlow = took > best * SLOW + NOISE_MS;
		resize(isSlow ? Math.max(FIRST, Math.floor((window * best) / took)) : window);
	};

	return {
		get window() {
			return windowNow();
		},
		ticket: refusals.ticket,
		refused: (ticket, pending) => {
			refusals.refused(ticket, pending);
			isDoubling = false;
			resize(windowNow());
		},
		answered: (ticket) => {
			const window = windowNow();
			refusals.answered(ticket);
			if (ticket.answers < since) return;
			round.push(Math.max(0, now() - ticket.sentAt));
			if (round.length >= window) endRound(window, medianOf(round));
		},
	};
}

/** @returns the value in the middle, which a few slow answers do not change */
function medianOf(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @returns whether a server that has too much to do may answer like this, or not at all */
export function isOverload(result: FetchResult): boolean {
	if (result.kind === 'failed') return true;
	const { status, headers } = result.response;
	// Some APIs refuse what is too much with 403.
	const isAwaited = Object.keys(headers).some((name) => /^retry-after$/i.test(name));
	return status >= 500 || status === 429 || status === 408 || (status === 403 && isAwaited);
}
