import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** By now the workers have ended. */
export default function remove(): void {
	const folder = tmpdir();
	if (!path.basename(folder).startsWith('grc-tprm-jest-')) return;
	rmSync(folder, { recursive: true, force: true });
}
