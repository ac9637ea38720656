import { RUN_ENDED } from './abort';
import type { AdaptiveWindow, SentMark } from './adaptiveWindow';
import type { Overload } from './overload';

/** Time, as far as a gate needs it. */
export interface GateClock {
	/** Milliseconds since any fixed time. */
	now(): number;
	/** May reject when the run is cancelled: nothing is held back after that. */
	sleep(ms: number): Promise<void>;
}

/** Requests for one list: one of them that fails beside others is repeated when they are done. */
export class RequestGroup {
	/** Those that are open. */
	readonly open = new Set<GatePass>();
	/** Those that have failed, and are repeated when they are needed, and the only one. */
	readonly alone = new Set<GatePass>();
	/** Whether the time between two of its requests is not over. */
	isResting = false;
}

/** What is known of a request that is to be sent. */
export interface PassOptions {
	group?: RequestGroup | undefined;
	/** The request is given up when it fires. */
	signal?: AbortSignal | undefined;
	/** Resolves when it is needed: it is not repeated alone before that. */
	needed?: Promise<void> | undefined;
	/** Milliseconds that have to pass after it until the next one of its group is sent. */
	interval?: number | undefined;
	/** The longest pause that it waits for, in milliseconds. */
	maxWaitMs?: number;
}

/** A time during which nothing is sent. */
interface Pause {
	/** When it ends, by the gate's clock, without and with a random addition. */
	asked: number;
	until: number;
}

/**
 * Lets requests to one server leave: as many at once as its window says, none during a pause, and
 * those that are repeated first, in the order in which they came.
 */
export class RequestGate {
	private readonly waiting: GatePass[] = [];
	private readonly openPasses = new Set<GatePass>();
	private pause: Pause | undefined;
	private isSleeping = false;
	private passes = 0;
	/** Requests that the server will still take before its rate limit is reset. */
	private mostNow: number;

	/**
	 * @param window how many requests may be open at once
	 * @param clock without one, nothing waits for time
	 * @param mostAtFirst requests that may be open before the first answer
	 */
	constructor(
		private readonly window: AdaptiveWindow,
		private readonly clock: GateClock | undefined,
		mostAtFirst = Infinity,
	) {
		this.mostNow = mostAtFirst;
	}

	/** Requests that may be open now. */
	get size(): number {
		return Math.min(this.window.size, this.mostNow);
	}

	/**
	 * @param group of the request
	 * @returns whether another request would leave as soon as those that wait already
	 */
	hasRoomFor(group: RequestGroup): boolean {
		if (this.isPaused() || group.alone.size > 0) return false;
		return this.openPasses.size + this.waiting.length < this.size;
	}

	/** @returns what lets a request through, once or again and again */
	pass(options: PassOptions = {}): GatePass {
		return new GatePass(this, this.passes++, options);
	}

	/** @param most requests that the server will still take before its rate limit is reset */
	limitTo(most: number): void {
		this.mostNow = most;
		this.open();
	}

	/**
	 * Lets nothing through for some time.
	 *
	 * @param ms as the server asks for it, in milliseconds
	 * @param moreMs a random addition
	 */
	pauseFor(ms: number, moreMs = 0): void {
		if (!this.clock) return;
		const asked = this.clock.now() + ms;
		if (this.pause && asked <= this.pause.asked) return;
		const until = Math.max(this.pause?.until ?? -Infinity, asked + moreMs);
		this.pause = { asked, until };
	}

	/** @returns whether a pause lasts at least so many milliseconds from now */
	isPausedFor(ms: number): boolean {
		return (
			this.clock !== undefined &&
			this.pause !== undefined &&
			this.clock.now() + ms <= this.pause.until
		);
	}

	/** @returns milliseconds until the pause that the server has asked for is over; 0 without one */
	get pauseLeftMs(): number {
		return Math.max(0, (this.pause?.asked ?? 0) - (this.clock?.now() ?? 0));
	}

	private isPaused(): boolean {
		if (this.pause && this.clock && this.pause.until <= this.clock.now()) this.pause = undefined;
		return this.pause !== undefined;
	}

	/** Lets through what may leave now. */
	open(): void {
		const held = new Set<RequestGroup | undefined>();
		for (const pass of [...this.waiting]) {
			if (this.openPasses.size >= this.size) return;
			const { group } = pass;
			if (group && held.has(group)) continue;
			if (this.isPaused() && this.pauseLeftMs <= pass.maxWaitMs) {
				this.wakeAfterPause();
			} else if (pass.isReady) {
				this.letThrough(pass);
				continue;
			}
			held.add(group);
		}
	}

	/** Takes a pass in line, in its place. */
	add(pass: GatePass): void {
		this.waiting.push(pass);
		this.waiting.sort((a, b) => a.place - b.place);
	}

	/** Takes a pass out of the line. */
	remove(pass: GatePass): void {
		const index = this.waiting.indexOf(pass);
		if (index >= 0) this.waiting.splice(index, 1);
	}

	/** The request of a pass is not open any more. */
	close(pass: GatePass): void {
		this.openPasses.delete(pass);
		this.open();
	}

	/** Waits without keeping anything back when the wait is interrupted. */
	after(ms: number, resume: () => void): void {
		if (!this.clock) return resume();
		void this.clock.sleep(ms).then(resume, resume);
	}

	/** The server has answered. */
	answered(mark: SentMark): void {
		this.window.answered(mark);
	}

	/** The server has refused something. */
	refused(mark: SentMark, cause: Overload, waitMs: number): void {
		this.window.refused({ mark, open: this.openPasses.size, cause, waitMs });
	}

