import type { PageNumbers, Progress } from '../schemes/types';
import type { Clock, PagingOptions, Position, SendControl, ThrottleCause } from '../types';
import { createThrottle, isOverload } from './throttle';
import type { FetchResult, Throttle, Ticket } from './throttle';

/** How a run sends its requests. */
export interface FetcherParts {
	/** Sends the request for a page; never rejects. */
	fetch: (position: Position, control: SendControl) => Promise<FetchResult>;
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
		hasRoom: NonNullable<PagingOptions['hasRoom']>;
	};
}

/** A page that was requested and not yet read. */
interface Slot {
	position: Position;
	ticket: Ticket;
	/** `held`: to be sent again when there is room. */
	state: 'pending' | 'held' | 'done';
	/** Whether another request was pending at some time during this one, and may be why it failed. */
	isShared: boolean;
	/** Whether it failed like that: it is sent again when it is the only one. */
	isAlone: boolean;
	/** One per request: many listeners on one signal look like a leak to Node.js. */
	abandon: AbortController;
	/** Lets a held request be sent again. */
	release: () => void;
	result: Promise<FetchResult>;
}

/**
 * Requests pages, where they are numbered before they are needed. Responses arrive in any order and
 * are returned in that of the pages. There is room for another request only when a page was read and
 * was not the last one: at most `prefetch - 1` requests are past the end. Under reachTotalCount none
 * is, because the first page is requested alone and its total limits the others.
 */
export class Fetcher {
	/** Requests passed to the sender so far. */
	requests = 0;
	/** In the order of the pages. A Map may keep what was deleted until a full garbage collection. */
	private readonly slots: Slot[] = [];
	private readonly throttle: Throttle;
	/** Page to be requested next; NaN where that is not known before it is needed. */
	private next: Position;
	/** First position known to end the run. */
	private end = Infinity;
	/** Waits during which nothing may be sent: after refusals, and between two requests. */
	private pauses = 0;
	private readonly closing = new AbortController();
	private wake = () => {};

	/** @param head page to be read next */
	constructor(
		private readonly parts: FetcherParts,
		private head: Position,
		private progress: Progress,
	) {
		this.throttle = createThrottle(parts.ahead?.prefetch ?? 1, () => parts.clock?.now?.() ?? 0);
		this.next = head;
	}

	/** @returns the response for a page; never rejects */
	async take(position: Position): Promise<FetchResult> {
		const { ahead, clock, interval } = this.parts;
		if (!ahead) {
			try {
				if (this.requests > 0 && interval > 0) await clock?.sleep(interval);
			} catch (error) {
				return { kind: 'failed', error };
			}
			this.head = this.next = position;
		}
		this.fill();
		for (;;) {
			const [slot] = this.slots;
			// The slot stays until the page is read: its room must not be used before that.
			if (slot?.position === position) return await slot.result;
			await new Promise<void>((resolve) => (this.wake = resolve));
		}
	}

	/** Reports that the page taken last was read and that the run continues. */
	advance(next: Position, progress: Progress): void {
		this.slots.shift();
		if (!this.parts.ahead) return;
		this.head = next;
		this.progress = progress;
		this.fill();
	}

	/** Ends all work; responses that are still pending are of no use. */
	close(reason?: unknown): void {
		this.closing.abort(reason);
		for (const slot of this.slots.splice(0)) {
			slot.abandon.abort(reason);
			slot.release();
		}
	}

	private fill(): void {
		if (this.closing.signal.aborted || !this.repeatHeld()) return;
		while (
			this.slots.length < this.throttle.window &&
			this.hasRoom() &&
			this.canRequest(this.next)
		) {
			const position = this.next;
			this.next = Number(position) + (this.parts.ahead?.numbering.step ?? NaN);
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
			if (Number(slot.position) > this.end) return false;
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

	private canRequest(position: Position): boolean {
		if (position === this.head) return true;
		const { ahead } = this.parts;
		if (!ahead?.hasRoom()) return false;
		const { step, end } = ahead.numbering;
		const { pagesLeft, itemsLeft, pageSize, total } = this.progress;
		const number = Number(position);
		const pages = (number - Number(this.head)) / step;
		if (pages >= pagesLeft || number > this.end) return false;
		if (itemsLeft !== Infinity && pages >= (pageSize > 0 ? itemsLeft / pageSize : 1)) return false;
		return !end || (total !== undefined && number < end(total));
	}

	private launch(position: Position): void {
		const slot: Slot = {
			position,
			ticket: this.throttle.ticket(),
			state: 'held',
			isShared: false,
			isAlone: false,
			abandon: this.parts.ahead ? new AbortController() : this.closing,
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
		for (const other of this.slots)
			if (other.state === 'pending') other.isShared = slot.isShared = true;
		slot.state = 'pending';
		slot.ticket = this.throttle.ticket();
		if (this.parts.ahead && this.parts.interval > 0) this.pause(this.parts.interval);
	}

	private async fetch(slot: Slot): Promise<FetchResult> {
		const { ahead, clock, fetch } = this.parts;
		const send = async () => {
			this.requests++;
			return await fetch(slot.position, {
				signal: slot.abandon.signal,
				onThrottled: async (waitMs, cause) => {
					if (ahead) await this.hold(slot, waitMs, cause);
					else await clock?.sleep(waitMs);
					// A response to a request that is repeated now would not be read.
					if (this.closing.signal.aborted) throw new Error('The run has ended.');
				},
			});
		};
		let result = await send();
		// Read one by one, the server may have answered.
		while (slot.isShared && isOverload(result) && !this.closing.signal.aborted) {
			await this.hold(slot, 0, 'failed');
			if (!this.closing.signal.aborted) result = await send();
		}
		slot.state = 'done';
		// The server has recovered: the others need not be alone, only fewer.
		if (slot.isAlone && !isOverload(result)) for (const other of this.slots) other.isAlone = false;
		if (result.kind === 'response') this.throttle.answered(slot.ticket);
		if (ahead?.isEnd(result)) this.end = Math.min(this.end, Number(slot.position));
		this.fill();
		return result;
	}

	/** Waits until a request may be sent again. */
	private async hold(slot: Slot, waitMs: number, cause?: ThrottleCause): Promise<void> {
		if (this.closing.signal.aborted || slot.state === 'done') return;
		if (cause !== 'failed' || slot.isShared)
			this.throttle.refused(slot.ticket, this.countPending());
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
