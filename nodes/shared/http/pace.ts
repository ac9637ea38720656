import type { Answer, SendResult } from './answer';
import { readRateLimit } from './rateLimit';
import { JITTER } from './retryable';
import { parseRetryAfter } from './retryAfter';
import type { RetryEnvironment, RetryPolicy } from './retryTypes';

/** Pause of a run whose rate is limited by a service that does not say for how long, in milliseconds. */
const UNSTATED_PAUSE_MS = 1_000;

/** A time during which nothing is sent. */
interface Pause {
	/** Milliseconds since 1970, without and with the random addition. */
	asked: number;
	until: number;
	/** The answer that asked for it; `undefined` when a request may be sent nevertheless. */
	refusal?: Answer;
}

/**
 * How fast a run may go on, learned from what the service answers to any of its requests: a refusal
 * pauses all of them once, not each of them by itself (third-party-risk, Errors: retry rule).
 */
export class Pace {
	private pause: Pause = { asked: 0, until: 0 };
	/** Requests that the service takes at once, as far as it has shown that. */
	private window = Infinity;
	/** Requests that it will still take before its rate limit is reset. */
	private remaining = Infinity;
	/** Answers since the window last changed. */
	private answered = 0;
	private waiting: Array<() => void> = [];

	/**
	 * @param environment `sleep` rejects when the run is cancelled
	 * @param open requests in progress already; each of them calls {@link leave} at its end
	 */
	constructor(
		private readonly environment: RetryEnvironment,
		private open = 0,
	) {}

	/**
	 * Sends a request as soon as the pace allows it.
	 *
	 * @param send one attempt
	 * @param attempt its number, from 1
	 * @param maxWaitMs longest pause that the request may wait for, in milliseconds
	 * @param isThrottled knows refusals besides 429
	 * @returns the outcome; without sending it, the refusal that asked for a longer pause
	 */
	async send(
		send: () => Promise<SendResult>,
		attempt: number,
		maxWaitMs: number,
		isThrottled?: RetryPolicy['isThrottled'],
	): Promise<SendResult> {
		const refusal = await this.enter(maxWaitMs);
		if (refusal) return refusal;
		try {
			const outcome = await send();
			if (outcome.kind === 'answer') this.learn(outcome, attempt, maxWaitMs, isThrottled);
			return outcome;
		} finally {
			this.leave();
		}
	}

	/** A request has ended. */
	leave(): void {
		this.open--;
		for (const wake of this.waiting.splice(0)) wake();
	}

	/**
	 * Waits before a request is sent again. A wait that the pause of the run covers is not waited twice.
	 *
	 * @param ms milliseconds, with a random addition
	 */
	async rest(ms: number): Promise<void> {
		const { now, sleep } = this.environment;
		if (now() + ms / (1 + JITTER) > this.pause.until) await sleep(ms);
	}

	/**
	 * Learns from an answer; {@link send} does so by itself.
	 *
	 * @param attempt number of the attempt that it answers, from 1
	 * @param maxWaitMs a reset that is announced for later is not waited for, in milliseconds
	 * @param isThrottled knows refusals besides 429
	 */
	learn(
		answer: Answer,
		attempt: number,
		maxWaitMs: number,
		isThrottled?: RetryPolicy['isThrottled'],
	): void {
		const { status, headers } = answer;
		const now = this.environment.now();
		const limit = readRateLimit(headers, now);
		// After the reset, a single request finds out how many it takes then.
		this.remaining = Math.max(1, limit?.remaining ?? Infinity);
		const isAwaited = limit?.remaining === 0 && limit.resetMs <= maxWaitMs;
		const resetMs = isAwaited ? limit.resetMs : 0;
		const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
		const isRefusal = status === 429 || isThrottled?.(answer) === true;
		if (isRefusal || (status === 503 && retryAfterMs !== undefined)) {
			// A rate recovers with time. Congestion, and what is refused again, calls for fewer at once;
			// once for all that were sent before the pause.
			if ((status === 503 || attempt > 1) && now >= this.pause.until)
				this.resize(Math.max(1, Math.floor(this.open / 2)));
			if (retryAfterMs !== undefined) this.extend(retryAfterMs, answer);
			else this.extend(Math.max(resetMs, UNSTATED_PAUSE_MS));
		} else {
			// As in TCP: one more after all that were sent at once have been answered.
			if (++this.answered >= this.window) this.resize(this.window + 1);
			this.extend(resetMs);
		}
	}

	private async enter(maxWaitMs: number): Promise<Answer | undefined> {
		const { now, sleep } = this.environment;
		for (;;) {
			const { asked, until, refusal } = this.pause;
			const isTooLong = asked - now() > maxWaitMs;
			if (isTooLong && refusal) return refusal;
			if (until > now() && !isTooLong) await sleep(until - now());
			else if (this.open < Math.min(this.window, this.remaining)) break;
			else await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.open++;
		return undefined;
	}

	private resize(window: number): void {
		this.window = window;
		this.answered = 0;
	}

	private extend(ms: number, refusal?: Answer): void {
		const { now, random } = this.environment;
		const asked = now() + ms;
		if (asked <= this.pause.asked) return;
		const until = Math.max(this.pause.until, Math.ceil(asked + ms * JITTER * random()));
		this.pause = { asked, until, ...(refusal && { refusal }) };
	}
}

/** By run; one whose limits no answer has mentioned needs none. */
export const paces = new WeakMap<object, Pace>();

/**
 * @param run stands for the requests that share a limit
 * @param open its requests in progress
 * @returns its pace, a new one if it has none
 */
export function paceOf(run: object, environment: RetryEnvironment, open?: number): Pace {
	const pace = paces.get(run) ?? new Pace(environment, open);
	paces.set(run, pace);
	return pace;
}
