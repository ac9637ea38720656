import type { ThrottleCause } from '../types';
import type { FetchResult, PageSource, PrefetchParts, Progress, Slot, Throttle } from './types';
import { createThrottle } from './window';
import { createAutomaticThrottle } from './automatic';

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
	/** In the order of the pages. A Map may keep what was deleted until a full garbage collection. */
	private readonly slots: Slot[] = [];
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
		const { prefetch, clock } = parts;
		this.throttle =
			prefetch === 'automatic'
				? createAutomaticThrottle(() => clock?.now?.())
				: createThrottle(prefetch);
		this.head = parts.first;
		this.next = parts.first;
		this.progress = parts.progress;
	}

	async take(position: number): Promise<FetchResult> {
		this.fill();
		let [slot] = this.slots;
		while (slot?.position !== position) {
			await new Promise<void>((resolve) => (this.wake = resolve));
			[slot] = this.slots;
		}
		// The slot stays until the page is read: its room must not be used before that.
		return await slot.result;
	}

	advance(next: number, progress: Progress): void {
		this.slots.shift();
		this.head = next;
		this.progress = progress;
		this.fill();
	}

	close(): void {
		this.isClosed = true;
		for (const slot of this.slots.splice(0)) {
			slot.abandon.abort();
			slot.release();
		}
	}

	private fill(): void {
		if (this.isClosed || !this.repeatHeld()) return;
		while (
			this.slots.length < this.throttle.window &&
			this.hasRoom() &&
			this.canRequest(this.next)
		) {
			const position = this.next;
			this.next += this.parts.strategy.step;
			this.launch(position);
		}
	}

	private hasRoom(): boolean {
		return this.pauses === 0 && this.countPending() < this.throttle.window;
	}

	private countPending(): number {
		return this.slots.filter(({ state }) => state === 'pending').length;
	}

	/**
	 * Requests to be repeated go first: they are for earlier pages. What has to be alone waits until
	 * its page is the next one to be read: a page past the end does not matter.
	 *
	 * @returns whether there may be room for new requests
	 */
	private repeatHeld(): boolean {
		for (const slot of this.slots) {
			if (slot.state === 'done') continue;
			if (slot.position > this.end) return false;
			const isHeld = slot.state === 'held';
			const isTurn = slot.isAlone
				? slot.position === this.head && this.pauses === 0 && this.countPending() === 0
				: this.hasRoom();
			if (isHeld && isTurn) {
				this.start(slot);
				slot.release();
			}
			if (slot.isAlone || (isHeld && !isTurn)) return false;
		}
		return true;
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
		const slot: Slot = {
			position,
			ticket: this.throttle.ticket(),
			state: 'held',
			isShared: false,
			isAlone: false,
			abandon: new AbortController(),
			release: () => {},
			result: Promise.resolve({ kind: 'failed', error: undefined }),
		};
		this.slots.push(slot);
		this.start(slot);
		slot.result = this.fetch(slot);
		this.wake();
	}

	private start(slot: Slot): void {
		slot.isShared = false;
		for (const other of this.slots) {
			if (other.state === 'pending') other.isShared = slot.isShared = true;
		}
		slot.state = 'pending';
		slot.ticket = this.throttle.ticket();
		if (this.parts.interval > 0) this.pause(this.parts.interval);
	}

	private async fetch(slot: Slot): Promise<FetchResult> {
		const send = async () => {
			this.requests++;
			return await this.parts.fetch(slot.position, {
				signal: slot.abandon.signal,
				onThrottled: async (waitMs, cause) => {
					await this.hold(slot, waitMs, cause);
					// A response to a request that is repeated now would not be read.
					if (this.isClosed) throw new Error('The run has ended.');
				},
			});
		};
		let result = await send();
		// Read one by one, the server may have answered.
		while (slot.isShared && isOverload(result) && !this.isClosed) {
			await this.hold(slot, 0, 'failed');
			if (!this.isClosed) result = await send();
		}
		slot.state = 'done';
		// The server has recovered: the others need not be alone, only fewer.
		if (slot.isAlone && !isOverload(result)) for (const other of this.slots) other.isAlone = false;
		if (result.kind === 'response') this.throttle.answered(slot.ticket);
		if (this.parts.isEnd(result)) this.end = Math.min(this.end, slot.position);
		this.fill();
		return result;
	}

	/** Waits until a request may be sent again. */
	private async hold(slot: Slot, waitMs: number, cause?: ThrottleCause): Promise<void> {
		if (this.isClosed || slot.state === 'done') return;
		const isStrain = cause !== 'failed' || slot.isShared;
		if (isStrain) this.throttle.refused(slot.ticket, this.countPending());
		slot.isAlone ||= cause === 'failed' && slot.isShared;
		slot.release();
		slot.state = 'held';
		if (waitMs > 0) this.pause(waitMs);
		await new Promise<void>((resolve) => {
			slot.release = resolve;
			this.fill();
		});
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

/** @returns whether a server that has too much to do may answer like this, or not at all */
function isOverload(result: FetchResult): boolean {
	if (result.kind === 'failed') return true;
	const { status, headers } = result.response;
	// Some APIs refuse what is too much with 403.
	const isAwaited = Object.keys(headers).some((name) => /^retry-after$/i.test(name));
	return status >= 500 || status === 429 || status === 408 || (status === 403 && isAwaited);
}
