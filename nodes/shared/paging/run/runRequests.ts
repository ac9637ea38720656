import { ABORTED, orAborted, RUN_ENDED } from '../../basics/abort';
import type { Dataset } from '../dataset/types';
import { Fetcher, type FetcherParts, type FetchResult } from '../fetch/fetcher';
import { sourceOf } from '../fetch/senderSource';
import type { Progress, Strategy } from '../schemes/types';
import type { Limits, PageSource, PagingOptions, Position } from '../types';
import { readAnswer } from './pageAnswer';

/** Where a run is. */
interface RunPlace {
	readonly position: Position;
	readonly progress: Progress;
}

/** The requests of one run, which end with it. */
export class RunRequests {
	private readonly source: PageSource;
	private readonly signal: AbortSignal | undefined;
	/** Requests that the source has sent before. */
	private readonly before: number;
	private readonly parts: FetcherParts;
	private fetcher: Fetcher;

	constructor(
		dataset: Dataset,
		strategy: Strategy,
		options: PagingOptions,
		{ interval, prefetch }: Required<Limits>,
		private readonly run: RunPlace,
	) {
		const { clock, signal } = options;
		const { numbering } = strategy;
		// A POST that looks like a read may be costly; so it takes a number to send several at once.
		const isOneByOne = prefetch === 'automatic' ? dataset.method === 'POST' : prefetch === 1;
		const isAhead = numbering !== undefined && !isOneByOne;
		this.source = sourceOf(options, isAhead ? prefetch : 1);
		this.before = this.source.requests;
		this.signal = signal;
		this.parts = {
			...{ source: this.source, clock, interval },
			toRequest: (position) => strategy.request(position),
			...(isAhead && { ahead: { numbering, prefetch, isEnd: (result) => isEnd(dataset, result) } }),
		};
		this.fetcher = new Fetcher(this.parts, run.position, run.progress);
		signal?.addEventListener('abort', this.abort, { once: true });
	}

	/** Requests that were sent. */
	get count(): number {
		return this.source.requests - this.before;
	}

	/** @returns the response for the page to be read next; `ABORTED` when the signal fires first */
	async responseFor(position: Position): Promise<FetchResult | typeof ABORTED> {
		if (this.signal?.aborted) return ABORTED;
		return await orAborted(this.fetcher.responseFor(position), this.signal);
	}

	/** The page was read, and the run continues. */
	advance(): void {
		this.fetcher.advance(this.run.position, this.run.progress);
	}

	/** @returns the response for a page that was read before; what was requested ahead goes on */
	async responseAgain(position: Position): Promise<FetchResult | typeof ABORTED> {
		if (this.signal?.aborted) return ABORTED;
		const { ahead: _, ...oneByOne } = this.parts;
		const fetcher = new Fetcher(oneByOne, position, this.run.progress);
		const result = await orAborted(fetcher.responseFor(position), this.signal);
		fetcher.close(RUN_ENDED);
		return result;
	}

	/** @returns the response for one page more; what was requested ahead is given up */
	async responseAfterEnd(position: Position): Promise<FetchResult | typeof ABORTED> {
		this.fetcher.close(RUN_ENDED);
		const { ahead: _, ...oneByOne } = this.parts;
		this.fetcher = new Fetcher(oneByOne, position, this.run.progress);
		return await this.responseFor(position);
	}

	/** Ends all work; responses that are still pending are of no use. */
	close(): void {
		this.signal?.removeEventListener('abort', this.abort);
		this.abort();
	}

	private readonly abort = (): void => {
		this.fetcher.close(this.signal?.aborted ? this.signal.reason : RUN_ENDED);
	};
}

function isEnd(dataset: Dataset, result: FetchResult): boolean {
	if (result.kind === 'failed') return true;
	// Any number but that of the first page will do: it only matters for messages.
	const answer = readAnswer(dataset, result.response, 2);
	return answer.kind !== 'page' || answer.isLast;
}
