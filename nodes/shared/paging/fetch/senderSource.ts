import { RUN_ENDED } from '../../basics/abort';
import { AdaptiveWindow } from '../../basics/adaptiveWindow';
import { overloadIn } from '../../basics/overload';
import { type GateClock, type GatePass, RequestGate, RequestGroup } from '../../basics/requestGate';
import type {
	Clock,
	PageRequest,
	PageResponse,
	PageSource,
	PagingOptions,
	Send,
	SendControl,
	SourceControl,
} from '../types';

/** Sends the requests of one run by a function of the caller, through a window of its own. */
export class SenderSource implements PageSource {
	requests = 0;
	private readonly gate: RequestGate;
	private readonly group = new RequestGroup();

	/**
	 * @param sendOnce of the caller; it may repeat requests, and says so
	 * @param most requests at once; `automatic`: as many as the server answers well
	 * @param clock without one, nothing waits for time
	 */
	constructor(
		private readonly sendOnce: Send,
		most: number | 'automatic',
		clock: Clock | undefined,
	) {
		const time = clock && toGateClock(clock);
		this.gate = new RequestGate(new AdaptiveWindow(most, clock?.now?.bind(clock)), time);
	}

	get window(): number {
		return this.gate.size;
	}

	get hasRoom(): boolean {
		return this.gate.hasRoomFor(this.group);
	}

	async send(
		request: PageRequest,
		{ interval, needed, ...control }: SourceControl,
	): Promise<PageResponse> {
		const { signal } = control;
		const pass = this.gate.pass({ group: this.group, signal, interval, needed });
		const own: SendControl = {
			...control,
			onThrottled: async (waitMs, cause = 'refused') => {
				await this.repeat(pass, waitMs, cause);
				// A response to a request that is repeated now would not be read.
				if (signal.aborted) throw RUN_ENDED;
			},
		};
		let isCounted = false;
		try {
			for (;;) {
				await pass.enter();
				if (!isCounted) this.requests++;
				isCounted = true;
				const result = await this.sendOnce(request, own).then(
					(response) => ({ response }),
					(error: unknown) => ({ error }),
				);
				const isOverload = overloadIn('response' in result ? result.response : undefined);
				if (isOverload) {
					pass.refused('failed');
					if (pass.repeatsAlone()) continue;
				} else {
					pass.answered();
				}
				if ('error' in result) throw result.error;
				return result.response;
			}
		} finally {
			pass.end();
		}
	}

	private async repeat(pass: GatePass, waitMs: number, cause: 'refused' | 'failed'): Promise<void> {
		if (!pass.isOpen) return;
		pass.refused(cause, waitMs);
		// Nothing is sent during the wait.
		this.gate.pauseFor(waitMs);
		pass.repeat(0);
		await pass.enter();
	}
}

/** @returns the source of the options; a function of the caller becomes one, for so many requests at once */
export function sourceOf({ send, clock }: PagingOptions, most: number | 'automatic'): PageSource {
	return typeof send === 'function' ? new SenderSource(send, most, clock) : send;
}

/** A clock may not say what time it is; then waits alone count. */
function toGateClock(clock: Clock): GateClock {
	return { now: () => clock.now?.() ?? 0, sleep: async (ms) => await clock.sleep(ms) };
}
