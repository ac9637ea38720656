/** The service's own time: runs like the real one, and can be moved ahead. */
export class ServiceClock {
	private offsetMs = 0;

	/** @returns milliseconds since 1970 */
	now(): number {
		return Date.now() + this.offsetMs;
	}

	/** @param ms how far to move ahead; never back */
	advance(ms: number): void {
		this.offsetMs += Math.max(0, ms);
	}
}
