import type { Overload } from './overload';

/** What was known when a request was sent, to be kept until it is answered or refused. */
export interface SentMark {
	/** Number of bursts of refusals before it. */
	readonly burst: number;
	/** Requests answered before it. */
	readonly answers: number;
	/** When it was sent, in milliseconds; 0 where there is no clock. */
	readonly sentAt: number;
}

/** A refusal, and what else was going on. */
export interface Refusal {
	/** What was kept with the request. */
	mark: SentMark;
	/** Requests that were open, including the refused one. */
	open: number;
	cause: Overload;
	/** The wait that the server asked for, in milliseconds. */
	waitMs: number;
}

/** What is learned from refusals. */
interface Limit {
	/** Requests that may be open, as far as refusals show that. */
	accepted: number;
	/** The smallest number that was refused. */
	tooMany: number;
	/** Windows of answers before a number that was refused is tried again. */
	trialAfter: number;
}

/** Refusals of requests that were open together. */
interface Burst {
	/** What was known before it. */
	before: Limit;
	/** Requests that were open at the first refusal, and how many of them were refused. */
	open: number;
	refusals: number;
	/** Of any of them, the most requests that were answered while it was open. */
	beside: number;
	/** Requests that were sent after the burst before it, and answered. */
	answers: number;
	/** Whether nothing was answered since the burst before it. */
	isAgain: boolean;
	hasFailed: boolean;
}

/** Windows of answers before a size that was refused is tried again; every trial costs a wait. */
const FIRST_TRIAL_AFTER = 16;
const LAST_TRIAL_AFTER = 64;

/** Requests that may be open at the start, and at most, where no number is set. */
const FIRST_AUTOMATIC = 2;
const MOST_AUTOMATIC = 16;

/** A round that took at most this many times the best one was answered well. */
const FAST = 1.25;
/** A round that took longer than this many times the best one shows that requests have to queue. */
const SLOW = 1.75;
/** Smaller differences say nothing, in milliseconds. */
const NOISE_MS = 10;

/**
 * How many requests to a server may be open at once, learned from how it answers.
 *
 * Halves when the server refuses, and grows by one again after a window of answers. A size that was
 * refused is tried again late, and later each time: after so many windows of answers, and so many
 * times the wait that its refusal has cost.
 *
 * Requests that were open together are refused together; such a burst halves the window once, and
 * shrinks it further only to the number that the server did accept. It is no matter of how many were
 * open, but of time, where the server refuses all of them, or most of them after it has just
 * answered as many: a rate recovers during the wait, so that the window stays as it is.
 *
 * Without a number of the user, it also finds out how many requests a server answers as fast as a
 * few. The window doubles after a window of such answers, until the first sign of strain, and grows
 * by one after that. Where answers take longer, requests wait for each other in the server, and the
 * window shrinks to those that do not.
 */
export class AdaptiveWindow {
	private readonly most: number;
	private limit: Limit;
	/** Bursts of refusals so far, requests answered so far, and those answered since the last burst. */
	private bursts = 0;
	private answers = 0;
	private answersSince = 0;
	/** Answers since the window last changed. */
	private successes = 0;
	private burst: Burst | undefined;
	/** Until when a size that was refused is not tried again, in milliseconds. */
	private trialFrom = -Infinity;
	private readonly rounds: Rounds | undefined;

	/**
	 * @param most largest size, and the first one; `automatic` to find it out
	 * @param now milliseconds since any fixed time; absent where there is no clock, so that only refusals
	 *   and errors count
	 */
	constructor(
		most: number | 'automatic',
		private readonly now?: () => number,
	) {
		this.most = most === 'automatic' ? MOST_AUTOMATIC : most;
		this.limit = {
			accepted: this.most,
			tooMany: Infinity,
			trialAfter: FIRST_TRIAL_AFTER / 2,
		};
		this.rounds = most === 'automatic' ? new Rounds() : undefined;
	}

	/** Requests that may be open now. */
	get size(): number {
		return Math.min(this.rounds?.size ?? Infinity, this.limit.accepted);
	}

	/** @returns what to keep with a request that is sent */
	mark(): SentMark {
		return { burst: this.bursts, answers: this.answers, sentAt: this.now?.() ?? 0 };
	}

