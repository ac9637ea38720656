/** Timers that end together. */
export class Timers {
	private readonly pending = new Set<NodeJS.Timeout>();
	private closed = false;
	private isSoon = false;

	after(ms: number, work: () => void): void {
		if (this.closed) return;
		const timer = setTimeout(() => {
			this.pending.delete(timer);
			work();
		}, ms);
		this.pending.add(timer);
	}

	/** Runs the work once, after everything that happens now. */
	soon(work: () => void): void {
		if (this.isSoon) return;
		this.isSoon = true;
		setImmediate(() => {
			this.isSoon = false;
			if (!this.closed) work();
		});
	}

	close(): void {
		this.closed = true;
		for (const timer of this.pending) clearTimeout(timer);
		this.pending.clear();
	}
}
