import { sleep } from 'n8n-workflow';

import { ABORTED, orAborted } from '../basics/abort';
import type { RetryEnvironment } from '../basics/clock';
import { canceledError } from './nodeErrors';

/** The part of an n8n context that reports a cancelled execution; not every context has it. */
interface MaybeCancellable {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
}

/** @returns the signal that the execution's cancellation fires, where there is one */
export function cancelSignal(context: object & MaybeCancellable): AbortSignal | undefined {
	return context.getExecutionCancelSignal?.();
}

/**
 * Does something, and stops waiting for it at once when the execution is cancelled.
 *
 * @throws OperationalError when cancelled before it starts or during the wait; else what `work` throws
 */
export async function unlessCancelled<T>(
	work: () => Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	const result = signal?.aborted ? ABORTED : await orAborted(work(), signal);
	if (result === ABORTED) throw canceledError();
	return result;
}

/** A wait is made of parts of this length, since a timer of n8n's `sleep` cannot be cleared. */
const PART_MS = 5_000;

/**
 * What waiting needs. A wait stops at once when the execution is cancelled; no timer is left behind for
 * longer than five seconds then.
 *
 * @returns clock, random numbers, and waits in milliseconds, which throw OperationalError when cancelled
 */
export function environmentFor(signal: AbortSignal | undefined): RetryEnvironment {
	return {
		now: Date.now,
		random: Math.random,
		sleep: async (ms) => {
			let left = ms;
			do {
				await unlessCancelled(async () => await sleep(Math.min(left, PART_MS)), signal);
				left -= PART_MS;
			} while (left > 0);
		},
	};
}
