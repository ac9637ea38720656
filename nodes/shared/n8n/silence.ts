import { ABORTED, orAborted } from '../basics/abort';

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
