import type { PageResponse } from '../response/answer';
import type { Clock, Send, SendControl } from '../run/options';
import type { Position, Strategy } from '../schemes/strategy';

/** How a request went. */
export type FetchResult =
	{ kind: 'answer'; response: PageResponse } | { kind: 'thrown'; error: unknown };

/** What the loop knows after a page; decides how far ahead requests may leave. */
export interface Progress {
	/** Pages that the run may still hand out. */
	pagesLeft: number;
	/** Records that the run may still hand out, those to be skipped included. */
	itemsLeft: number;
	/** Records per page: as configured, or the most that a page held; 0 when not known. */
	pageSize: number;
	/** The last total that the server told. */
	total: number | undefined;
}

/** Where the loop gets its answers from, in order. */
export interface PageSource<P extends Position> {
	/** Requests given to the sender so far. */
	readonly requests: number;
	/** @returns the answer for a page; never rejects */
	take(position: P): Promise<FetchResult>;
	/** Says that the page taken last was read and that the run goes on. */
	advance(next: P, progress: Progress): void;
	/** Ends all work; answers that are still out are of no use. */
	close(): void;
}

/** What every source is built from. */
export interface SourceParts<P extends Position> {
	strategy: Strategy<P>;
	send: Send;
	signal: AbortSignal;
	clock: Clock | undefined;
	/** Milliseconds between two requests. */
	interval: number;
}

/** @returns how sending went, also when the request could not even be built */
export async function attempt<P extends Position>(
	{ strategy, send }: Pick<SourceParts<P>, 'strategy' | 'send'>,
	position: P,
	control: SendControl,
): Promise<FetchResult> {
	try {
		return { kind: 'answer', response: await send(strategy.request(position), control) };
	} catch (error) {
		return { kind: 'thrown', error };
	}
}

/** @returns a source that sends a request when its page is asked for, and not before */
export function oneByOne<P extends Position>(parts: SourceParts<P>): PageSource<P> {
	const { clock, interval, signal } = parts;
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
				return { kind: 'thrown', error };
			}
			// The wait may have been what the cancellation came in.
			if (signal.aborted) return { kind: 'thrown', error: signal.reason };
			requests++;
			return await attempt(parts, position, control);
		},
		advance: () => {},
		close: () => {},
	};
}
