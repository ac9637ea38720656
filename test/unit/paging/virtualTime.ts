/** Time that passes only when nothing else can happen. */
export class VirtualTime {
	now = 0;
	private readonly timers: Array<{ at: number; wake: () => void }> = [];

	/** @param ms milliseconds */
	readonly sleep = async (ms: number): Promise<void> => {
		await new Promise<void>((wake) => {
			this.timers.push({ at: this.now + ms, wake });
		});
	};

	/** For the engine. */
	readonly clock = { sleep: this.sleep, now: () => this.now };

	/** @returns what the work gives, and how long it took in milliseconds */
	async run<T>(work: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
		const started = this.now;
		let isDone = false;
		const result = work().finally(() => (isDone = true));
		while (!isDone) {
			await new Promise<void>((resolve) => void setImmediate(resolve));
			if (isDone) break;
			this.timers.sort((a, b) => a.at - b.at);
			const next = this.timers.shift();
			if (!next) throw new Error('Nothing will ever happen again');
			this.now = next.at;
			next.wake();
		}
		return { result: await result, tookMs: this.now - started };
	}
}
