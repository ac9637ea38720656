import type { SendControl } from '../types';
import type { PageSource, SourceParts } from './types';

/** @returns a source that sends a request when its page is needed, and not before */
export function createSequentialSource(
	{ fetch, clock, interval }: SourceParts,
	signal: AbortSignal,
): PageSource {
	const control: SendControl = {
		signal,
		onThrottled: async (waitMs) => await clock?.sleep(waitMs),
	};
	let requests = 0;
	return {
		get requests() {
			return requests;
		},
		take: async (position) => {
			try {
				if (requests > 0 && interval > 0) await clock?.sleep(interval);
			} catch (error) {
				return { kind: 'failed', error };
			}
			// The run may have been cancelled during the wait.
			if (signal.aborted) return { kind: 'failed', error: signal.reason };
			requests++;
			return await fetch(position, control);
		},
		advance: () => {},
		close: () => {},
	};
}