	/** A request was refused, or failed beside others. */
	refused({ mark, open, cause, waitMs }: Refusal): void {
		if (mark.burst === this.bursts) this.begin(open);
		const { burst } = this;
		if (!burst) return;
		burst.refusals++;
		burst.hasFailed ||= cause === 'failed';
		// What is still open may be accepted; what was answered beside this request was.
		burst.beside = Math.max(burst.beside, this.answers - mark.answers);
		this.successes = 0;
		this.judge(burst);
		const now = this.now?.() ?? -Infinity;
		this.trialFrom = Math.max(this.trialFrom, now + waitMs * this.limit.trialAfter);
		this.rounds?.strain(this.size, this.answers);
	}

	/** A request was answered. */
	answered(mark: SentMark): void {
		const { size } = this;
		this.answers++;
		if (mark.burst === this.bursts) {
			this.answersSince++;
		} else if (this.burst && mark.burst === this.bursts - 1) {
			this.burst.answers++;
			this.judge(this.burst);
		}
		this.grow();
		this.rounds?.answered(size, this.answers, mark, this.now?.() ?? 0);
	}

	private begin(open: number): void {
		const answers = this.answersSince;
		const isAgain = this.burst !== undefined && answers === 0;
		this.bursts++;
		this.burst = {
			...{ before: this.limit, open, refusals: 0, beside: 0 },
			...{ answers, isAgain, hasFailed: false },
		};
		this.answersSince = 0;
	}

	/** Decides what a burst shows, as far as it is known. */
	private judge(burst: Burst): void {
		const { before, open, refusals, beside } = burst;
		const taken = Math.max(open - refusals, beside);
		const window = Math.min(before.accepted, open);
		const isAll = taken === 0 && !burst.isAgain;
		const isMost = refusals * 2 > open && burst.answers >= window;
		if (!burst.hasFailed && (isAll || isMost)) {
			this.limit = before;
			return;
		}
		const half = Math.floor((before.accepted === Infinity ? open : before.accepted) / 2);
		this.limit = {
			accepted: Math.max(1, taken > 0 ? Math.min(half, taken) : half),
			tooMany: Math.max(2, taken > 0 ? taken + 1 : window),
			trialAfter: Math.min(before.trialAfter * 2, LAST_TRIAL_AFTER),
		};
	}

	private grow(): void {
		const { accepted, tooMany, trialAfter } = this.limit;
		if (accepted >= this.most) return;
		this.successes++;
		const isTrial = accepted + 1 >= tooMany;
		if (this.successes < (isTrial ? accepted * trialAfter : accepted)) return;
		if (isTrial && this.now && this.now() < this.trialFrom) return;
		this.successes = 0;
		this.limit = {
			accepted: accepted + 1,
			tooMany: isTrial ? Infinity : tooMany,
			trialAfter,
		};
	}
}

/** The window that a server answers as fast as a few requests. */
class Rounds {
	size = FIRST_AUTOMATIC;
	private isDoubling = true;
	/** The shortest round so far, in milliseconds. */
	private best = Infinity;
	/** How long the answers of this round took, in milliseconds. */
	private times: number[] = [];
	/** Answers before the window changed: what was sent before tells nothing about the new one. */
	private since = 0;

	/** The server has refused something. */
	strain(size: number, answers: number): void {
		this.isDoubling = false;
		this.resize(size, answers);
	}

	answered(size: number, answers: number, mark: SentMark, now: number): void {
		if (mark.answers < this.since) return;
		this.times.push(Math.max(0, now - mark.sentAt));
		if (this.times.length < size) return;
		// The value in the middle, which a few slow answers do not change.
		this.times.sort((a, b) => a - b);
		this.end(size, answers, this.times[Math.floor(this.times.length / 2)] ?? 0);
	}

	private end(size: number, answers: number, took: number): void {
		// So few requests are not what makes a server slower: its later pages may be.
		this.best = size <= FIRST_AUTOMATIC ? took : Math.min(this.best, took);
		const isFast = took <= this.best * FAST + NOISE_MS;
		if (isFast) return this.resize(this.isDoubling ? size * 2 : size + 1, answers);
		this.isDoubling = false;
		const isSlow = took > this.best * SLOW + NOISE_MS;
		const smaller = Math.max(FIRST_AUTOMATIC, Math.floor((size * this.best) / took));
		this.resize(isSlow ? smaller : size, answers);
	}

	private resize(size: number, answers: number): void {
		this.size = Math.min(size, MOST_AUTOMATIC);
		this.times = [];
		this.since = answers;
	}
}
