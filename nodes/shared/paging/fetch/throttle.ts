import type { PageResponse } from '../types';

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

/** Windows of answers before a size that was refused is tried again; every trial costs a wait. */
const FIRST_TRIAL_AFTER = 16;
const LAST_TRIAL_AFTER = 64;

/** Requests that may be pending at the start, and at most, where no number is set. */
const FIRST = 2;
const MOST = 16;

/** A round that took at most this many times the best one was answered well. */
const FAST = 1.25;
/** A round that took longer than this many times the best one shows that requests have to queue. */
const SLOW = 1.75;
/** Smaller differences say nothing, in milliseconds. */
const NOISE_MS = 10;

/** How many requests may be pending at once, learned from how the server answers. */
export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Halves the window when the server refuses, and lets it grow by one again after a window of
 * answers. A size that was refused is tried again late, and later each time.
 *
 * Requests that were pending together are refused together; such a burst halves the window once,
 * and shrinks it further only to the number that the server did accept.
 *
 * Without a number of the user, it also finds out how many requests a server answers as fast as a
 * few. The window doubles after a window of such answers, until the first sign of strain, and grows
 * by one after that. Where answers take longer, requests wait for each other in the server, and the
 * window shrinks to those that do not.
 *
 * @param prefetch largest window, and the first one
 * @param now milliseconds since any fixed time; always the same where there is no clock, so that only
 *   refusals and errors count
 */
export function createThrottle(prefetch: number | 'automatic', now: () => number) {
	const isAutomatic = prefetch === 'automatic';
	const most = isAutomatic ? MOST : prefetch;
	let accepted = most;
	let epoch = 0;
	let answers = 0;
	let successes = 0;
	let tooMany = Infinity;
	let trialAfter = FIRST_TRIAL_AFTER / 2;
	let burst = { pending: most, half: most, refusals: 0, beside: 0 };
	let fast = isAutomatic ? FIRST : most;
	let isDoubling = true;
	let best = Infinity;
	let round: number[] = [];
	/** Answers before the window changed: what was sent before tells nothing about the new one. */
	let since = 0;
	const windowNow = () => Math.min(fast, accepted);

	const grow = () => {
		if (accepted >= most) return;
		successes++;
		const isTrial = accepted + 1 >= tooMany;
		if (successes < (isTrial ? accepted * trialAfter : accepted)) return;
		successes = 0;
		accepted++;
		if (isTrial) tooMany = Infinity;
	};
	const resize = (window: number) => {
		fast = Math.min(window, MOST);
		round = [];
		since = answers;
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
		/** Requests that may be pending now. */
		get window() {
			return windowNow();
		},
		/** @returns what to keep with a request that is sent, for when it is answered or refused */
		ticket: (): Ticket => ({ epoch, answers, sentAt: now() }),
		/**
		 * A request was refused, or failed beside others.
		 *
		 * @param ticket what was kept with it
		 * @param pending requests that were pending, including the refused one
		 */
		refused: (ticket: Ticket, pending: number) => {
			if (ticket.epoch === epoch) {
				epoch++;
				burst = { pending, half: Math.floor(accepted / 2), refusals: 0, beside: 0 };
				trialAfter = Math.min(trialAfter * 2, LAST_TRIAL_AFTER);
			}
			burst.refusals++;
			successes = 0;
			// What is still pending may be accepted; what was answered beside this request was.
			burst.beside = Math.max(burst.beside, answers - ticket.answers);
			const taken = Math.max(burst.pending - burst.refusals, burst.beside);
			tooMany = Math.max(2, taken + 1);
			accepted = Math.max(1, Math.min(burst.half, taken));
			isDoubling = false;
			if (isAutomatic) resize(windowNow());
		},
		/**
		 * A request was answered.
		 *
		 * @param ticket what was kept with it
		 */
		answered: (ticket: Ticket) => {
			const window = windowNow();
			answers++;
			grow();
			if (!isAutomatic || ticket.answers < since) return;
			round.push(Math.max(0, now() - ticket.sentAt));
			if (round.length < window) return;
			// The value in the middle, which a few slow answers do not change.
			round.sort((a, b) => a - b);
			endRound(window, round[Math.floor(round.length / 2)] ?? 0);
		},
	};
}

/** @returns whether a server that has too much to do may answer like this, or not at all */
export function isOverload(result: FetchResult): boolean {
	if (result.kind === 'failed') return true;
	const { status, headers } = result.response;
	// Some APIs refuse what is too much with 403.
	const isAwaited = Object.keys(headers).some((name) => /^retry-after$/i.test(name));
	return status >= 500 || status === 429 || status === 408 || (status === 403 && isAwaited);
}
