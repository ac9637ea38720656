import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The owner's password of an n8n: made at random on first use, and kept in its folder, where only
 * the user who started it can read it.
 *
 * @param userFolder the n8n user folder
 */
export function ownerPassword(userFolder: string): string {
	const file = path.join(userFolder, 'password');
	if (existsSync(file)) return readFileSync(file, 'utf8');
	// n8n wants a capital letter and a digit.
	const password = `N8n-${randomBytes(15).toString('base64url')}`;
	mkdirSync(userFolder, { recursive: true });
	writeFileSync(file, password, { mode: 0o600, flag: 'wx' });
	return password;
}
