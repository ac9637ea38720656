import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Frees what is no longer used, so that two measurements can be compared. */
export const collectGarbage = runInNewContext('gc') as () => void;

export function heapMegabytes(): number {
	return process.memoryUsage().heapUsed / 2 ** 20;
}

/**
 * Watches the heap whenever the process waits, such as for an answer.
 *
 * @returns a function that ends it and returns the highest value seen, in megabytes
 */
export function samplePeakHeap(): () => number {
	let peak = 0;
	const sample = () => (peak = Math.max(peak, heapMegabytes()));
	const timer = setInterval(sample, 2);
	return () => {
		clearInterval(timer);
		return sample();
	};
}
