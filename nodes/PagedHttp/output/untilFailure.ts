/**
 * @returns a function that does one piece of work after the other; once one has failed, every later
 *   one fails in the same way, and is not done
 */
export function untilFailure(): (work: () => Promise<void>) => Promise<void> {
	let failure: { error: unknown } | undefined;
	const attempt = async (work: () => Promise<void>) => {
		if (failure) throw failure.error;
		await work();
	};
	return async (work) =>
		await attempt(work).catch((error: unknown) => {
			failure = { error };
			throw error;
		});
}
