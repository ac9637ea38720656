const realImmediate = setImmediate;

/** Rounds of the event loop that a request on loopback may need before a wait is skipped. */
const QUIET_ROUNDS = 25;

/**
 * Runs something whose waits take no time: whenever nothing moves any more, time jumps to the next
 * timer. `Date` moves along, for the reference service too, so that it sees how long a client
 * really waited. Sockets keep the time of the machine.
 *
 * @param quietRounds more of them for work whose own time-outs must not strike while an answer is on
 *   its way
 */
export async function withFakeClock<T>(
	work: () => Promise<T>,
	quietRounds = QUIET_ROUNDS,
): Promise<T> {
	pauseClock();
	let settled = false;
	try {
		const result = work().finally(() => (settled = true));
		// Unhandled until the loop below is through, which a failing test need not hear about twice.
		result.catch(() => undefined);
		while (!settled) {
			const before = Date.now();
			for (let round = 0; round < quietRounds && !settled; round++) {
				await nextRound();
			}
			if (!settled && jest.getTimerCount() > 0 && Date.now() === before) {
				jest.advanceTimersToNextTimer();
			}
		}
		return await result;
	} finally {
		jest.useRealTimers();
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

/** Lets the event loop go round once, for sockets to move. */
export async function nextRound(): Promise<void> {
	await new Promise<void>((resolve) => void realImmediate(resolve));
}
