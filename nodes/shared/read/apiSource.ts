import { sleep } from 'n8n-workflow';

import { RUN_ENDED } from '../basics/abort';
import { overloadIn } from '../basics/overload';
import { RequestGroup } from '../basics/requestGate';
import type { Answer, SendResult } from '../http/answer';
import { Pace, paceOf } from '../http/pace';
import type { RetryResult } from '../http/retry';
import { isAwaited } from '../n8n/awaitedRun';
import { cancelSignal, environmentFor, unlessCancelled } from '../n8n/cancel';
import type { PageRequest, PageResponse, PageSource, SourceControl } from '../paging/types';
import { withBody } from '../service/body';
import { httpOptions } from '../service/send';
import type { ReadObserver } from './observer';
import { checkHeaders } from './ownHeaders';
import { TOO_LARGE, toServiceError } from './readErrors';
import { SentResponse } from './sentResponse';
import type { ReadContext, ReadInput } from './types';

/**
 * Turns of the event loop until the requests of other items have left, after a response: before its
 * page is processed, which may take long.
 */
const TURNS_FOR_OTHERS = 2;

/** Says when the requests of one input item may be sent. */
export interface Admission {
	/**
	 * @returns to be awaited before a request gets in line; `undefined` when there is nothing to wait for
	 * @throws Error when the node has stopped
	 */
	beforeRequest(): Promise<void> | undefined;
	/**
	 * Called right before a request leaves.
	 *
	 * @throws Error when it must not
	 */
	beforeLeaving(): void;
}

/** How the requests of one input item go along with those of others. */
export interface SharedRequests {
	/** Requests to one server that all input items together may have open; absent for a single item. */
	mostOfAll?: number | undefined;
	admission?: Admission | undefined;
	observers?: readonly ReadObserver[] | undefined;
}

/** What became of a request so far. */
interface Attempts {
	result?: RetryResult;
}

/**
 * Sends the requests of one input item through n8n, and repeats refused ones. They only read, even
 * POST, so all of them may be repeated. How many are open is a matter of the server, for all items of
 * the run together.
 */
export class ApiSource implements PageSource {
	requests = 0;
	private pace: Pace | undefined;
	private readonly group = new RequestGroup();
	private readonly observers: readonly ReadObserver[];

	/** @throws UserError when a header cannot be sent */
	constructor(
		private readonly context: ReadContext,
		private readonly input: ReadInput,
		private readonly shared: SharedRequests,
	) {
		this.observers = shared.observers ?? [];
		checkHeaders(input.headers, input.signIn);
	}

	get window(): number {
		return this.pace?.size ?? 1;
	}

	get hasRoom(): boolean {
		return this.pace?.hasRoomFor(this.group) ?? false;
	}

	/** @throws ServiceError when there was no response */
	async send(request: PageRequest, control: SourceControl): Promise<PageResponse> {
		const pace = (this.pace = this.paceTo(new URL(request.url).origin));
		const admitted = this.shared.admission?.beforeRequest();
		if (admitted) await admitted;
		const attempts: Attempts = {};
		const response = this.responseTo(request, control, pace, attempts);
		await response.then(
			(answer) => {
				const { result } = attempts;
				if (result) for (const each of this.observers) each.onResponse?.(request, answer, result);
			},
			(error: unknown) => {
				const failure = { error, isNeeded: !control.signal.aborted };
				for (const each of this.observers) each.onFailure?.(request, failure, attempts.result);
			},
		);
		return await response;
	}

	/** @param attempts gets what is known of the attempts, also when there was no response */
	private async responseTo(
		request: PageRequest,
		control: SourceControl,
		pace: Pace,
		attempts: Attempts,
	): Promise<PageResponse> {
		const { context, input, shared } = this;
		const result = (attempts.result = await this.sendAt(pace, request, control));
		const { outcome } = result;
		const sent = { request, result, signIn: input.signIn };
		if (outcome.kind === 'noAnswer')
			throw outcome.error ?? toServiceError(sent, context, input.itemIndex);
		if (shared.mostOfAll !== undefined && outcome.status < 300) await letOthersLeave();
		return new SentResponse(outcome, sent);
	}

	/** The limits of a server go for all requests to it. */
	private paceTo(origin: string): Pace {
		const { context, input, shared } = this;
		const { mostOfAll } = shared;
		const { prefetch = 1 } = input.limits;
		return paceOf(context, origin, () => {
			const environment = environmentFor(cancelSignal(context));
			if (mostOfAll === undefined) return new Pace(environment, { most: prefetch });
			const most = Math.max(mostOfAll, Number(prefetch) || 0);
			return new Pace(environment, { most, ...(input.signIn.beginsAlone && { atFirst: 1 }) });
		});
	}

	private async sendAt(
		pace: Pace,
		request: PageRequest,
		{ isTrial = false, ...control }: SourceControl,
	): Promise<RetryResult> {
		const { maxWaitMs } = this.input.requestLimits;
		const { signal } = control;
		let isSent = false;
		const once = async () => {
			// n8n would notice it too, and report a lost connection.
			if (signal.aborted) throw RUN_ENDED;
			this.shared.admission?.beforeLeaving();
			if (!isSent) {
				this.requests++;
				for (const each of this.observers) each.onRequest?.(request);
			}
			isSent = true;
			return await this.sendOnce(request, signal);
		};
		const policy = {
			...{ repeatable: !isTrial, maxWaitMs, isThrottled },
			isAwaited: isAwaited(this.context),
		};
		// What would have to wait for too long has to reach the server, too.
		const paced = { ...control, group: this.group, isSentAnyway: true };
		return await unlessCancelled(async () => await pace.sendWithRetry(once, policy, paced), signal);
	}

	private async sendOnce(request: PageRequest, signal: AbortSignal): Promise<SendResult> {
		const { signIn, headers, maxMegabytes, keepsLargeNumbers, requestLimits } = this.input;
		const { timeoutMs } = requestLimits;
		const silenceMs = timeoutMs;
		const limits = { maxMegabytes, keepsLargeNumbers, silenceMs, hint: TOO_LARGE };
		const all = { ...headers, ...request.headers };
		const options = httpOptions({ ...request, headers: all, timeoutMs, signal });
		return await signIn.send(
			// n8n would read a body of any size.
			{ ...options, encoding: 'stream' },
			async (answer) => await withBody(answer, limits),
		);
	}
}

/** APIs refuse what is too much in more ways than the service. */
function isThrottled(answer: Answer): boolean {
	return overloadIn(answer) === 'refused';
}

async function letOthersLeave(): Promise<void> {
	for (let turn = 0; turn < TURNS_FOR_OTHERS; turn++) await sleep(0);
}
