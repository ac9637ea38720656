import { OperationalError, sleep } from 'n8n-workflow';

/** The part of an n8n context that tells when its execution was cancelled; not every one has it. */
interface MaybeCancellable {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
}

/** @returns the signal that the execution's cancellation fires, where there is one */
export function cancelSignal(context: object & MaybeCancellable): AbortSignal | undefined {
	return context.getExecutionCancelSignal?.();
}

/**
 * Waits, and stops waiting at once when the execution is cancelled.
 *
 * @param ms milliseconds
 * @throws OperationalError when cancelled before or during the wait
 */
export async function sleepUnlessCancelled(
	ms: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	if (!signal) return await sleep(ms);

	let cancel = () => {};
	const cancelled = new Promise<never>((_, reject) => {
		cancel = () => reject(new OperationalError('The execution was cancelled'));
	});
	signal.addEventListener('abort', cancel, { once: true });
	if (signal.aborted) cancel();
	try {
		await Promise.race([sleep(ms), cancelled]);
	} finally {
		signal.removeEventListener('abort', cancel);
	}
}
