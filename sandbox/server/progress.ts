/** Called with what is in progress, and again every few seconds until it is done. */
export type Progress = (text: string) => void;

const STEP_MS = 10_000;

/**
 * Runs a step that takes long.
 *
 * @param progress called every few seconds with the time that has passed
 */
export async function step(
	progress: Progress,
	text: string,
	work: () => Promise<void>,
): Promise<void> {
	const start = Date.now();
	progress(`${text} …`);
	const ticker = setInterval(() => {
		progress(`${text} … ${Math.round((Date.now() - start) / 1000)} s`);
	}, STEP_MS);
	try {
		await work();
	} finally {
		clearInterval(ticker);
	}
}
