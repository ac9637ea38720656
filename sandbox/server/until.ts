const POLL_MS = 100;

/**
 * Looks again and again until something is so.
 *
 * @param look what is there now, and whether that is what is waited for
 * @param what names it in the error
 * @returns what was there in the end
 * @throws Error with the last look when it is not so in time
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
