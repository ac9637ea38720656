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
	const stopWaiting = callOnAbort(signal, abort);
	if (signal.aborted) abort();
	try {
		return await Promise.race([aborted, work]);
	} finally {
		stopWaiting();
	}
}

/** What is called when a signal fires. */
interface Calls {
	all: Set<() => void>;
	run: () => void;
}

const callsOf = new WeakMap<AbortSignal, Calls>();

/**
 * Many requests wait with the signal of one execution, and Node warns of more than ten listeners: so
 * a signal has one listener, as long as something waits.
 */
function callOnAbort(signal: AbortSignal, call: () => void): () => void {
	const { all, run } = callsOf.get(signal) ?? listen(signal);
	all.add(call);
	return () => {
		all.delete(call);
		if (all.size > 0) return;
		signal.removeEventListener('abort', run);
		callsOf.delete(signal);
	};
}

function listen(signal: AbortSignal): Calls {
	const all = new Set<() => void>();
	const run = () => {
		for (const call of all) call();
	};
	const calls = { all, run };
	callsOf.set(signal, calls);
	signal.addEventListener('abort', run, { once: true });
	return calls;
}
