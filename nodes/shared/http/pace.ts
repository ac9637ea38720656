import { AdaptiveWindow } from '../basics/adaptiveWindow';
import type { RetryEnvironment } from '../basics/clock';
import { type Overload, overloadIn } from '../basics/overload';
import { type GatePass, RequestGate, type RequestGroup } from '../basics/requestGate';
import type { Answer, SendResult } from './answer';
import { readRateLimit } from '../basics/rateLimit';
import { wasNeverSent } from './noAnswer';
import { JITTER, requestedWait, type RetryPolicy, type RetryResult, sendWithRetry } from './retry';

/** Pause in milliseconds where a service limits the rate and does not say for how long. */
const UNSTATED_PAUSE_MS = 1_000;

/** How many requests to one server may be open at once. */
export interface PaceLimits {
	/** At most, whatever the service takes; `automatic`: as many as it answers well. */
	most?: number | 'automatic';
	/** Until the first answer. */
	atFirst?: number;
}

/** A request among those that share a pace. */
export interface PacedRequest {
	/** What it is for: one that fails beside others of its group is repeated alone. */
	group?: RequestGroup;
	/** The request is given up when it fires. */
	signal?: AbortSignal;
	/** Milliseconds until the next request of its group. */
	interval?: number | undefined;
	/** Resolves when it is needed: it is not repeated alone before that. */
	needed?: Promise<void> | undefined;
	/**
	 * Whether it is sent once in spite of a pause that is longer than it may wait. Without that, it gets
	 * the refusal that asked for the pause.
	 */
	isSentAnyway?: boolean;
}

/**
 * How fast a run may go on, learned from what the service answers to any of its requests: a refusal
 * pauses all of them once, not each of them by itself (third-party-risk, Errors: retry rule).
 */
export class Pace {
	private readonly gate: RequestGate;
	/** The answer that asked for the longest pause. */
	private refusal: Answer | undefined;

	/** @param environment `sleep` rejects when the run is cancelled */
	constructor(
		private readonly environment: RetryEnvironment,
		{ most = Infinity, atFirst = Infinity }: PaceLimits = {},
	) {
		this.gate = new RequestGate(new AdaptiveWindow(most, environment.now), environment, atFirst);
	}

	/** Requests that may be open now. */
	get size(): number {
		return this.gate.size;
	}

	/** Whether there is room for a request of a group besides those in progress, and those that wait for it. */
	hasRoomFor(group: RequestGroup): boolean {
		return this.gate.hasRoomFor(group);
	}

	/**
	 * {@link sendWithRetry} for requests that share their limits. Without sending the request, the outcome
	 * can be the refusal that asked for a longer pause than it may wait for.
	 *
	 * @param once one attempt
	 * @throws Error when the signal fires before the request is sent
	 */
	async sendWithRetry(
		once: () => Promise<SendResult>,
		policy: RetryPolicy,
		request: PacedRequest = {},
	): Promise<RetryResult> {
		const { isSentAnyway = false } = request;
		const pass = this.gate.pass({ ...request, maxWaitMs: policy.maxWaitMs });
		let attempts = 0;
		const send = async (attempt: number): Promise<SendResult> => {
			const isBound = attempt > 1 || !isSentAnyway;
			const refusal = () =>
				isBound && this.gate.pauseLeftMs > policy.maxWaitMs ? this.refusal : undefined;
			const before = refusal();
			if (before) return before;
			await pass.enter();
			// While it was in line, an answer to another request may have asked for a longer pause.
			const meanwhile = refusal();
			if (meanwhile) return meanwhile;
			attempts++;
			const outcome = await once();
			this.learn(outcome, policy, pass);
			return outcome;
		};
		const sleep = async (ms: number) => {
			// What the pause of the run covers, random addition included, is not waited for again.
			pass.repeat(this.gate.isPausedFor(ms / (1 + JITTER)) ? 0 : ms);
		};
		const environment = { ...this.environment, sleep };
		let waitedMs = 0;
		let mayHaveActed = false;
		try {
			for (;;) {
				// Max Wait is the sum of all waits, also of those before it was alone.
				const left = { ...policy, maxWaitMs: policy.maxWaitMs - waitedMs };
				const round = await sendWithRetry(send, left, environment);
				const { outcome } = round;
				waitedMs += round.waitedMs;
				mayHaveActed ||= round.mayHaveActed;
				const isOverload = overloadIn(outcome.kind === 'answer' ? outcome : undefined);
				const isOver = policy.isAwaited === true && wasNeverSent(outcome);
				if (isOverload && !isOver && pass.repeatsAlone()) continue;
				const isOpen = !policy.repeatable && mayHaveActed;
				return { ...round, attempts, waitedMs, mayHaveActed, isOpen };
			}
		} finally {
			pass.end();
		}
	}

	private learn(outcome: SendResult, policy: RetryPolicy, pass: GatePass): void {
		const { now, random } = this.environment;
		const { maxWaitMs } = policy;
		if (outcome.kind === 'noAnswer') return pass.refused('failed');
		const { headers } = outcome;
		const limit = readRateLimit(headers, now());
		// A reset that is announced for later is not waited for.
		const isAwaited = limit?.remaining === 0 && limit.resetMs <= maxWaitMs;
		const resetMs = isAwaited ? limit.resetMs : 0;
		const retryAfterMs = requestedWait(outcome, now());
		const overload = overloadOf(outcome, policy, retryAfterMs);
		if (overload === 'refused') {
			const waitMs = retryAfterMs ?? Math.max(resetMs, UNSTATED_PAUSE_MS);
			pass.refused(overload, waitMs);
			if (waitMs > this.gate.pauseLeftMs)
				this.refusal = retryAfterMs === undefined ? undefined : outcome;
			this.gate.pauseFor(waitMs, waitMs * JITTER * random());
		} else {
			if (overload) pass.refused(overload);
			else pass.answered();
			if (resetMs > this.gate.pauseLeftMs) this.refusal = undefined;
			if (resetMs > 0) this.gate.pauseFor(resetMs, resetMs * JITTER * random());
		}
		// After the reset, a single request finds out how many it takes then.
		this.gate.limitTo(Math.max(1, limit?.remaining ?? Infinity));
	}
}

/** What an answer says about the pace: a 503 that names no wait is no refusal, unless the policy says so. */
function overloadOf(
	answer: Answer,
	{ isThrottled }: RetryPolicy,
	retryAfterMs: number | undefined,
): Overload | undefined {
	const { status } = answer;
	const isRefusal = status === 429 || isThrottled?.(answer) === true;
	if (isRefusal || (status === 503 && retryAfterMs !== undefined)) return 'refused';
	return overloadIn(answer) === 'failed' ? 'failed' : undefined;
}

const paces = new WeakMap<object, Map<string, Pace>>();

/** @returns the pace of the requests of a run to one server */
export function paceOf(run: object, server: string, create: () => Pace): Pace {
	const known = paces.get(run) ?? new Map<string, Pace>();
	const pace = known.get(server) ?? create();
	paces.set(run, known.set(server, pace));
	return pace;
}
