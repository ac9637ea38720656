/** How often each way is measured after the warm-up. */
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? '5');

/** Share of the full sizes, for a try. */
export const SCALE = Number(process.env['BENCH_SCALE'] ?? '1');

/** Whether this run only shows that the benchmark works, or roughly what to expect. */
export const IS_TRY = SCALE < 1;

/** A median, and what half of the values are between. */
export interface Spread {
	median: number;
	low: number;
	high: number;
}

/**
 * Measures ways to do the same. They take turns, so that a busy moment of the machine hits all of them;
 * the first round is the warm-up, which a try does without.
 *
 * @returns what each way returned in each counted round
 */
export async function compare<Name extends string, Sample>(
	ways: Record<Name, () => Promise<Sample>>,
	rounds = ROUNDS,
): Promise<Record<Name, Sample[]>> {
	const names = Object.keys(ways) as Name[];
	const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Sample[]
	>;
	for (let round = IS_TRY ? 1 : 0; round <= rounds; round++) {
		for (const name of names) {
			const sample = await ways[name]();
			if (round > 0) samples[name].push(sample);
		}
		process.stderr.write(round < rounds ? '.' : '.\n');
	}
	return samples;
}

/** @returns the median of at least one value, and the quartiles */
export function spread(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const at = (share: number) => {
		const place = (sorted.length - 1) * share;
		const below = sorted[Math.floor(place)] ?? NaN;
		const above = sorted[Math.ceil(place)] ?? NaN;
		return round(below + (above - below) * (place % 1));
	};
	return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** @returns a size of the full run, smaller in a try, and at least `atLeast` */
export function scaled(size: number, atLeast = 1): number {
	return Math.max(atLeast, Math.round(size * SCALE));
}

/** @returns the value with so many digits after the point */
export function round(value: number, digits = 2): number {
	return Number(value.toFixed(digits));
}
