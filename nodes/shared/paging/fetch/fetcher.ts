import type { PageNumbers, Progress } from '../schemes/types';
import type {
	Clock,
	PageRequest,
	PageResponse,
	PageSource,
	Position,
	SourceControl,
} from '../types';

/** How a request went. */
export type FetchResult =
	{ kind: 'response'; response: PageResponse } | { kind: 'failed'; error: unknown };

/** How a run sends its requests. */
export interface FetcherParts {
	source: PageSource;
	/** @returns the request for a page */
	toRequest: (position: Position) => PageRequest;
	clock: Clock | undefined;
	/** Milliseconds between two requests. */
	interval: number;
	/** Set where pages are requested before they are needed, and not each when it is needed. */
	ahead?: {
		numbering: PageNumbers;
		/** Maximum number of pages that are requested, or waiting to be read, at once. */
		prefetch: number | 'automatic';
		/** @returns whether reading certainly ends at a result, whatever the pages before it contain */
		isEnd: (result: FetchResult) => boolean;
	};
}

/** A page that was requested and not yet read. */
interface Slot {
	position: Position;
	/** One per request: many listeners on one signal look like a leak to Node.js. */
	abandon: AbortController;
	/** Its page is the next one to be read. */
	bringForward: () => void;
	result: Promise<FetchResult>;
}

/** The result of a page until its request has begun. */
const NOT_REQUESTED = Promise.resolve<FetchResult>({ kind: 'failed', error: undefined });

/** Pages that are requested at first where no number is set, and then for each page that was read. */
const FIRST_AHEAD = 2;

/**
 * Requests pages, where they are numbered before they are needed. Responses arrive in any order and
 * are returned in that of the pages. There is room for another request only when a page was read and
 * was not the last one: at most `prefetch - 1` requests are past the end. Under reachTotalCount none
 * is, because the first page is requested alone and its total limits the others.
 */
export class Fetcher {
	/** In the order of the pages. A Map may keep what was deleted until a full garbage collection. */
	private readonly slots: Slot[] = [];
	/** Page to be requested next; NaN where that is not known before it is needed. */
	private next: Position;
	/** First position known to end the run. */
	private end = Infinity;
	private launched = 0;
	private pagesRead = 0;
	private readonly closing = new AbortController();

	/** @param head page to be read next */
	constructor(
		private readonly parts: FetcherParts,
		private head: Position,
		private progress: Progress,
	) {
		this.next = head;
	}

	/** @returns the response for a page, once it is there; never rejects */
	async responseFor(position: Position): Promise<FetchResult> {
		const { ahead, clock, interval } = this.parts;
		if (!ahead) {
			try {
				if (this.launched > 0 && interval > 0) await clock?.sleep(interval);
			} catch (error) {
				return { kind: 'failed', error };
			}
			this.head = this.next = position;
		}
		this.fill();
		// The slot stays until the page is read: its room must not be used before that.
		return (await this.slots[0]?.result) ?? { kind: 'failed', error: this.closing.signal.reason };
	}

	/** Reports that the page whose response came last was read and that the run continues. */
	advance(next: Position, progress: Progress): void {
		this.slots.shift();
		this.pagesRead++;
		if (!this.parts.ahead) return;
		this.head = next;
		this.progress = progress;
		this.slots[0]?.bringForward();
		this.fill();
	}

	/** Ends all work; responses that are still pending are of no use. */
	close(reason?: unknown): void {
		this.closing.abort(reason);
		for (const slot of this.slots.splice(0)) slot.abandon.abort(reason);
	}

	/** Requests what there is room for; the page that is read next, in any case. */
	private fill(): void {
		if (this.closing.signal.aborted) return;
		if (this.slots.length === 0) this.launch();
		while (this.hasRoom() && this.isNeeded(this.next)) this.launch();
	}

	private hasRoom(): boolean {
		const { ahead, source } = this.parts;
		if (!ahead) return false;
		const { prefetch } = ahead;
		const most = prefetch === 'automatic' ? FIRST_AHEAD * (this.pagesRead + 1) : prefetch;
		return this.slots.length < Math.min(most, source.window) && source.hasRoom;
	}

	/** @returns whether a page may be part of the run, as far as that is known before those before it are read */
	private isNeeded(position: Position): boolean {
		const { ahead } = this.parts;
		if (!ahead) return false;
		const { step, end } = ahead.numbering;
		const { pagesLeft, itemsLeft, pageSize, total } = this.progress;
		const number = Number(position);
		const pages = (number - Number(this.head)) / step;
		if (pages >= pagesLeft || number > this.end) return false;
		if (itemsLeft !== Infinity && pages >= (pageSize > 0 ? itemsLeft / pageSize : 1)) return false;
		return !end || (total !== undefined && number < end(total));
	}

	private launch(): void {
		const { ahead, interval } = this.parts;
		const position = this.next;
		this.next = Number(position) + (ahead?.numbering.step ?? NaN);
		this.launched++;
		const abandon = ahead ? new AbortController() : this.closing;
		let bringForward = () => {};
		const needed = new Promise<void>((resolve) => (bringForward = resolve));
		if (this.slots.length === 0) bringForward();
		const control = { signal: abandon.signal, ...(ahead && { interval, needed }) };
		const slot: Slot = { position, abandon, bringForward, result: NOT_REQUESTED };
		// Before the request, which may fail at once, when it cannot be built.
		this.slots.push(slot);
		slot.result = this.request(position, control);
	}

	private async request(position: Position, control: SourceControl): Promise<FetchResult> {
		const { source, toRequest, ahead } = this.parts;
		let result: FetchResult;
		try {
			result = { kind: 'response', response: await source.send(toRequest(position), control) };
		} catch (error) {
			result = { kind: 'failed', error };
		}
		if (ahead?.isEnd(result)) this.endAt(Number(position));
		this.fill();
		return result;
	}

	/** Gives up what was requested past the end. */
	private endAt(position: number): void {
		this.end = Math.min(this.end, position);
		for (const slot of this.slots) if (Number(slot.position) > this.end) slot.abandon.abort();
	}
}
