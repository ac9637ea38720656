/** Told what is going on, and again every few seconds while it goes on. */
export type Progress = (text: string) => void;

const STEP_MS = 10_000;

/**
 * Does a part of the work that takes long.
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