	private letThrough(pass: GatePass): void {
		this.remove(pass);
		this.openPasses.add(pass);
		pass.begin(this.window.mark());
	}

	/** A pause that becomes longer is slept to its end in a second part. */
	private wakeAfterPause(): void {
		const { pause, clock } = this;
		if (!pause || !clock || this.isSleeping) return;
		this.isSleeping = true;
		this.after(pause.until - clock.now(), () => {
			this.isSleeping = false;
			// Also where the clock does not say what time it is, or has given up.
			if (this.pause === pause) this.pause = undefined;
			this.open();
		});
	}
}

/** What lets one request through a gate, as often as it is sent. */
export class GatePass {
	/** Whether another request of its group was open at some time during this one, and may be why it failed. */
	private isShared = false;
	readonly group: RequestGroup | undefined;
	readonly maxWaitMs: number;
	private readonly signal: AbortSignal | undefined;
	private readonly interval: number;
	/** Set while the request is open. */
	private mark: SentMark | undefined;
	/** Waits of its own that are not over. */
	private rests = 0;
	private isNeeded = true;
	/** Set while it waits in line, and while the request is open. */
	private entered: Promise<void> | undefined;
	private letIn = () => {};
	private turnAway: (reason: Error) => void = () => {};

	/** @param place in the order in which requests came */
	constructor(
		private readonly gate: RequestGate,
		readonly place: number,
		{ group, signal, needed, interval = 0, maxWaitMs = Infinity }: PassOptions,
	) {
		this.group = group;
		this.maxWaitMs = maxWaitMs;
		this.signal = signal;
		this.interval = interval;
		if (needed) {
			this.isNeeded = false;
			void needed.then(() => {
				this.isNeeded = true;
				gate.open();
			});
		}
	}

	/** Whether the request was sent, and has not ended. */
	get isOpen(): boolean {
		return this.mark !== undefined;
	}

	/** For the gate: whether nothing but the gate itself keeps it back. */
	get isReady(): boolean {
		if (this.rests > 0) return false;
		if (!this.group) return true;
		const { open, alone, isResting } = this.group;
		if (isResting) return false;
		return alone.has(this)
			? this.isNeeded && open.size === 0
			: ![...open].some((other) => alone.has(other));
	}

	/**
	 * Waits until the request may be sent.
	 *
	 * @throws Error when it is not needed any more
	 */
	async enter(): Promise<void> {
		const entered = this.lineUp();
		this.gate.open();
		await entered;
		// What has let it in may have shown that it is not needed.
		if (this.signal?.aborted) throw RUN_ENDED;
	}

	private async lineUp(): Promise<void> {
		if (this.entered) return await this.entered;
		if (this.signal?.aborted) throw RUN_ENDED;
		this.entered = new Promise((resolve, reject) => {
			this.letIn = resolve;
			this.turnAway = reject;
		});
		// Whoever enters gets the error.
		this.entered.catch(() => {});
		this.gate.add(this);
		this.signal?.addEventListener('abort', this.abort, { once: true });
		await this.entered;
	}

	private readonly abort = (): void => {
		this.turnAway(RUN_ENDED);
		this.end();
	};

	/** For the gate: the request leaves. */
	begin(mark: SentMark): void {
		const { group, gate, interval } = this;
		this.mark = mark;
		this.isShared = false;
		if (group) {
			for (const other of group.open) other.isShared = this.isShared = true;
			group.open.add(this);
		}
		if (group && interval > 0) {
			group.isResting = true;
			gate.after(interval, () => {
				group.isResting = false;
				gate.open();
			});
		}
		this.letIn();
	}

	/** The server has answered, and did not have too much to do. */
	answered(): void {
		if (!this.mark) return;
		this.gate.answered(this.mark);
		// It has recovered: the others need not be alone, only fewer.
		if (this.group?.alone.has(this)) this.group.alone.clear();
	}

	/**
	 * The server had too much to do.
	 *
	 * @param waitMs how long it asks to wait, in milliseconds
	 */
	refused(cause: Overload, waitMs = 0): void {
		if (!this.mark) return;
		if (cause === 'refused' || this.isShared) this.gate.refused(this.mark, cause, waitMs);
		if (cause === 'failed') this.isolate();
	}

	/**
	 * To be called when the server had too much to do, and the request would be given up: one that failed
	 * beside others of its group may be answered when it is needed, the first, and the only one.
	 *
	 * @returns whether it is to be sent again, and has to enter again
	 */
	repeatsAlone(): boolean {
		if (!this.group || !this.isShared || this.signal?.aborted) return false;
		this.isolate();
		this.repeat(0);
		return true;
	}

	private isolate(): void {
		this.group?.alone.add(this);
	}

	/**
	 * The request is not open any more, and is to be sent again. It keeps its place during the wait.
	 *
	 * @param waitMs a wait of its own, in milliseconds
	 */
	repeat(waitMs: number): void {
		this.stop();
		// An error is for whoever enters.
		this.lineUp().catch(() => {});
		if (waitMs > 0) {
			this.rests++;
			this.gate.after(waitMs, () => {
				this.rests--;
				this.gate.open();
			});
		}
		this.gate.close(this);
	}

	/** The request is not open any more, and is not sent again. */
	end(): void {
		this.stop();
		this.signal?.removeEventListener('abort', this.abort);
		this.group?.alone.delete(this);
		this.gate.remove(this);
		this.gate.close(this);
	}

	private stop(): void {
		this.mark = undefined;
		this.entered = undefined;
		this.group?.open.delete(this);
	}
}
