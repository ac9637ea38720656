import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import { heldRequests } from '../../sandbox/service/faults';

const realImmediate = setImmediate;

/** Rounds of the event loop that work without requests may need before a wait is skipped. */
const QUIET_ROUNDS = 25;

/**
 * Runs something whose waits take no time: whenever nothing moves any more, time jumps to the next
 * timer. `Date` moves along, for the reference service too, so that it sees how long a client
 * really waited. Sockets keep the time of the machine.
 * A server that never answers on purpose has to count its requests among the held ones.
 */
export async function withFakeClock<T>(work: () => Promise<T>): Promise<T> {
	pauseClock();
	const requests = new OpenRequests();
	let settled = false;
	try {
		const result = work().finally(() => (settled = true));
		// Unhandled until the loop below is through, which a failing test need not hear about twice.
		result.catch(() => undefined);
		while (!settled) {
			const before = Date.now();
			// An answer takes as long as it takes; one that will never come is held by the reference service.
			for (let round = 0; (round < QUIET_ROUNDS || requests.areOpen) && !settled; round++) {
				await nextRound();
			}
			if (!settled && jest.getTimerCount() > 0 && Date.now() === before) {
				jest.advanceTimersToNextTimer();
			}
		}
		return await result;
	} finally {
		requests.stopCounting();
		jest.useRealTimers();
	}
}

/** Counts the requests that this process has sent and whose answer is to come. */
class OpenRequests {
	private count = 0;
	private readonly opened = () => void this.count++;
	private readonly ended = () => void this.count--;
	private readonly listeners = [
		['http.client.request.start', this.opened],
		['http.client.response.finish', this.ended],
		['http.client.request.error', this.ended],
	] as const;

	constructor() {
		for (const [event, listener] of this.listeners) subscribe(event, listener);
	}

	get areOpen(): boolean {
		return this.count > heldRequests.size;
	}

	stopCounting(): void {
		for (const [event, listener] of this.listeners) unsubscribe(event, listener);
	}
}

/** Stops time for timers and `Date`; `jest.useRealTimers()` starts it again. */
export function pauseClock(): void {
	jest.useFakeTimers({
		doNotFake: [
			'nextTick',
			'setImmediate',
			'clearImmediate',
			'queueMicrotask',
			'performance',
			'hrtime',
		],
	});
}

/** Lets the event loop go round until something is so; jest ends a wait in vain. */
export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await nextRound();
}

/**
 * Ends when a count has stayed the same for so long that what was on its way has arrived, also on
 * a busy machine, or when nothing more is awaited.
 */
export async function quiet(count: () => number, isEnough: () => boolean): Promise<void> {
	for (let [round, before] = [0, count()]; round < 1_000 && !isEnough(); round++) {
		await nextRound();
		if (count() !== before) [round, before] = [0, count()];
	}
}

/** Lets the event loop go round once, for sockets to move. */
export async function nextRound(): Promise<void> {
	await new Promise<void>((resolve) => void realImmediate(resolve));
}
