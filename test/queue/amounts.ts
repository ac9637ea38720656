/**
 * How much the tests do: from the environment, so that a short run is possible.
 *
 * @param name of the variable
 */
function amount(name: string, byDefault: number): number {
	const text = process.env[name];
	if (text === undefined || text === '') return byDefault;
	const value = Number(text);
	if (!(value > 0)) throw new Error(`${name} must be a number above 0, not "${text}"`);
	return value;
}

/** Events that are delivered while processes are killed. */
export const DELIVERIES = amount('QUEUE_DELIVERIES', 5_000);

/** Workflows that sync at once. */
export const SYNCS = amount('QUEUE_SYNCS', 50);

/** Length of the soak. */
export const SOAK_MINUTES = amount('QUEUE_SOAK_MINUTES', 20);

/**
 * Lifetime of a token while they sync. A request that takes longer than this to arrive cannot succeed: with
 * 4 s on two cores that had ten times the work they can do, 37 % arrived too late, and 42 of 50 syncs failed.
 */
export const TOKEN_SECONDS = amount('QUEUE_TOKEN_SECONDS', 10);

/** Records that are read in batches while the worker is killed. */
export const BATCHED_RECORDS = amount('QUEUE_BATCHED_RECORDS', 20_000);
