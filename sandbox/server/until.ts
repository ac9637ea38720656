const POLL_MS = 100;

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
	withinMs = 60_000,
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
