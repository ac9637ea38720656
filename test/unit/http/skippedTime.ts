import type { RetryEnvironment } from '../../../nodes/shared/basics/clock';

/** Time that passes only while something sleeps, and then at once. */
export class SkippedTime {
	/** Milliseconds since 1970. */
	now = 1_000_000;
	/** Milliseconds of each sleep so far. */
	readonly sleeps: number[] = [];

	/** @param random what every random number is */
	constructor(private readonly random = 0) {}

	/** For what is tested. */
	readonly environment: RetryEnvironment = {
		now: () => this.now,
		random: () => this.random,
		sleep: async (ms) => {
			this.sleeps.push(ms);
			this.now += ms;
		},
	};
}

/** Lets everything happen that waits for nothing but promises. */
export async function settle(): Promise<void> {
	await new Promise<void>((resolve) => void setImmediate(resolve));
}
