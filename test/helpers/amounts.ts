/**
 * How much is tried. While somebody works on the code, fewer cases are enough; the long run
 * (`npm run e2e -- full`) takes all. What protects from forgery and keeps secrets where they belong,
 * what must not lose records when pages are fetched ahead, and what few cases cannot show, takes all
 * in CI too.
 */
const IS_FULL = process.env['TEST_RUNS'] === 'full';
const IS_CI = process.env['CI'] === 'true';

export function amount(few: number, all: number): number {
	return IS_FULL ? all : few;
}

export function guardAmount(few: number, all: number): number {
	return IS_CI ? all : amount(few, all);
}

/** @returns one of the cases, another one for each place in a table; all in the long run */
export function inTurn<T>(place: number, cases: readonly T[]): T[] {
	return IS_FULL ? [...cases] : cases.slice(place % cases.length).slice(0, 1);
}

/** @returns whether what is tried elsewhere too is tried at this place of a table; always in the long run */
export function isTurn(place: number, every: number): boolean {
	return IS_FULL || place % every === 0;
}

/** Tries per property; a still longer run sets FUZZ_RUNS to 100,000 or more. */
export const FUZZ_RUNS = Number(process.env['FUZZ_RUNS']) || guardAmount(60, 300);

/** Milliseconds that Jest allows a property: what it allows each test, and 20 ms per try. */
export const FUZZ_TIMEOUT_MS = 300_000 + FUZZ_RUNS * 20;

/** Changed deliveries per sender of webhooks: all of them in the long run. */
export const MUTATION_RUNS =
	Number(process.env['FUZZ_RUNS']) || guardAmount(300, IS_FULL ? 20_000 : 2_000);

export const MUTATION_TIMEOUT_MS = 300_000 + MUTATION_RUNS * 20;
