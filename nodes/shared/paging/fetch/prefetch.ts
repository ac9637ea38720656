import type { SendControl } from '../types';
import type { FetchResult, PageSource, PrefetchParts, Progress, Slot, Throttle } from './types';
import { createThrottle } from './window';

/**
 * Requests pages before they are needed. Responses arrive in any order and are returned in that of
 * the pages, so the run cannot tell the difference.
 *
 * There is room for another request only when a page was read and was not the last one: at most
 * `prefetch - 1` requests are past the end. Under reachTotalCount none is, because the first page
 * is requested alone and its total limits the others.
 */
export class Prefetcher implements PageSource {
	requests = 0;
	private readonly slots = new Map<number, Slot>();
	private readonly throttle: Throttle;
	/** Page to be read next. */
	private head: number;
	/** Page to be requested next. */
	private next: number;
	private progress: Progress;
	/** First position known to end the run. */
	private end = Infinity;
	/** Waits during which nothing may be sent: after refusals, and between two requests. */
	private pauses = 0;
	private isClosed = false;
	private wake = () => {};

	constructor(private readonly parts: PrefetchParts) {
		this.throttle = createThrottle(parts.prefetch);
		this.head = parts.first;
		this.next = parts.first;
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
		return await slot.result;
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
		while (this.hasRoom() && this.slots.size < this.parts.prefetch && this.canRequest(this.next)) {
			this.launch(this.next);
			this.next += this.parts.strategy.step;
		}
	}

	private hasRoom(): boolean {
		return this.pauses === 0 && this.countPending() < this.throttle.window;
	}

	private countPending(): number {
		let count = 0;
		for (const { state } of this.slots.values()) if (state === 'pending') count++;
		return count;
	}

	/** Refused requests go first: they are for earlier pages. */
	private repeatRefused(): void {
		for (const slot of this.slots.values()) {
			if (slot.state !== 'refused') continue;
			if (!this.hasRoom()) return;
			slot.state = 'pending';
			slot.release();
		}
	}

	private canRequest(position: number): boolean {
		const { step, covers } = this.parts.strategy;
		const { pagesLeft, itemsLeft, pageSize, total } = this.progress;
		const ahead = (position - this.head) / step;
		if (ahead === 0) return true;
		if (ahead >= pagesLeft || position > this.end) return false;
		if (itemsLeft !== Infinity && ahead >= (pageSize > 0 ? itemsLeft / pageSize : 1)) return false;
		return !covers || (total !== undefined && !covers(position, total));
	}

	private launch(position: number): void {
		this.requests++;
		const slot: Slot = {
			ticket: this.throttle.ticket(),
			state: 'pending',
			abandon: new AbortController(),
			release: () => {},
			result: Promise.resolve({ kind: 'failed', error: undefined }),
		};
		this.slots.set(position, slot);
		if (this.parts.interval > 0) this.pause(this.parts.interval);
		slot.result = this.fetch(slot, position, {
			signal: slot.abandon.signal,
			onThrottled: async (waitMs) => await this.waitForRoom(slot, waitMs),
		});
		this.wake();
	}

	private async fetch(slot: Slot, position: number, control: SendControl): Promise<FetchResult> {
		const result = await this.parts.fetch(position, control);
		slot.state = 'done';
		if (result.kind === 'response') this.throttle.answered();
		if (this.parts.isEnd(result)) this.end = Math.min(this.end, position);
		this.fill();
		return result;
	}

	private async waitForRoom(slot: Slot, waitMs: number): Promise<void> {
		this.refuseWhenClosed();
		if (slot.state === 'done') return;
		this.throttle.refused(slot.ticket, this.countPending());
		slot.ticket = this.throttle.ticket();
		slot.release();
		slot.state = 'refused';
		this.pause(waitMs);
		await new Promise<void>((resolve) => {
			slot.release = resolve;
			this.fill();
		});
		this.refuseWhenClosed();
	}

	/** A response to a request that is repeated now would not be read. */
	private refuseWhenClosed(): void {
		if (this.isClosed) throw new Error('The run has ended.');
	}

	/** Without a clock there is no pause, only the smaller window. */
	private pause(ms: number): void {
		const { clock } = this.parts;
		if (!clock) return;
		const resume = () => {
			this.pauses--;
			this.fill();
		};
		this.pauses++;
		// A wait that is interrupted belongs to a run that is cancelled.
		void clock.sleep(ms).then(resume, resume);
	}
}
