import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * One folder for everything that a run of jest writes, the engine's files included. Code that jest
 * runs does not learn that its process ends, so it cannot remove its files then.
 */
export default function create(): void {
	process.env.TMPDIR = mkdtempSync(path.join(tmpdir(), 'grc-tprm-jest-'));
}
