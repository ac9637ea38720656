/** What {@link orAborted} resolves to in place of a result. */
export const ABORTED = Symbol('aborted');

/**
 * Waits for some work, but no longer than until a signal fires. The work itself continues; its
 * caller ends it with the same signal.
 *
 * @param signal may have fired before; without one there is nothing to stop the wait
 * @returns the result of the work, or `ABORTED`
 * @throws what the work throws before the signal fires; nothing after that
 */
export async function orAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | typeof ABORTED> {
	if (!signal) return await work;

	let abort = () => {};
	const aborted = new Promise<typeof ABORTED>((resolve) => {
		abort = () => resolve(ABORTED);
	});
	signal.addEventListener('abort', abort, { once: true });
	if (signal.aborted) abort();
	try {
		return await Promise.race([aborted, work]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
