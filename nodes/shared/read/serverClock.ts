/** The time of the server, which writes the changed-at values, by the header `Date` of its last response. */
export class ServerClock {
	/** Milliseconds that the server's clock is ahead of that of this machine. */
	private aheadMs = 0;

	/** Whole seconds since 1970; by the clock of this machine until the server has responded. */
	get seconds(): number {
		return Math.floor((Date.now() + this.aheadMs) / 1_000);
	}

	/** @param date value of the header `Date: Tue, 31 Mar 2026 10:15:30 GMT`, or what is there instead */
	learn(date: unknown): void {
		const time = Date.parse(String(date));
		if (!Number.isNaN(time)) this.aheadMs = time - Date.now();
	}
}
