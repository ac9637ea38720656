import type { RetryEnvironment } from '../basics/clock';
import type { Answer, SendResult } from './answer';
import { readRateLimit } from './rateLimit';
import { JITTER, type RetryPolicy, type RetryResult, sendWithRetry } from './retry';
import { parseRetryAfter } from './retryAfter';

/** Pause in milliseconds where a service limits the rate and does not say for how long. */
const UNSTATED_PAUSE_MS = 1_000;

/** Largest value of `patience`: a service that has recovered is noticed in the end. */
const MOST_PATIENCE = 16;

/** A time during which nothing is sent. */
interface Pause {
	/** Milliseconds since 1970, without and with the random addition. */
	asked: number;
	until: number;
	/** The answer that asked for it; `undefined` when a request may be sent nevertheless. */
	refusal?: Answer | undefined;
}

const NO_PAUSE: Pause = { asked: 0, until: 0 };

/**
 * How fast a run may go on, learned from what the service answers to any of its requests: a refusal
 * pauses all of them once, not each of them by itself (third-party-risk, Errors: retry rule).
 */
export class Pace {
	private pause = NO_PAUSE;
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
	private readonly waiting: Array<() => void> = [];

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
		this.pause = NO_PAUSE;
	}

	/**
	 * {@link sendWithRetry} for requests that share their limits. Without sending the request, the outcome
	 * can be the refusal that asked for a longer pause than it may wait for.
	 *
	 * @param once one attempt
	 * @param rest waits before the next attempt, in milliseconds; the pace does by default
	 */
	async sendWithRetry(
		once: () => Promise<SendResult>,
		policy: RetryPolicy,
		rest?: (ms: number) => Promise<void>,
	): Promise<RetryResult> {
		const { now, sleep } = this.environment;
		// What the pause of the run covers, random addition included, is not waited for again.
		const restOfPause = async (ms: number) => {
			if (now() + ms / (1 + JITTER) > this.pause.until) await sleep(ms);
		};
		const send = async (attempt: number) => {
			const refusal = await this.enter(policy);
			if (refusal) return refusal;
			const sentAfter = this.pauses;
			try {
				const outcome = await once();
				if (outcome.kind === 'answer') this.learn(outcome, policy, attempt, sentAfter);
				return outcome;
			} finally {
				this.open--;
				for (const wake of this.waiting.splice(0)) wake();
			}
		};
		const environment = { ...this.environment, sleep: rest ?? restOfPause };
		return await sendWithRetry(send, policy, environment);
	}

	/** @param sentAfter how many pauses there were before the attempt */
	private learn(
		answer: Answer,
		{ maxWaitMs, isThrottled }: RetryPolicy,
		attempt: number,
		sentAfter: number,
	): void {
		const { status, headers } = answer;
		const now = this.environment.now();
		const limit = readRateLimit(headers, now);
		// After the reset, a single request finds out how many it takes then.
		this.remaining = Math.max(1, limit?.remaining ?? Infinity);
		// A reset that is announced for later is not waited for.
		const isAwaited = limit?.remaining === 0 && limit.resetMs <= maxWaitMs;
		const resetMs = isAwaited ? limit.resetMs : 0;
		const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
		const isFirst = sentAfter === this.pauses;
		const isRefusal = status === 429 || isThrottled?.(answer) === true;
		if (isRefusal || (status === 503 && retryAfterMs !== undefined)) {
			// A rate recovers with time. Congestion, and what is refused again, calls for fewer at once;
			// once for all that were sent before the pause.
			if (isFirst) this.isReduced = false;
			const isAgain = attempt > 1 || (isFirst && !this.hasRecovered) || this.window < Infinity;
			if ((status === 503 || isAgain) && !this.isReduced) {
				if (this.window < Infinity) this.patience = Math.min(MOST_PATIENCE, this.patience * 2);
				this.isReduced = true;
				this.window = Math.max(1, Math.floor(this.open / 2));
				this.answered = 0;
			}
			if (isFirst) {
				this.pauses++;
				this.hasRecovered = false;
			}
			if (retryAfterMs !== undefined) this.extend(retryAfterMs, answer);
			else this.extend(Math.max(resetMs, UNSTATED_PAUSE_MS));
		} else {
			this.hasRecovered ||= isFirst;
			// As in TCP: one more after all that were sent at once have been answered.
			if (++this.answered >= this.window * this.patience) {
				this.window++;
				this.answered = 0;
			}
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

	private extend(ms: number, refusal?: Answer): void {
		const { now, random } = this.environment;
		const asked = now() + ms;
		if (asked <= this.pause.asked) return;
		const until = Math.max(this.pause.until, Math.ceil(asked + ms * JITTER * random()));
		this.pause = { asked, until, refusal };
	}
}

const paces = new WeakMap<object, Map<string, Pace>>();

/** @returns the pace of the requests of a run to one server */
export function paceOf(run: object, server: string, create: () => Pace): Pace {
	const known = paces.get(run) ?? new Map<string, Pace>();
	const pace = known.get(server) ?? create();
	paces.set(run, known.set(server, pace));
	return pace;
}
