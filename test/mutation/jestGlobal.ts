import { vi } from 'vitest';

/** The tests are written for Jest; what they use of `jest`, Vitest offers under another name. */
Object.assign(globalThis, { jest: vi });
