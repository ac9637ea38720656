import type { Answer, RetryEnvironment, RetryPolicy, RetryResult, SendResult } from './answer';
import { JITTER, parseRetryAfter, readRateLimit, sendWithRetry } from './retry';

/** Pause of a run whose rate is limited by a service that does not say for how long, in milliseconds. */
const UNSTATED_PAUSE_MS = 1_000;

/** Largest value of `patience`: a service that has recovered is noticed in the end. */
const MOST_PATIENCE = 16;

/** Headers about limits. */
const LIMITS = /^(retry-after$|(x-)?rate-?limit)/;

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
	/** Answers since the window last changed. */
	private answered = 0;
	/** The window grows by one after so many times its size in answers. Doubles each time a larger one is refused. */
	private patience = 1;
	/** Pauses after refusals so far; requests that are refused together count as one. */
	private pauses = 0;
	/** Whether the window was reduced at the last pause. */
	private isReduced = false;
	/** Whether the service has accepted a request since the last pause. */
	private hasRecovered = true;
	/** Requests in progress, and those that wait for the end of one. */
	private open = 0;
	private waiting: Array<() => void> = [];

	/**
	 * @param environment `sleep` rejects when the run is cancelled
	 * @param most requests that may be in progress at once, whatever the service takes
	 * @param remaining requests that the service will still take before its rate limit is reset; until
	 *   the first answer, as many as are sent at once
	 */
	constructor(
		private readonly environment: RetryEnvironment,
		private readonly most = Infinity,
		private remaining = Infinity,
	) {}

	/** Whether there is room for a request besides those in progress, and those that wait for it. */
	get hasRoom(): boolean {
		return this.open + this.waiting.length < this.most;
	}

	/** Sends the next request even if an answer has asked for a pause. */
	forgetPause(): void {
		this.pause = { asked: 0, until: 0 };
	}

	/**
	 * {@link sendWithRetry} for one of the requests that share what an answer to any of them says about
	 * limits.
	 *
	 * @param once one attempt
	 * @param rest waits before the next attempt, in milliseconds; the pace does by default
	 */
	async sendWithRetry(
		once: () => Promise<SendResult>,
		policy: RetryPolicy,
		rest = async (ms: number) => await this.rest(ms),
	): Promise<RetryResult> {
		return await sendWithRetry(async (attempt) => await this.send(once, attempt, policy), policy, {
			...this.environment,
			sleep: rest,
		});
	}

	/** @returns the outcome; without sending the request, the refusal that asked for a longer pause than it may wait for */
	private async send(
		once: () => Promise<SendResult>,
		attempt: number,
		policy: RetryPolicy,
	): Promise<SendResult> {
		const refusal = await this.enter(policy);
		if (refusal) return refusal;
		const sent = { attempt, sentAfter: this.pauses };
		try {
			const outcome = await once();
			if (outcome.kind === 'answer') this.learn(outcome, sent, policy);
			return outcome;
		} finally {
			this.open--;
			for (const wake of this.waiting.splice(0)) wake();
		}
	}

	/** Does not wait again for what the pause of the run covers, random addition included. */
	private async rest(ms: number): Promise<void> {
		const { now, sleep } = this.environment;
		if (now() + ms / (1 + JITTER) > this.pause.until) await sleep(ms);
	}

	/** @param sent which attempt it was, and how many pauses there were before it */
	private learn(
		answer: Answer,
		{ attempt, sentAfter }: { attempt: number; sentAfter: number },
		{ maxWaitMs, isThrottled }: RetryPolicy,
	): void {
		const { status, headers } = answer;
		const now = this.environment.now();
		// Most services only mention their limits when they refuse a request.
		const isMentioned = Object.keys(headers).some((name) => LIMITS.test(name));
		const limit = isMentioned ? readRateLimit(headers, now) : undefined;
		// After the reset, a single request finds out how many it takes then.
		this.remaining = Math.max(1, limit?.remaining ?? Infinity);
		// A reset that is announced for later is not waited for.
		const isAwaited = limit?.remaining === 0 && limit.resetMs <= maxWaitMs;
		const resetMs = isAwaited ? limit.resetMs : 0;
		const retryAfterMs = isMentioned ? parseRetryAfter(headers['retry-after'], now) : undefined;
		const isRefusal = status === 429 || isThrottled?.(answer) === true;
		if (isRefusal || (status === 503 && retryAfterMs !== undefined)) {
			// A rate recovers with time. Congestion, and what is refused again, calls for fewer at once;
			// once for all that were sent before the pause.
			const isFirst = sentAfter === this.pauses;
			if (isFirst) this.isReduced = false;
			const isAgain = attempt > 1 || (isFirst && !this.hasRecovered) || this.window < Infinity;
			if ((status === 503 || isAgain) && !this.isReduced) {
				if (this.window < Infinity) this.patience = Math.min(MOST_PATIENCE, this.patience * 2);
				this.isReduced = true;
				this.resize(Math.max(1, Math.floor(this.open / 2)));
			}
			if (isFirst) {
				this.pauses++;
				this.hasRecovered = false;
			}
			if (retryAfterMs !== undefined) this.extend(retryAfterMs, answer);
			else this.extend(Math.max(resetMs, UNSTATED_PAUSE_MS));
		} else {
			this.hasRecovered ||= sentAfter === this.pauses;
			// As in TCP: one more after all that were sent at once have been answered.
			if (++this.answered >= this.window * this.patience) this.resize(this.window + 1);
			if (resetMs > 0) this.extend(resetMs);
		}
	}

	private async enter({ maxWaitMs }: RetryPolicy): Promise<Answer | undefined> {
		const { now, sleep } = this.environment;
		for (;;) {
			const { asked, until, refusal } = this.pause;
			const isTooLong = asked - now() > maxWaitMs;
			if (isTooLong && refusal) return refusal;
			if (until > now() && !isTooLong) await sleep(until - now());
			else if (this.open < Math.min(this.most, this.window, this.remaining)) break;
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

const paces = new WeakMap<object, Pace>();

/**
 * {@link Pace.sendWithRetry} at the pace of a run.
 *
 * @param run stands for the requests that share a limit
 */
export async function sendAtPace(
	run: object,
	once: () => Promise<SendResult>,
	policy: RetryPolicy,
	environment: RetryEnvironment,
	rest?: (ms: number) => Promise<void>,
): Promise<RetryResult> {
	const pace = paces.get(run) ?? new Pace(environment);
	paces.set(run, pace);
	return await pace.sendWithRetry(once, policy, rest);
}
