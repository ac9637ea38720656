/** What {@link orAborted} resolves to in place of a result. */
export const ABORTED = Symbol('aborted');

/**
 * Waits for some work until a signal fires at most. Its caller ends the work with the same signal.
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

/** Share of the time without a part after which an end counts as caused by it. */
const ALMOST = 0.9;

/**
 * Passes on the parts of a stream from the network, as long as none takes too long.
 *
 * Why: n8n's own time-out ends with the headers, or ends a silent body a moment before, as if the
 * connection had been lost; and a community node may use no timers. That of a signal has to do. It
 * cannot be cleared, so one serves all parts: if it ends early, another waits for the rest.
 *
 * Since: all supported versions.
 * Until: n8n's time-out covers the body.
 *
 * @param ms longest time without a part, while the reader waits for one
 * @param silence makes the error for a longer one
 * @throws also what the stream throws; it is not closed then, since it may wait for the very part that
 *   never comes
 * @see https://github.com/n8n-io/n8n/blob/master/packages/%40n8n/eslint-plugin-community-nodes/src/rules/no-restricted-globals.ts
 */
export async function* unlessSilent(
	stream: AsyncIterable<unknown>,
	ms: number,
	silence: () => Error,
): AsyncGenerator<unknown> {
	const parts = stream[Symbol.asyncIterator]();
	let timer = AbortSignal.timeout(ms);
	for (;;) {
		const askedAt = performance.now();
		const leftMs = () => Math.ceil(askedAt + ms - performance.now());
		const arrival = parts.next().catch((error: unknown) => {
			throw leftMs() < ms * (1 - ALMOST) ? silence() : error;
		});
		let part = await orAborted(arrival, timer);
		while (part === ABORTED) {
			const left = leftMs();
			if (left <= 0) throw silence();
			timer = AbortSignal.timeout(left);
			part = await orAborted(arrival, timer);
		}
		if (part.done) return;
		yield part.value;
	}
}
