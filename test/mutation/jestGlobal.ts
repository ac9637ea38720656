/** Vitest's counterpart of `jest`, which it sets. */
declare const vi: unknown;

/** The tests are written for Jest; what they use of `jest`, Vitest offers under another name. */
Object.assign(globalThis, { jest: vi });
