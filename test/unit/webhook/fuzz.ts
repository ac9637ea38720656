/** Tries per property; a long run sets FUZZ_RUNS to 100,000 or more. */
export const FUZZ_RUNS = Number(process.env['FUZZ_RUNS']) || 300;

/** Milliseconds that jest allows a property: the slowest one takes about 1 ms per try. */
export const FUZZ_TIMEOUT_MS = 10_000 + FUZZ_RUNS * 20;
