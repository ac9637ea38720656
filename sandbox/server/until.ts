const POLL_MS = 100;

/** Much longer than a busy machine with slow disks takes: it costs time only where something is wrong. */
const WITHIN_MS = 300_000;

/**
 * Polls until a condition is met.
 *
 * @param look returns the current state, and whether it meets the condition
 * @param what names the condition in the error
 * @returns the state that met it
 * @throws Error with the last state when time runs out
 */
export async function until<T>(
	look: () => Promise<{ is: boolean; seen: T }>,
	what: string,
	withinMs = WITHIN_MS,
): Promise<T> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const { is, seen } = await look();
		if (is) return seen;
		if (Date.now() > deadline) {
			throw new Error(
				`Waited ${withinMs / 1000} s for ${what}; last seen: ${JSON.stringify(seen)}`,
			);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/**
 * Repeats a check until it passes.
 *
 * @param check throws an error as long as it does not pass
 * @returns what it returned
 * @throws its last error when time runs out
 */
export async function untilPasses<T>(check: () => Promise<T>, withinMs = WITHIN_MS): Promise<T> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		try {
			return await check();
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}
