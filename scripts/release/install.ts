import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs a folder from its lockfile, unless the same is there already.
 *
 * @param text shown while it is installed
 * @throws Error with the output of npm when that fails
 */
export async function ensureInstalled(folder: string, text: string): Promise<void> {
	const marker = path.join(folder, 'node_modules/.installed');
	const lock = readFileSync(path.join(folder, 'package-lock.json'));
	const expected = createHash('sha256').update(lock).digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === expected) return;
	console.log(`${text} …`);
	await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
	writeFileSync(marker, expected);
}
