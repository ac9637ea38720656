/** Why what a run does not need any more is not sent. One for all, as each costs as much as a page. */
export const RUN_ENDED = new Error('The run has ended.');

/** What {@link orAborted} resolves to in place of a result. */
export const ABORTED = Symbol('aborted');

/**
 * Waits for some work until a signal fires at most. That does not end the work: the caller passes the same
 * signal to it.
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
	const waits = waitsFor.get(signal) ?? new Waits();
	waitsFor.set(signal, waits.add(abort));
	signal.addEventListener('abort', waits);
	if (signal.aborted) abort();
	try {
		return await Promise.race([aborted, work]);
	} finally {
		waits.delete(abort);
		// A promise that stays pending would keep the result until a full garbage collection.
		abort();
		if (waits.size === 0) signal.removeEventListener('abort', waits);
	}
}

/** Node warns of more than ten listeners of a signal: all waits for it share one. */
class Waits extends Set<() => void> {
	handleEvent(): void {
		for (const end of this) end();
	}
}

const waitsFor = new WeakMap<AbortSignal, Waits>();
