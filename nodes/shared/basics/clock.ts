/** Time and randomness, passed in so that tests can control them. */
export interface RetryEnvironment {
	/** Milliseconds since 1970. */
	now: () => number;
	/** At least 0 and less than 1. */
	random: () => number;
	/** Rejects when the execution is cancelled. */
	sleep: (ms: number) => Promise<void>;
}
