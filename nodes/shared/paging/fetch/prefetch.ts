import type { SendControl } from '../run/options';
import {
	attempt,
	type FetchResult,
	type PageSource,
	type Progress,
	type SourceParts,
} from './sequential';
import type { NumberedStrategy } from '../schemes/strategy';
import { createThrottle, type Throttle, type Ticket } from './window';

/** A page that was asked for and not yet read. */
interface Slot {
	ticket: Ticket;
	state: 'out' | 'waiting' | 'done';
	/** Of its own: listeners of many requests on one signal look like a leak to Node.js. */
	abandon: AbortController;
	/** Lets the sender repeat a refused request. */
	release: () => void;
	outcome: Promise<FetchResult>;
}

/** What fetching ahead needs besides what every source does. */
export interface PrefetchParts extends SourceParts<number> {
	strategy: NumberedStrategy;
	/** Pages that may be out or waiting to be read at once. */
	prefetch: number;
	/** First position. */
	head: number;
	progress: Progress;
	/** @returns whether reading certainly ends at an answer, whatever the pages before it hold */
	isEnd: (outcome: FetchResult) => boolean;
}

/**
 * Asks for pages before their turn. Answers come in any order and are handed out in that of the
 * pages, so whoever reads cannot tell the difference.
 *
 * Room for another request is made only when a page was read and found not to be the last: then at
 * most `prefetch - 1` requests lie past the end. Under reachTotalCount none does, because the first
 * page leaves alone and its total bounds the rest.
 */
export class Prefetcher implements PageSource<number> {
	requests = 0;
	private readonly slots = new Map<number, Slot>();
	private readonly throttle: Throttle;
	private head: number;
	private next: number;
	private progress: Progress;
	/** First position known to end the run. */
	private end = Infinity;
	/** Waits during which nothing may leave: after refusals, and between two requests. */
	private pauses = 0;
	private isClosed = false;
	private wake = () => {};

	constructor(private readonly parts: PrefetchParts) {
		this.throttle = createThrottle(parts.prefetch);
		this.head = parts.head;
		this.next = parts.head;
		this.progress = parts.progress;
	}

	async take(position: number): Promise<FetchResult> {
		this.fill();
		let slot = this.slots.get(position);
		while (!slot) {
			await new Promise<void>((resolve) => (this.wake = resolve));
			slot = this.slots.get(position);
		}
		// The slot stays until the page is read: its room must not be used before that.
		return await slot.outcome;
	}

	advance(next: number, progress: Progress): void {
		this.slots.delete(this.head);
		this.head = next;
		this.progress = progress;
		this.fill();
	}

	close(): void {
		this.isClosed = true;
		for (const slot of this.slots.values()) {
			slot.abandon.abort();
			slot.release();
		}
		this.slots.clear();
	}

	private fill(): void {
		if (this.isClosed) return;
		this.repeatRefused();
		while (this.hasRoom() && this.slots.size < this.parts.prefetch && this.mayAsk(this.next)) {
			this.launch(this.next);
			this.next += this.parts.strategy.step;
		}
	}

	private hasRoom(): boolean {
		return this.pauses === 0 && this.count('out') < this.throttle.window;
	}

	private count(state: Slot['state']): number {
		let count = 0;
		for (const slot of this.slots.values()) if (slot.state === state) count++;
		return count;
	}

	/** Refused requests go first: theirs are the earlier pages. */
	private repeatRefused(): void {
		for (const slot of this.slots.values()) {
			if (slot.state !== 'waiting') continue;
			if (!this.hasRoom()) return;
			slot.state = 'out';
			slot.release();
		}
	}

	private mayAsk(position: number): boolean {
		const { strategy } = this.parts;
		const { pagesLeft, itemsLeft, pageSize, total } = this.progress;
		const ahead = (position - this.head) / strategy.step;
		if (ahead === 0) return true;
		if (ahead >= pagesLeft || position > this.end) return false;
		if (itemsLeft !== Infinity && ahead >= (pageSize > 0 ? itemsLeft / pageSize : 1)) return false;
		return !strategy.covers || (total !== undefined && !strategy.covers(position, total));
	}

	private launch(position: number): void {
		this.requests++;
		const slot: Slot = {
			ticket: this.throttle.ticket(),
			state: 'out',
			abandon: new AbortController(),
			release: () => {},
			outcome: Promise.resolve({ kind: 'thrown', error: undefined }),
		};
		this.slots.set(position, slot);
		if (this.parts.interval > 0) this.pause(this.parts.interval);
		const control: SendControl = {
			signal: slot.abandon.signal,
			onThrottled: async (waitMs) => await this.holdBack(slot, waitMs),
		};
		slot.outcome = this.ask(slot, position, control);
		this.wake();
	}

	private async ask(slot: Slot, position: number, control: SendControl): Promise<FetchResult> {
		const outcome = await attempt(this.parts, position, control);
		slot.state = 'done';
		if (outcome.kind === 'answer') this.throttle.answered();
		if (this.parts.isEnd(outcome)) this.end = Math.min(this.end, position);
		this.fill();
		return outcome;
	}

	private async holdBack(slot: Slot, waitMs: number): Promise<void> {
		this.refuseWhenClosed();
		if (slot.state === 'done') return;
		this.throttle.refused(slot.ticket, this.count('out'));
		slot.ticket = this.throttle.ticket();
		slot.release();
		slot.state = 'waiting';
		this.pause(waitMs);
		await new Promise<void>((resolve) => {
			slot.release = resolve;
			this.fill();
		});
		this.refuseWhenClosed();
	}

	/** What a sender would repeat now is of no use to anybody. */
	private refuseWhenClosed(): void {
		if (this.isClosed) throw new Error('The run is over.');
	}

	/** Without a clock there is no pause; the smaller window has to do. */
	private pause(ms: number): void {
		const { clock } = this.parts;
		if (!clock) return;
		const resume = () => {
			this.pauses--;
			this.fill();
		};
		this.pauses++;
		// A wait that is cut short belongs to a run that is cut short.
		void clock.sleep(ms).then(resume, resume);
	}
}
