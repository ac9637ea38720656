/** The service's own time: runs like the real one, and can be moved ahead. */
export class ServiceClock {
	private offsetMs = 0;

	/** @returns milliseconds since 1970 */
	now(): number {
		return Date.now() + this.offsetMs;
	}

	/** @param ms how far the service is ahead of this machine from the start, or behind it */
	constructor(skewMs = 0) {
		this.offsetMs = skewMs;
	}

	/** @param ms how far to move ahead; never back */
	advance(ms: number): void {
		this.offsetMs += Math.max(0, ms);
	}
}
